"""View models of the pages of live games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from board.naming import own_card
from board.plays import tell
from cards.sets import card_of
from engine.decks.game.drafts import parse_pick
from engine.decks.game.game import DecksGame
from engine.decks.game.stages import AT_DRAFT, AT_PLAY
from engine.decks.rules.actions import parse_action
from engine.decks.rules.cards import Body, Card
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from tables.answers import due_at
from tables.first_game.showing import MomentGuide, MomentPage, game_guide, moment_guide
from tables.models import LogEntry
from tables.notices import REMATCH
from tables.occasions import ways_back
from tables.phrases.services import PHRASES, lately
from tables.services.consent import is_against_bots, may_offer, may_offer_draw, may_take_back
from tables.services.seats import moves_of
from tables.states import DecksState, decks_state_of
from tables.summaries import seat_name as holder_name
from tables.table.choosing import Choosing, revealed_decks
from tables.table.page import TablePage, TableQuery, mark_names
from tables.table.sharing import own_seats
from tables.table.words import reason_words, result_words, seat_name
from tables.tokens import invitation
from tables.viewers import Viewer
from web.languages import current_language

Kind = LogEntry.Kind


def game_page(viewer: Viewer, asked: TableQuery, language: str, problem: str = "") -> dict[str, Any]:
    """All that the page's templates ask for, as the viewer may see it; ``language`` is that of the moment."""
    state = decks_state_of(viewer.game)
    letter = viewer.letter
    acts = letter in state.to_act() and letter not in state.left
    on_board = state.engine is not None and state.engine.position is not None
    moment = moment_guide(state, language)
    side = _table(viewer, asked, language, problem, moment) if on_board else None
    owner = viewer.seat.owner if viewer.seat is not None else None
    choosing = None
    if side is None and state.engine is not None:
        choosing = Choosing(state, letter if acts else "", owner, language)
    names = {one.letter: seat_name(one, one.letter) for one in viewer.seats} if side is None else side.names
    first_look = on_board and _is_first_look(viewer, state)
    return {
        "game": viewer.game,
        "viewer": viewer,
        "state": state,
        "side": side,
        "page": None if side is None else side.page,
        "choosing": choosing,
        "problem": problem,
        "status": viewer.game.get_status_display(),
        "seats": [_seat(viewer, state, one.letter) for one in viewer.seats],
        "offers": [{**offer, **offer_context(offer, letter)} for offer in viewer.game.offers],
        "log": list(log_words(viewer, state)),
        "ways_back": ways_back(viewer),
        "due": due_at(viewer.game, viewer.seats, state),
        "result": result_words(state.result),
        "reason": "" if state.result is None else reason_words(state.result["reason"], viewer),
        "is_own_turn": acts and (moment is None or not moment.is_over),
        "moment": moment,
        "guide": game_guide(viewer, state, side, language),
        "invitations": invitations(viewer),
        **asking_context(viewer),
        "own_seats": own_seats(viewer),
        "heaps": decks_page(viewer, language)["heaps"] if first_look else [],
        "icons": None if side is None else side.page.icons,
        "mark_names": mark_names(),
        "phrases": PHRASES.items(),
        "phrase_words": {name: str(words) for name, words in PHRASES.items()},
        "said": [(one, names[one], words) for one, words in lately(viewer.game)],
        "data": {"version": state.version, "status": state.status, "names": names, "own": own_seats(viewer)}
        if side is None
        else side.data,
    }


def _table(viewer: Viewer, asked: TableQuery, language: str, problem: str, moment: MomentGuide | None) -> TablePage:
    if moment is None:
        return TablePage(viewer, asked, language, problem)
    page = MomentPage(viewer, asked, language, problem)
    page.attend(moment)
    return page


def invitations(viewer: Viewer) -> list[tuple[str, str]]:
    """The open seats, with the links that take them: for whoever holds a seat."""
    if viewer.seat is None:
        return []
    game = viewer.game
    return [
        (seat.letter, reverse("play:join", args=[game.token, invitation(game, seat.letter)]))
        for seat in viewer.seats
        if not seat.is_taken
    ]


def _seat(viewer: Viewer, state: DecksState, letter: str) -> dict[str, Any]:
    seat = viewer.seat_of(letter)
    return {
        "letter": letter,
        "name": holder_name(seat) or _("nobody yet"),
        "is_own": viewer.seat is not None and letter == viewer.letter,
        "is_to_act": letter in state.to_act(),
        "has_left": letter in state.left,
    }


def decks_page(viewer: Viewer, language: str) -> dict[str, Any]:
    """The decks as they are revealed: everybody may see them, whoever watches too."""
    owner = viewer.seat.owner if viewer.seat is not None else None
    heaps = revealed_decks(decks_state_of(viewer.game), owner, language)
    names = {one.letter: seat_name(one, one.letter) for one in viewer.seats}
    return {"game": viewer.game, "heaps": [(names.get(heap.letter, heap.letter), heap) for heap in heaps]}


