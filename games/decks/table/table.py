"""What tables of Clash of Decks have of their own: drafts and terms, then the board with the plan of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _

from accounts.requests import SiteRequest
from contract.log import Entry, Kind
from contract.pages import Coach, GameEnding, TableParts
from contract.state import GameState
from engine.decks.game.stages import AT_PLAY
from engine.decks.rules.modes import SEAT_NAMES
from games.decks.replaying.answering import answer_replay
from games.decks.replaying.words import action_words, card_words
from games.decks.state import DecksState, decks_state_of
from games.decks.table.choosing import Choosing, revealed_decks
from games.decks.table.endgame import ending
from games.decks.table.ending import CardsLeftError, end_turn
from games.decks.table.guides import game_guide
from games.decks.table.panel import PlayPanel, TableQuery, mark_names
from tables.services import acting
from tables.services.idempotency import UNKEYED
from tables.showing.page import TablePage
from tables.showing.words import seat_label
from tables.viewers import Viewer


class DecksTable:
    """See ``contract.pages.GameTable``."""

    def seat_word(self, seat: str) -> str:
        return seat

    def ending(self, page: TablePage) -> GameEnding:
        return ending(page)

    def entry_words(self, state: GameState) -> Callable[[Entry], str]:
        spoken = {done.version: action_words(before, done.action) for done, before, _after in state.before(0)}
        taken_back = _("undone")

        def words(entry: Entry) -> str:
            if entry.kind == Kind.TERMS:
                named = {"seat": entry.seat, "card": card_words(entry.data["card"])}
                return _("%(seat)s chooses a Champion: %(card)s") % named
            return f"{entry.seat}: {spoken.get(entry.version, taken_back)}"

        return words

    def address_query(self, query: Mapping[str, str]) -> Mapping[str, str]:
        """See ``GameTable``: with what is still laid down."""
        table_query = TableQuery.of(query)
        params = {"turned": "1"} if table_query.is_turned else {}
        if table_query.line:
            params["line"] = ";".join(table_query.line)
            if table_query.version is not None:
                params["version"] = str(table_query.version)
        return {**params, "end": "1"} if table_query.asks_to_end else params

    def act(self, viewer: Viewer, version: int, form: QueryDict) -> Mapping[str, str]:
        """See ``GameTable``: an action of the form, or the end of a turn with the plays that were laid down."""
        fields = {name: str(value) for name, value in form.items()}
        query = {name: fields.get(name, "") for name in ("seat", "turned")} | {"since": str(max(version, 0))}
        if "action" in fields:
            acting.act(viewer, version, [fields["action"]], UNKEYED)
            return {**query, "seat": ""}  # whoever holds several seats chooses for the next of them
        try:
            line = TableQuery.of(fields).line
            plan = end_turn(viewer, version, line, is_sure="sure" in fields, asks="ask" in fields)
        except CardsLeftError:
            return {**fields, "end": "1"}
        return {**query, "skipped": str(len(plan.opening) + len(plan.line))}

    def parts(self, page: TablePage) -> TableParts:
        state = page.state
        assert isinstance(state, DecksState)
        has_board = state.engine is not None and state.engine.position is not None
        return _playing(page) if has_board else _choosing(page, state)

    def replay(self, request: SiteRequest, viewer: Viewer) -> HttpResponse:
        """See ``GameTable``: turn by turn on the board."""
        return answer_replay(request, viewer)


def _playing(page: TablePage) -> TableParts:
    """The board, with the plan of whose turn it is."""
    panel = PlayPanel(page)
    guide = game_guide(page.viewer, panel.state, panel, page.language)
    first_look = _is_first_look(page.viewer, panel.state)
    return TableParts(
        coach=panel.coach,
        head="play/table/_head_board.html",
        frame_class="cols solve table",
        board="board/_on_board.html",
        board_class="board four" if panel.page.four else "board",
        has_sides=True,
        guide="play/first_game/_explained.html" if guide else "",
        actions="play/table/_turn.html",
        happened="board/_trace.html" if panel.shows_trace else "",
        tools="play/table/_tools.html",
        dialogs="play/table/_dialogs.html",
        problem=panel.problem,
        says=panel.says,
        data=panel.data,
        context={
            "side": panel,
            "page": panel.page,
            "guide": guide,
            "heaps": decks_page(page.viewer, page.language)["heaps"] if first_look else [],
            "icons": panel.page.icons,
            "mark_names": mark_names(),
        },
    )


def _choosing(page: TablePage, state: DecksState) -> TableParts:
    """A draft, or the terms, before there is a board."""
    viewer = page.viewer
    choosing = None
    if state.engine is not None:
        owner = viewer.seat.owner if viewer.seat is not None else None
        choosing = Choosing(state, page.seat_name if page.acts else "", page.seat_name, owner, page.language)
    guide = game_guide(viewer, state, None, page.language)
    return TableParts(
        coach=page.coach() if choosing is None or state.result is not None else _choice_coach(page, choosing),
        head="play/table/_head_choosing.html",
        side_class="choosing",
        guide="play/first_game/_explained.html" if guide else "",
        actions="play/table/_choosing.html",
        context={"choosing": choosing, "guide": guide},
    )


def _choice_coach(page: TablePage, choosing: Choosing) -> Coach:
    if choosing.is_draft:
        rounds = {"round": choosing.round, "rounds": choosing.rounds}
        says = [_("Round %(round)s of %(rounds)s.") % rounds] if choosing.rounds > 1 else []
        chooses = _("%(seat)s chooses.") % {"seat": "".join(page.short_names[seat] for seat in page.state.to_act()[:1])}
        choose = _("Choose your deck.") if choosing.of_decks else _("Choose a card for your deck.")
        says.append(choose if page.acts else chooses)
    elif choosing.champions:
        says = [_("Choose a Champion: any Creature not in your deck.")]
    else:
        says = [_("The others are choosing their Champions.")]
    if page.acts:
        return Coach("turn", "candle-flame", _("Your turn"), " ".join(says))
    return Coach("wait", "open-book", page.game.get_status_display(), " ".join(says))


def decks_page(viewer: Viewer, language: str) -> dict[str, Any]:
    """The decks as they are revealed: everybody may see them, whoever watches too."""
    owner = viewer.seat.owner if viewer.seat is not None else None
    heaps = revealed_decks(decks_state_of(viewer.game), owner, language)
    names = {seat.seat_name: seat_label(seat, seat.seat_name) for seat in viewer.seats}
    return {"game": viewer.game, "heaps": [(names.get(heap.letter, heap.letter), heap) for heap in heaps]}


def _is_first_look(viewer: Viewer, state: DecksState) -> bool:
    """Whether the decks are to be shown by themselves: to whoever plays and has done nothing since they were dealt.

    Where Champions are named the decks were shown then; a game that goes on from another one has shown them there.
    """
    if viewer.seat is None or state.result is not None or state.setup["champions"]:
        return False
    if state.setup.get("imported") or state.setup.get("guide"):
        return False
    seat = SEAT_NAMES.index(viewer.seat_name)
    return not any(done.seat == seat and done.turn[0] == AT_PLAY for done in state.done)
