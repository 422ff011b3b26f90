"""The tables of simple games: buttons for what may be done, and what has happened in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.requests import SiteRequest
from contract.guide import is_moment
from contract.pages import GameEnding, TableParts
from contract.registry import GAMES
from contract.simple_pages import SimpleGamePages
from contract.state import GameState
from engine.kernel.numbers import whole_number
from tables.services import acting
from tables.services.idempotency import UNKEYED
from tables.showing.laid_ahead import MAX_ACTIONS, LaidTurn, address_of, laid_ahead, plays_later
from tables.showing.page import TablePage
from tables.showing.words import result_words, seat_label
from tables.states import state_of
from tables.still_on import GameStillOnError
from tables.viewers import Viewer

LATEST: Final = 12  # actions whose steps are told to whoever has not acted for longer
MAX_PARTS: Final = 40  # cards of one action
MAX_DIGITS: Final = 6
MAX_WORDS: Final = 40  # characters of what is no action
PLAY_LAID: Final = "play-laid"  # the action of a form that plays what was laid down


@dataclass(frozen=True)
class Step:
    """A step in words: the sentence, the numbers of its rulings, and whether an action begins with it."""

    words: str
    rulings: Sequence[str] = field(default=())
    begins: bool = False


class SimpleTable:
    """See ``contract.pages.GameTable``."""

    def __init__(self, faces: SimpleGamePages) -> None:
        self.faces = faces

    def seat_word(self, seat: str) -> str:
        return self.faces.seat_word(seat)

    def ending(self, page: TablePage) -> GameEnding:
        state, faces = page.state, self.faces
        if state.engine is None or state.result is None:
            return GameEnding()
        scores = faces.end_scores(state.engine)
        links = [(_("Replay"), "play:replay")]
        if GAMES[page.game.game].reviewer is not None:
            links.append((_("Review"), "play:review"))
        return GameEnding(
            why=faces.end_words(state.result["reason"]),
            caption=scores.caption,
            columns=scores.columns,
            scores=scores.by_seat,
            links=[(words, reverse(address, args=[page.game.token])) for words, address in links],
        )

    def entry_words(self, state: GameState) -> None:
        """See ``GameTable``: actions are told beside the board."""
        return

    def address_query(self, query: Mapping[str, str]) -> Mapping[str, str]:
        kept = {name: query[name] for name in ("line", "laid") if query.get(name)}
        return {**kept, "end": "1"} if query.get("end") == "1" else kept

    def act(self, viewer: Viewer, version: int, form: QueryDict) -> Mapping[str, str]:
        """See ``GameTable``. An action may be sent in parts: its verb, then cards; of a turn that was laid down all
        actions at once."""
        action = " ".join((form.get("action", ""), *form.getlist("part")[:MAX_PARTS]))
        query = {"seat": form.get("seat", "")}
        now = _version_of(viewer, version)
        if action == PLAY_LAID:
            acting.act(viewer, now, form.get("line", "").split(";")[:MAX_ACTIONS], UNKEYED)
            return query
        is_end = action == self.faces.end_action and "sure" not in form
        if is_end and self._given_away(viewer, asks="ask" in form):
            acting.seat_in_turn(viewer, now)
            return {**query, "end": "1"}
        keeps = "line" in form and plays_later(viewer)
        acting.act(viewer, now, [action], UNKEYED)
        return {**query, "line": form.get("line", ""), "laid": str(viewer.game.version)} if keeps else query

    def _given_away(self, viewer: Viewer, *, asks: bool) -> str:
        """What the end of the turn would give away; "" where nothing is worth a question.

        ``asks``: the player wants to be asked as long as anything else can be done.
        """
        state = state_of(viewer.game)
        actions = state.view(state.seat_number(viewer.seat_name))["actions"] if state.engine is not None else []
        if self.faces.end_action not in actions or is_moment(state.setup):
            return ""
        turn = state.turn()
        has_acted = any(done.turn == turn for done in state.done)
        if self.faces.gives_away(actions, has_acted=has_acted):
            return self.faces.given_away_words()
        return _("You can still do something this turn.") if asks and len(actions) > 1 else ""

    def parts(self, page: TablePage) -> TableParts:
        state, faces = page.state, self.faces
        view = state.view(page.seat)
        if not page.acts:
            view = {**view, "actions": []}
        has_begun = state.engine is not None
        context: dict[str, Any] = {"steps": list(self._steps(state, page.seat))}
        if has_begun:
            context |= {
                "board_template": faces.board_template,
                "board": faces.table_board(state.engine, view, page.seat_name, page.names),
            }
        ahead = laid_ahead(page)
        if ahead is not None:
            context |= self._ahead(page, ahead, view)
        if page.acts:
            context |= {
                "groups": list(faces.groups(view)),
                "composing": faces.composing(view),
                "advice": faces.advice(view) if state.setup.get("explains") else None,
                "only_choice": page.seat_name in state.only_choices(),
            }
            if page.query.get("end") == "1" and (given_away := self._given_away(page.viewer, asks=True)):
                context |= {"given_away": given_away, "end_action": faces.end_action}
        return TableParts(
            coach=page.coach(faces.stage_words(view) if page.acts else ""),
            head=faces.head_template,
            frame_class="other-table",
            board="play/table/_faces.html",
            board_class="other-board",
            guide="play/table/_advice.html",
            actions="play/table/_choices.html",
            happened="play/table/_steps.html",
            problem=self._dropped_words(ahead),
            context=context,
        )

    def _ahead(self, page: TablePage, ahead: LaidTurn, view: Mapping[str, Any]) -> dict[str, Any]:
        """What the page has of a turn that is laid down: while its seat waits, the board on which that is done."""
        faces, state = self.faces, page.state
        laid: dict[str, Any] = {
            "line": ";".join(ahead.line),
            "words": [faces.action_words(action) for action in ahead.line],
            "is_whole": not ahead.dropped,
            "home": address_of(page, ()),
            "undo": address_of(page, ahead.line[:-1]),
            "version": state.version,
        }
        if page.acts:
            return {"laid": laid if ahead.line else None, "is_own_turn": ahead.is_own_turn}
        board = faces.next_board(state.engine, ahead.engine, view, ahead.actions, page.seat_name, page.names)
        groups = faces.groups({**view, "stage": "", "actions": ahead.actions}) if ahead.actions else ()
        return {"laid": laid, "plans_ahead": True, "board": board, "groups": list(groups)}

    def _dropped_words(self, ahead: LaidTurn | None) -> str:
        """What has become of a turn that was laid down."""
        if ahead is None:
            return ""
        if ahead.is_cleared:
            return _("You played in another window: this plan was cleared.")
        what = _("Removed from your plan: %(card)s. %(why)s")
        return " ".join(what % {"card": self._laid_words(action), "why": why} for action, why in ahead.dropped).strip()

    def _laid_words(self, action: str) -> str:
        """An action as the address has it, which may be anything."""
        try:
            return self.faces.action_words(action)
        except (KeyError, ValueError, IndexError):
            return action[:MAX_WORDS]

    def _steps(self, state: GameState, seat: int | None) -> Iterable[Step]:
        """The steps of the latest actions."""
        if state.engine is None:
            return
        done = [action.version for action in state.done]
        since = done[-LATEST - 1] if len(done) > LATEST else 0
        for _done, _before, after in state.before(since):
            yield from self._steps_of(after, seat, self._short_names(state))

    def _steps_of(self, engine: Any, seat: int | None, names: Mapping[str, str]) -> list[Step]:
        """The last action of an engine's game."""
        events = engine.view_of_events(seat)
        return [
            Step(self.faces.event_words(event, names), event.get("rulings", ()), number == 0)
            for number, event in enumerate(events)
        ]

    def _short_names(self, state: GameState) -> dict[str, str]:
        """What the seats are called where they are named often."""
        return {seat: self.faces.seat_word(seat) for seat in state.seat_names}

    def replay(self, request: SiteRequest, viewer: Viewer) -> HttpResponse:
        """See ``GameTable``: one action after the other, all hands open."""
        state = state_of(viewer.game)
        if state.result is None or state.engine is None:
            raise GameStillOnError(viewer.game)
        count = len(state.done)
        at = min(whole_number(request.GET.get("at", "0"), MAX_DIGITS) or 0, count)
        names = {seat.seat_name: seat_label(seat, self.seat_word(seat.seat_name)) for seat in viewer.seats}
        done = list(islice(state.before(0), max(at, 1)))
        engine = (done[-1][2] if at else done[0][1]) if done else state.engine
        steps = self._steps_of(engine, done[-1][0].seat, self._short_names(state)) if at and done else []
        context = {
            "game": viewer.game,
            "title": self.faces.title(),
            "board_template": self.faces.board_template,
            "styles_template": self.faces.styles_template,
            "board": self.faces.table_board(engine, self.faces.open_view(engine), "", names),
            "result": result_words(state.result, names),
            "steps": steps,
            "at": at,
            "count": count,
            "before": f"{request.path}?at={at - 1}" if at else "",
            "after": f"{request.path}?at={at + 1}" if at < count else "",
            "seats": [names[seat] for seat in state.seat_names],
            "can_be_asked_about": GAMES[viewer.game.game].questions is not None,
        }
        return render(request, "play/other/replay.html", context)


def _version_of(viewer: Viewer, seen: int) -> int:
    """The version that a form of the page acts on.

    Where others have only answered what they were asked at the same moment, the page that was seen is as good as new.
    """
    state = state_of(viewer.game)
    if not 0 <= seen < state.version or not state.is_asked:
        return seen
    return state.version if state_of(viewer.game, seen).moment() == state.moment() else seen
