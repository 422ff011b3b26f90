"""How a game of Clash of Decks ended: which blow it was, and what each seat had left."""

from __future__ import annotations

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.naming import own_card
from contract.guide import is_moment
from contract.pages import GameEnding
from engine.decks.game.game import DecksGame
from engine.decks.rules.modes import CO_OP, SEAT_NAMES, TEAMS
from engine.decks.rules.trace import events as ev
from games.decks.deal.models import DealTry
from games.decks.deal.services import is_shown
from games.decks.state import DecksState
from tables.showing.page import TablePage

BY_TEAMS: Final = (CO_OP.name, TEAMS.name)


def ending(page: TablePage) -> GameEnding:
    state = page.state
    assert isinstance(state, DecksState)
    engine = state.engine
    if engine is None or engine.position is None or is_moment(state.setup):
        return GameEnding()
    seats = engine.position.seats
    analysis = (_("Analysis board"), reverse("analysing:from_game", args=[page.game.token]))
    return GameEnding(
        why=_why(page, engine),
        by_teams=state.mode.name in BY_TEAMS,
        columns=[_("HP"), _("Turns")],
        scores={
            SEAT_NAMES[number]: [f"{seat.hp} ({_('Fort') if seat.fort else _('Bastion')})", str(seat.turn)]
            for number, seat in enumerate(seats)
        },
        links=[
            (_("Replay"), reverse("play:replay", args=[page.game.token])),
            (_("Review"), reverse("play:review", args=[page.game.token])),
            *([analysis] if engine.actions else []),
            *_deal(page),
        ],
    )


def _deal(page: TablePage) -> list[tuple[str, str]]:
    """The way back to the deal of a day, from a try at it."""
    tried = DealTry.objects.filter(game=page.game.pk).values_list("day", flat=True).first()
    if tried is None or not is_shown(tried):
        return []
    return [(_("Deal of the day"), f"{reverse('play:deal')}?day={tried}")]


def _why(page: TablePage, engine: DecksGame) -> str:
    """Why the engine ended the game; "" where its players did."""
    result = engine.result
    if result is None:
        return ""
    if result.reason == "turn-limit":
        return _("Every player has played 100 turns.")
    events = [event for event, _is_open in engine.seen[-1]]
    loser = next(event.player for event in events if isinstance(event, ev.Over))
    assert loser is not None
    is_own = page.held == [SEAT_NAMES[loser]]
    seat_name = page.short_names[SEAT_NAMES[loser]]
    if result.reason == "stronghold-alone":
        words = _("Only your Stronghold is left.") if is_own else _("Only the Stronghold of %(seat)s is left.")
        return words % {"seat": seat_name}
    hit = next((event for event in reversed(events) if isinstance(event, ev.StrongholdHit)), None)
    played = next((event for event in events if isinstance(event, ev.Played)), None)
    if hit is not None and hit.player == loser and hit.who is not None:
        row, _place, name = hit.who
        return _of_blow(page, loser, row >> 1, _named(engine, name, page.language), hit.amount)
    if played is not None:
        card = _named(engine, played.card.name, page.language)
        if played.player != loser:
            return _of_blow(page, loser, played.player, card, 0 if hit is None else hit.amount)
        words = (
            _("Playing %(card)s cost your Fort its last HP.")
            if is_own
            else _("Playing %(card)s cost the Fort of %(seat)s its last HP.")
        )
        return words % {"card": card, "seat": seat_name}
    if result.reason == "pile-empty":
        return _("The pile of %(seat)s is empty.") % {"seat": seat_name}
    words = _("Your Fort has no HP left.") if is_own else _("The Fort of %(seat)s has no HP left.")
    return words % {"seat": seat_name}


def _of_blow(page: TablePage, loser: int, striker: int, card: str, amount: int) -> str:
    """The sentence on the card that destroyed a Stronghold, with ``amount`` damage, 0 where it was none."""
    if page.held == [SEAT_NAMES[loser]]:
        words = ngettext(
            "%(card)s destroyed your Fort: %(n)d damage.", "%(card)s destroyed your Fort: %(n)d damage.", amount
        )
        plain = _("%(card)s destroyed your Fort.")
    elif page.held == [SEAT_NAMES[striker]]:
        words = ngettext(
            "Your %(card)s destroyed the Fort of %(seat)s: %(n)d damage.",
            "Your %(card)s destroyed the Fort of %(seat)s: %(n)d damage.",
            amount,
        )
        plain = _("Your %(card)s destroyed the Fort of %(seat)s.")
    else:
        words = ngettext(
            "%(card)s destroyed the Fort of %(seat)s: %(n)d damage.",
            "%(card)s destroyed the Fort of %(seat)s: %(n)d damage.",
            amount,
        )
        plain = _("%(card)s destroyed the Fort of %(seat)s.")
    return (words if amount else plain) % {"card": card, "seat": page.short_names[SEAT_NAMES[loser]], "n": amount}


def _named(engine: DecksGame, name: str, language: str) -> str:
    """A card of the game, or a Creature with its Symbiote, as readers of a language call it."""
    assert engine.knowledge is not None
    known = {card.name: own_card(card) for card in engine.knowledge.scene.cards}
    parts = [(part, known.get(part)) for part in name.split(" + ")]
    return " + ".join(part if card is None else card.name.in_language(language) for part, card in parts)
