"""Pages that the games without plans and drafts share: the table, what it sends, the replay."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.request_rate import check_rate
from accounts.requests import SiteRequest
from board.sentences import as_sentences
from contract.guide import is_moment
from contract.simple_pages import SimpleGamePages
from contract.state import GameState
from engine.kernel.numbers import whole_number
from tables.answers import due_at
from tables.first_game.showing import moment_guide
from tables.models import LogEntry
from tables.occasions import ways_back
from tables.pages import asking_context, invitations, offer_context
from tables.phrases.services import PHRASES, lately
from tables.services import acting
from tables.services.idempotency import UNKEYED
from tables.showing.refusals import refusal_words
from tables.showing.sharing import covered_seat, own_seats
from tables.showing.words import reason_words
from tables.states import state_of
from tables.still_on import GameStillOnError
from tables.summaries import seat_name as holder_name
from tables.viewers import Viewer, get_viewer_or_404
from web.languages import current_language
from web.refusals import RequestRefused

LATEST: Final = 12  # actions whose steps are told to whoever has not acted for longer
MAX_PARTS: Final = 40  # cards of one action
MAX_DIGITS: Final = 6
Kind = LogEntry.Kind


@dataclass(frozen=True)
class ToldStep:
    """A step in words: the sentence, the numbers of its rulings, and the seat that acts."""

    words: str
    rulings: Sequence[str] = field(default=())
    begins: bool = False


class SimpleTablePages:
    """The pages of tables of simple games, see ``contract.pages.GamePages``."""

    def __init__(self, parts: SimpleGamePages) -> None:
        self.parts = parts

    def table(self, request: SiteRequest, viewer: Viewer) -> HttpResponse:
        return self._shown(request, viewer, request.GET.get("seat", ""), asks_to_end=request.GET.get("end") == "1")

    def act(self, request: SiteRequest, viewer: Viewer, version: int) -> HttpResponse:
        """See ``GamePages``. An action may be sent in parts: its verb, then cards."""
        problem, asks_to_end = "", False
        try:
            check_rate(request)
            action = " ".join((request.POST.get("action", ""), *request.POST.getlist("part")[:MAX_PARTS]))
            now = _version_of(viewer, version)
            if action == self.parts.end_action and "sure" not in request.POST and self._is_given_away(viewer):
                acting.seat_in_turn(viewer, now)
                asks_to_end = True
            else:
                acting.act(viewer, now, [action], UNKEYED)
        except RequestRefused as refusal:
            problem = refusal_words(refusal)
        if request.htmx:
            owner = request.owner
            again = get_viewer_or_404(viewer.game.token, None, owner, request.POST.get("seat", ""))
            return self._shown(request, again, request.POST.get("seat", ""), problem, asks_to_end=asks_to_end)
        if problem:
            messages.error(request, problem)
        address = viewer.game.get_absolute_url()
        return redirect(f"{address}?{urlencode({'end': 1, 'seat': viewer.letter})}" if asks_to_end else address)

    def _is_given_away(self, viewer: Viewer) -> bool:
        state = state_of(viewer.game)
        actions = state.view(state.seat_number(viewer.letter))["actions"] if state.engine is not None else []
        turn = state.turn()
        has_acted = any(done.turn == turn for done in state.done)
        return (
            self.parts.end_action in actions
            and not is_moment(state.setup)
            and self.parts.gives_away(actions, has_acted=has_acted)
        )

    def replay(self, request: SiteRequest, viewer: Viewer) -> HttpResponse:
        """See ``GamePages``: one action after the other, all hands open."""
        state = state_of(viewer.game)
        if state.result is None or state.engine is None:
            raise GameStillOnError(viewer.game)
        count = len(state.done)
        at = min(whole_number(request.GET.get("at", "0"), MAX_DIGITS) or 0, count)
        names = self.names(viewer, state)
        done = list(islice(state.before(0), max(at, 1)))
        engine = (done[-1][2] if at else done[0][1]) if done else state.engine
        view = self.parts.open_view(engine)
        steps = [] if not at or not done else self._told_of(done[-1], self.short_names(state), None, is_open=True)
        address = request.path
        context = {
            "game": viewer.game,
            "title": self.parts.title(),
            "board_template": self.parts.board_template,
            "board": self.parts.board(view, "", names),
            "result": self._result(state, names),
            "steps": steps,
            "at": at,
            "count": count,
            "before": f"{address}?at={at - 1}" if at else "",
            "after": f"{address}?at={at + 1}" if at < count else "",
            "seats": [names[seat] for seat in state.seat_names],
        }
        return render(request, "play/other/replay.html", context)

    # The table

    def names(self, viewer: Viewer, state: GameState) -> dict[str, str]:
        """Who has each seat, in words: the seat and what whoever holds it is called."""
        found = {}
        for seat in viewer.seats:
            name = holder_name(seat)
            word = self.parts.seat_word(seat.letter)
            found[seat.letter] = f"{word} ({name})" if name else word
        return found

    def short_names(self, state: GameState) -> dict[str, str]:
        """What the seats are called where they are named often."""
        return {seat: self.parts.seat_word(seat) for seat in state.seat_names}

    def _shown(
        self, request: SiteRequest, viewer: Viewer, asked: str, problem: str = "", *, asks_to_end: bool = False
    ) -> HttpResponse:
        template = "play/other/_table.html" if request.htmx else "play/other/game.html"
        context = self.context(viewer, asked, problem)
        if asks_to_end and context["acts"] and self._is_given_away(viewer):
            context |= {"given_away": self.parts.given_away_words(), "end_action": self.parts.end_action}
        response = render(request, template, context)
        response.headers["Cache-Control"] = "no-store"
        response.headers["Vary"] = "Cookie, HX-Request"
        return response

    def context(self, viewer: Viewer, asked: str, problem: str = "") -> dict[str, Any]:
        """All that the page's templates ask for, as the viewer may see it."""
        state = state_of(viewer.game)
        own = own_seats(viewer)
        curtain = covered_seat(state, own, asked)
        letter = "" if curtain else viewer.letter
        seat = state.seat_number(letter)
        view = state.view(seat)
        names = self.names(viewer, state)
        moment = moment_guide(viewer.game, current_language())
        acts = bool(letter) and letter in state.to_act() and letter not in state.left
        if moment is not None and moment.is_over:
            acts, view = False, {**view, "actions": []}
        has_begun = state.engine is not None
        return {
            "game": viewer.game,
            "viewer": viewer,
            "state": state,
            "side": has_begun,
            "title": self.parts.title(),
            "board_template": self.parts.board_template,
            "board": self.parts.board(view, letter, names) if has_begun else None,
            "groups": list(self.parts.groups(view)) if acts and has_begun else [],
            "composing": self.parts.composing(view) if acts and has_begun else None,
            "advice": self.parts.advice(view) if acts and has_begun and state.setup.get("explains") else None,
            "only_choice": acts and letter in state.only_choices(),
            "acts": acts and has_begun,
            "is_own_turn": acts and has_begun,
            "letter": letter,
            "curtain": curtain,
            "curtain_name": self.parts.seat_word(curtain) if curtain else "",
            "head": (head := self._head(state, names, acts)),
            "says": (says := self._says(viewer, state, view, acts)),
            "announced": as_sentences(head, says),
            "steps": list(self._told(state, seat, self.short_names(state))),
            "problem": problem,
            "moment": moment,
            "seats": [self._seat(viewer, state, one.letter, names) for one in viewer.seats],
            "offers": [
                {**offer, **offer_context(offer, viewer.letter), "by": names[offer["by"]]}
                for offer in viewer.game.offers
            ],
            "log": list(self._log(viewer, state, seat, names)),
            "ways_back": ways_back(viewer),
            "due": due_at(viewer.game, viewer.seats, state),
            "result": self._result(state, names),
            "invitations": invitations(viewer),
            "own_seats": own,
            **asking_context(viewer),
            "phrases": PHRASES.items(),
            "said": [(names[one], words) for one, words in lately(viewer.game)],
        }

    def _head(self, state: GameState, names: Mapping[str, str], acts: bool) -> str:
        if state.result is not None:
            return self._result(state, names)
        if state.engine is None:
            return _("Waiting for players")
        if acts:
            return _("Your turn")
        return _("%(name)s is to act") % {"name": ", ".join(names[seat] for seat in state.to_act())}

    def _says(self, viewer: Viewer, state: GameState, view: Mapping[str, Any], acts: bool) -> str:
        if state.result is not None:
            reason = state.result["reason"]
            return self.parts.end_words(reason) or reason_words(reason, viewer)
        if state.engine is None:
            return _("Nothing is dealt before all seats are taken.")
        return self.parts.stage_words(view) if acts else _("You see what happens as soon as it happens.")

    def _result(self, state: GameState, names: Mapping[str, str]) -> str:
        if state.result is None:
            return ""
        if not state.result["winners"]:
            return _("The game is over: a draw.")
        winners = ", ".join(names[seat] for seat in state.result["winners"])
        return _("The game is over. Won by %(seats)s.") % {"seats": winners}

    def _seat(self, viewer: Viewer, state: GameState, letter: str, names: Mapping[str, str]) -> dict[str, Any]:
        return {
            "letter": letter,
            "name": names[letter],
            "is_own": viewer.seat is not None and letter == viewer.letter,
            "is_to_act": letter in state.to_act(),
            "has_left": letter in state.left,
        }

    # What happened

    def _told(self, state: GameState, seat: int | None, names: Mapping[str, str]) -> Iterable[ToldStep]:
        """The steps since the viewer's last turn but one, or of the latest actions."""
        if state.engine is None:
            return
        done = [one.version for one in state.done]
        since = done[-LATEST - 1] if len(done) > LATEST else 0
        for step in state.before(since):
            yield from self._told_of(step, names, seat)

    def _told_of(
        self, step: tuple[Any, Any, Any], names: Mapping[str, str], seat: int | None, is_open: bool = False
    ) -> list[ToldStep]:
        done, _before, after = step
        events = after.view_of_events(done.seat if is_open else seat)
        told = [ToldStep(self.parts.event_words(event, names), event.get("rulings", ())) for event in events]
        return [ToldStep(one.words, one.rulings, number == 0) for number, one in enumerate(told)]

    def _log(self, viewer: Viewer, state: GameState, seat: int | None, names: Mapping[str, str]) -> Iterable[str]:
        """What was done beside the actions, the last first."""
        for entry in viewer.game.log.exclude(kind=Kind.ACTION).filter(version__lte=state.version).order_by("-version"):
            of = {"seat": names.get(entry.seat, "")}
            yield {
                Kind.JOINED: _("%(seat)s has joined"),
                Kind.TAKEN_BACK: _("%(seat)s takes back a turn"),
                Kind.RESIGNED: _("%(seat)s resigns"),
                Kind.DEADLINE: _("%(seat)s ran out of time"),
                Kind.DRAW: _("Draw agreed"),
                Kind.OVER: self._result(state, names),
            }[Kind(entry.kind)] % of


def _version_of(viewer: Viewer, seen: int) -> int:
    """The version that a form of the page acts on.

    Where others have only answered what they were asked at the same moment, the page that was seen is as good as new.
    """
    state = state_of(viewer.game)
    if not 0 <= seen < state.version or not state.is_asked:
        return seen
    return state.version if state_of(viewer.game, seen).moment() == state.moment() else seen