def _is_first_look(viewer: Viewer, state: DecksState) -> bool:
    """Whether the decks are to be shown by themselves: to whoever plays and has done nothing since they were dealt.

    Where Champions are named the decks were shown then; a game that goes on from another one has shown them there.
    """
    if viewer.seat is None or state.result is not None or state.setup["champions"]:
        return False
    if state.setup.get("imported") or state.setup.get("guide"):
        return False
    seat = SEAT_NAMES.index(viewer.letter)
    return not any(done.seat == seat and done.turn[0] == AT_PLAY for done in state.done)


def _named(card: Any) -> str:
    """A card of a view in words."""
    if card is None:
        return _("a hidden card")
    if isinstance(card, str):
        card = card_of(card).card.written_out()
    values = f"{card['av']}/{card['hp']}" if "hp" in card else f"{card['av']}"
    abilities = f", {', '.join(card['abilities'])}" if card.get("abilities") else ""
    return f"{card['name']} ({card['cost']}: {values}{abilities})"


def _parcel(parcel: Any) -> str:
    return "; ".join(_named(card) for card in parcel) if isinstance(parcel, list) else _named(parcel)


def action_words(before: DecksGame, action: str) -> str:
    """An action in words of the language of the moment; ``before`` is the game before it."""
    if before.stage == AT_DRAFT and before.draft is not None:
        pick = parse_pick(action)
        row = before.view(None)["draft"].get("row", [])
        return _("Take %(cards)s") % {"cards": _parcel(row[pick.at]) if pick.at < len(row) else str(pick.at)}
    if before.stage == AT_PLAY and before.position is not None:
        return tell(_named_for_reader(before.position), parse_action(action)).text
    return action


def _named_for_reader(position: Position) -> Position:
    """A copy in which the cards that an action may name have the reader's names."""
    language = current_language()
    named = position.copy()
    player = named.seats[named.active]
    player.hand = [_in_language(card, language) for card in player.hand]
    if player.champion is not None:
        player.champion = _in_language(player.champion, language)
    for row in named.rows:
        for creature in row:
            body = creature.body
            symbiote = None if body.symbiote is None else _in_language(body.symbiote, language)
            creature.body = Body(_in_language(body.card, language), symbiote, body.champion)
    return named


def _in_language(card: Card, language: str) -> Card:
    known = own_card(card)
    name = card.name if known is None else known.name.in_language(language)
    return Card(name, card.is_creature, card.cost, card.av, card.hp, card.slugs, card.reference, card.sharpened)


def log_words(viewer: Viewer, state: DecksState) -> Iterator[str]:
    """The log, the last entry first."""
    spoken = {done.version: action_words(before, done.action) for done, before, _after in state.before(0)}
    taken_back = _("taken back")
    for entry in viewer.game.log.filter(version__lte=state.version).order_by("-version"):
        if entry.kind == Kind.ACTION:
            yield f"{entry.seat}: {spoken.get(entry.version, taken_back)}"
        else:
            yield _entry_words(entry)


def _entry_words(entry: LogEntry) -> str:
    seat = {"seat": entry.seat}
    if entry.kind == Kind.TERMS:
        return _("%(seat)s names a Champion: %(card)s") % {**seat, "card": _named(entry.data["card"])}
    if entry.kind == Kind.OVER:
        return result_words(entry.data["result"])
    return {
        Kind.JOINED: _("%(seat)s has come to the table"),
        Kind.TAKEN_BACK: _("%(seat)s takes back a turn"),
        Kind.RESIGNED: _("%(seat)s resigns"),
        Kind.DEADLINE: _("%(seat)s has not ended the turn in time"),
        Kind.DRAW: _("A draw is agreed"),
    }[Kind(entry.kind)] % seat


def offer_context(offer: dict[str, Any], letter: str) -> dict[str, Any]:
    """What a page shows of an offer beside what it is: whether a seat is to answer it, or made it."""
    return {
        "words": offer_words(offer["kind"]),
        "asks": letter in offer["answers"] and offer["answers"][letter] is None,
        "is_own": letter == offer["by"],
    }


def asking_context(viewer: Viewer) -> dict[str, Any]:
    """What a player may ask for now, on the pages of all games: nothing is offered that would be refused."""
    return {
        "may_take_back": may_take_back(viewer),
        "may_offer_draw": viewer.seat is not None and may_offer_draw(viewer),
        "is_against_bots": viewer.seat is not None and is_against_bots(viewer),
        "may_offer_rematch": viewer.seat is not None and may_offer(viewer, REMATCH),
        "seat_moves": moves_of(viewer.seats),
    }


def offer_words(kind: str) -> str:
    return {"take-back": _("to take back a turn"), "draw": _("a draw"), "rematch": _("a rematch")}[kind]
