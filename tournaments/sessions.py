"""A tournament's Mutation sessions: four of its players, or bots, go into one with their names and seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.begun import made_before, token_for
from accounts.forms import OneLineField
from accounts.models import Owner
from contract.registry import GAMES
from engine.decks.rules.abilities import SEASON_2
from engine.decks.sessions.schedule import SEATS
from engine.decks.sessions.standings import is_final, write_standings
from games.decks.forms import BOT_NAMES, set_choices
from mutation.models import MutationSession, SessionSeat
from mutation.services import bots, creating, seating
from mutation.services.creating import DEALT, DRAFT, MINE, OPEN, SessionPlan, faults_of_sets, playable_set
from mutation.services.ledgers import ledger_of
from mutation.starting.forms import NAME, SET_FAULTS, WAY_NAMES
from tournaments.models import Entrant, Tournament, TournamentSession
from tournaments.services.games import DECKS
from tournaments.services.reading import held, note_change, read_whole

Phase = Tournament.Phase
_PLAYER: Final = "player-"  # before an entrant's number, as a choice


def may_have_sessions(tournament: Tournament) -> bool:
    """Whether Mutation sessions, which are of Clash of Decks, can be a part of it: of an evening that goes on."""
    is_evening = tournament.kind == Tournament.Kind.EVENING and tournament.phase != Phase.OVER
    return is_evening and tournament.asked["game"] == DECKS


@dataclass(frozen=True, slots=True)
class EventSession:
    """A session of a tournament: ``standings`` as the session has them, none before its first game."""

    session: MutationSession
    players: list[str]
    standings: list[dict[str, Any]]
    is_final: bool


def sessions_of(tournament: Tournament, owner: Owner | None) -> list[EventSession]:
    """The sessions of a tournament that whoever looks may open, the latest first."""
    rows = TournamentSession.objects.filter(tournament=tournament).select_related("session").order_by("-pk")
    sessions = [row.session for row in rows]
    seated: set[int] = set()
    if owner is not None:
        seats = SessionSeat.objects.filter(session__in=sessions, owner=owner)
        seated = set(seats.values_list("session", flat=True))
    return [_event(session) for session in sessions if session.is_readable_by(owner) or session.pk in seated]


def _event(session: MutationSession) -> EventSession:
    state = ledger_of(session).state
    has_games = session.phase not in (MutationSession.Phase.DECKS, MutationSession.Phase.DRAFT)
    standings = write_standings(state) if has_games else []
    return EventSession(session, list(session.players.values()), standings, is_final(state))


def event_of(session: MutationSession, owner: Owner | None) -> tuple[str, str] | None:
    """The name and address of the tournament that a session is played in, if whoever looks may see it."""
    row = TournamentSession.objects.filter(session=session).select_related("tournament").first()
    if row is None or not row.tournament.is_readable_by(owner):
        return None
    return row.tournament.name, row.tournament.get_absolute_url()


class TournamentSessionForm(forms.Form):
    """Who plays at which seat, with which sets. The first players who have not withdrawn are chosen already."""

    name = OneLineField(label=_("Session name"), max_length=NAME, required=False)
    set_one = forms.ChoiceField(label=_("First set"))
    set_two = forms.ChoiceField(label=_("Second set"))
    way = forms.ChoiceField(
        label=_("How to get the cards"), choices=[(way, WAY_NAMES[way]) for way in (DRAFT, DEALT)], initial=DRAFT
    )

    def __init__(self, sent: QueryDict | None, tournament: Tournament) -> None:
        super().__init__(sent, initial={"name": tournament.name})
        self.tournament = tournament
        self.plan: SessionPlan | None = None
        sets = list(set_choices(tournament.owner))
        for place, name in enumerate(("set_one", "set_two")):
            self.fields[name] = forms.ChoiceField(label=self.fields[name].label, choices=sets, initial=sets[place][0])
        self.entrants = {f"{_PLAYER}{entrant.number}": entrant for entrant in read_whole(tournament).active}
        players = [(value, entrant.name) for value, entrant in self.entrants.items()]
        choices = [*([(_("Players"), players)] if players else []), (_("A bot"), BOT_NAMES)]
        for place, letter in enumerate(SEATS):
            self.fields[f"seat_{letter}"] = forms.ChoiceField(
                label=_("Player at %(letter)s") % {"letter": letter},
                choices=choices,
                initial=players[place][0] if place < len(players) else BOT_NAMES[-1][0],
            )

    def seat_fields(self) -> Iterable[forms.BoundField]:
        return (self[f"seat_{letter}"] for letter in SEATS)

    def other_fields(self) -> Iterable[forms.BoundField]:
        return (self[name] for name in ("set_one", "set_two", "way", "name"))

    def seated(self) -> dict[str, Entrant]:
        """The entrants by the letters of their seats."""
        chosen = {letter: self.entrants.get(self.cleaned_data[f"seat_{letter}"]) for letter in SEATS}
        return {letter: entrant for letter, entrant in chosen.items() if entrant is not None}

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        numbers = [entrant.number for entrant in self.seated().values()]
        if len(set(numbers)) < len(numbers):
            self.add_error(None, _("Each player takes one seat."))
        sets = [playable_set(cleaned[name], SEASON_2, self.tournament.owner) for name in ("set_one", "set_two")]
        if sets[0] is None or sets[1] is None:
            self.add_error("set_two", _("One of the chosen sets no longer exists."))
            return cleaned
        fault = faults_of_sets(sets[0], sets[1])
        if fault:
            self.add_error("set_two", SET_FAULTS[fault])
        if not self.errors:
            self.plan = self._plan((sets[0], sets[1]))
        return cleaned

    def _plan(self, sets: tuple[creating.PlayableSet, creating.PlayableSet]) -> SessionPlan:
        seated, owner = self.seated(), self.tournament.owner_id
        levels = {letter: _bot_at(self.cleaned_data[f"seat_{letter}"], seated.get(letter)) for letter in SEATS}
        titles = dict(BOT_NAMES)
        return SessionPlan(
            name=self.cleaned_data["name"] or self.tournament.name,
            edition=SEASON_2,
            players={
                letter: f"{titles[levels[letter]]} {letter}" if letter not in seated else seated[letter].name
                for letter in SEATS
            },
            seats={letter: levels[letter] or (MINE if seated[letter].owner_id == owner else OPEN) for letter in SEATS},
            sets=sets,
            way=self.cleaned_data["way"],
        )


def _bot_at(choice: str, entrant: Entrant | None) -> str:
    """The level of the bot at a seat; "" for a person."""
    if entrant is None:
        return choice
    character = GAMES[DECKS].adapter.characters.get(entrant.bot)
    return entrant.bot if character is None else character.level


@transaction.atomic
def start_session(
    tournament: Tournament, plan: SessionPlan, seated: Mapping[str, Entrant], page: str = ""
) -> MutationSession:
    """A session of the tournament's players, each of whom has their seat at once; the same form twice, one session.

    A tournament that nobody has started starts with it, without a round. Raises ``RequestRefused``.
    """
    owner = tournament.owner
    assert owner is not None
    existing = made_before(MutationSession, owner, page)
    if existing is not None:
        return existing
    with held(tournament):
        session = creating.create(plan, owner, token_for(MutationSession, page))
        for letter, entrant in seated.items():
            if plan.seats[letter] == OPEN and entrant.owner is not None:
                seating.hold(session, session.seats.get(letter=letter), entrant.owner)
        TournamentSession.objects.create(tournament=tournament, session=session)
        starts = {"phase": Phase.RUNNING, "began": timezone.now()} if tournament.phase == Phase.OPEN else {}
        note_change(tournament, **starts)
    transaction.on_commit(lambda: bots.run(session))
    return session
