"""Who plays: joining, late too, withdrawing, coming back, bots; and in an arena who waits for the next match."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import Max, Q
from django.utils import translation

from accounts.models import Owner
from contract.registry import GAMES
from contract.seating import level_name
from games.decks.cardpool import written_deck
from tournaments.models import MAX_ENTRANTS, Entrant, Tournament
from tournaments.services import rounds
from tournaments.services.games import config_of, seats_of
from tournaments.services.reading import held, note_change
from web.refusals import RequestRefused, not_found

MAX_NAME = 24
MAX_ROWS = 2 * MAX_ENTRANTS  # with those who withdrew


def needs_deck(tournament: Tournament) -> bool:
    """Whether everybody brings a deck of their own."""
    return tournament.on_site and tournament.asked.get("format") == "constructed"


def join(tournament: Tournament, owner: Owner, name: str, deck: str = "") -> Entrant:
    """Enters somebody, or has them come back after they withdrew, with the deck that they had. ``name`` is what they
    are called, "" for a guest who has not said; ``deck`` the token of a deck, where one is brought.

    Raises ``RequestRefused``: ``closed``, ``full``, ``rated-account``, and whatever is wrong with the deck.
    """
    if tournament.rated and owner.user_id is None:
        raise RequestRefused(403, "rated-account", "a rated tournament needs an account: sign in")
    with held(tournament):
        own = tournament.entrants.filter(owner=owner).first()
        if own is not None and not own.is_out:
            return own
        if not tournament.admits and (own is None or tournament.phase == Tournament.Phase.OVER):
            raise RequestRefused(409, "closed", "nobody can join any more")
        if own is None:
            brought = _deck(tournament, owner, deck) if needs_deck(tournament) else None
            own = _entrant(tournament, name=name, owner=owner, deck=brought, is_waiting=True)
            own.save()
        else:
            _come_back(tournament, own)
        note_change(tournament)
    rounds.advance_later(tournament)
    return own


def _entrant(tournament: Tournament, name: str, **values: Any) -> Entrant:
    """A new one, with the tournament held. Two of the same name are told apart by a number."""
    _check_room(tournament)
    number = (tournament.entrants.aggregate(last=Max("number"))["last"] or 0) + 1
    called = {each.casefold() for each in tournament.entrants.values_list("name", flat=True)}
    chosen, more = name[:MAX_NAME] or f"Guest {number}", 2
    while chosen.casefold() in called:
        ending = f" {more}"
        chosen, more = name[: MAX_NAME - len(ending)] + ending, more + 1
    return Entrant(tournament=tournament, number=number, name=chosen, **values)


def _come_back(tournament: Tournament, own: Entrant) -> None:
    """With the tournament held. Whoever still has a match to play waits for no other one."""
    _check_room(tournament)
    own.is_out, own.is_waiting = False, not _is_busy(tournament, own)
    own.save()


def bring_back(tournament: Tournament, entrant: Entrant) -> None:
    """Has somebody be paired again who withdrew, or was withdrawn. Raises ``RequestRefused``: ``full``."""
    with held(tournament):
        own = tournament.entrants.filter(pk=entrant.pk, is_out=True).first()
        if own is None or tournament.phase == Tournament.Phase.OVER or not may_come_back(tournament, own):
            return
        _come_back(tournament, own)
        note_change(tournament)
    rounds.advance_later(tournament)


def may_come_back(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether somebody would play for them: an account that was deleted has left a place for which nobody does."""
    return bool(entrant.owner_id is not None or entrant.bot or not tournament.on_site)


def _check_room(tournament: Tournament) -> None:
    """Whoever withdrew leaves their place to another, as often as there are places."""
    if _room(tournament) < 1:
        raise RequestRefused(409, "full", "there is no place left")


def _room(tournament: Tournament) -> int:
    """How many more may play."""
    playing, all_entrants = tournament.entrants.filter(is_out=False).count(), tournament.entrants.count()
    return min(min(tournament.capacity, MAX_ENTRANTS) - playing, MAX_ROWS - all_entrants)


def add_player(tournament: Tournament, name: str) -> Entrant:
    """Enters somebody who has no device here, at real tables: the organiser reports for them.

    Raises ``RequestRefused``: ``on-site``, ``no-name``, ``closed``, ``full``.
    """
    if tournament.on_site:
        raise RequestRefused(422, "on-site", "games on this site are played by those who join")
    if not name:
        raise RequestRefused(422, "no-name", "say what the player is called")
    with held(tournament):
        if not tournament.admits:
            raise RequestRefused(409, "closed", "nobody can join any more")
        own = _entrant(tournament, name=name, is_waiting=True)
        own.save()
        note_change(tournament)
    rounds.advance_later(tournament)
    return own


def _deck(tournament: Tournament, owner: Owner, token: str) -> list[dict[str, Any]]:
    """The cards of a deck, written out. Raises ``RequestRefused`` where a game could not be played with it."""
    if not token:
        raise RequestRefused(422, "no-deck", "bring a deck")
    cards = written_deck(token, tournament.asked.get("edition", "season-2"), owner)
    config_of(tournament.asked, owner, {}, dict.fromkeys(seats_of(tournament.asked), cards))
    return cards


def find_entrant(tournament: Tournament, number: int) -> Entrant:
    """Raises ``RequestRefused``."""
    entrant = tournament.entrants.filter(number=number).first()
    if entrant is None:
        raise not_found("player")
    return entrant


def withdraw(tournament: Tournament, entrant: Entrant) -> None:
    """Has somebody not be paired any more; before the first round they are simply not there. A match of theirs that is
    open stays so: it is played, lost by the clock, or decided."""
    with held(tournament):
        own = tournament.entrants.filter(pk=entrant.pk).first()
        if own is None or own.is_out or tournament.phase == Tournament.Phase.OVER:
            return
        if tournament.phase == Tournament.Phase.OPEN:
            own.delete()
        else:
            own.is_out, own.is_waiting = True, False
            own.save(update_fields=["is_out", "is_waiting"])
        note_change(tournament)


def wait(tournament: Tournament, entrant: Entrant) -> None:
    """In an arena: somebody is ready for the next match."""
    with held(tournament):
        if _is_busy(tournament, entrant):
            return
        if not tournament.entrants.filter(pk=entrant.pk, is_out=False).update(is_waiting=True):
            return
        note_change(tournament)
    rounds.advance_later(tournament)


def _is_busy(tournament: Tournament, entrant: Entrant) -> bool:
    """Whether a match of theirs is open."""
    return tournament.matches.filter(Q(first=entrant) | Q(second=entrant), outcome="").exists()


def add_bots(tournament: Tournament, count: int, bot: str) -> None:
    """Fills up with bots of a level or character, as many as have room. Raises ``RequestRefused``: ``closed``,
    ``full``, ``no-bots`` (where results are reported, where decks are brought, where it is rated)."""
    adapter = GAMES[tournament.asked["game"]].adapter
    if not tournament.on_site or needs_deck(tournament) or tournament.rated:
        raise RequestRefused(422, "no-bots", "no bots play in this tournament")
    if bot not in adapter.characters and bot not in adapter.levels:
        raise RequestRefused(422, "no-bots", "there is no such bot")
    with held(tournament):
        if not tournament.admits:
            raise RequestRefused(409, "closed", "nobody can join any more")
        _check_room(tournament)
        room = _room(tournament)
        character = adapter.characters.get(bot)
        for _number in range(max(0, min(count, room))):
            with translation.override(settings.LANGUAGE_CODE):  # told apart by numbers, whoever adds them
                name = level_name(bot) if character is None else character.name
            _entrant(tournament, name=name, bot=bot, is_waiting=True).save()
        note_change(tournament)
    rounds.advance_later(tournament)
