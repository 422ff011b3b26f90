"""View models of races: who is there, when it begins, how everybody stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import Owner
from contract.registry import GAMES
from grimoire.models import PuzzleRace, TrainingRun
from grimoire.models.puzzles import DECKS
from grimoire.training.racing import MAX_RACERS, MIN_RACERS, Place, has_waited_in_vain, places, racers_in


@dataclass(frozen=True)
class ShownPlace:
    """A line of the standings; ``share`` is the score in hundredths of the best one."""

    place: Place
    name: str
    is_own: bool
    share: int


@dataclass(frozen=True)
class RacePage:
    """A race as somebody sees it: ``own`` is their run, None for who only looks on."""

    race: PuzzleRace
    own: TrainingRun | None
    names: list[tuple[str, bool]]  # of the racers, the host's first, each with whether it is the reader's
    standings: list[ShownPlace]  # empty until it begins
    milliseconds: int | None  # until it begins; None while people gather
    is_too_late: bool  # to start it

    @property
    def game(self) -> str:
        """The title of the game, where that has to be said."""
        return "" if self.race.game == DECKS else GAMES[self.race.game].title

    @property
    def is_host(self) -> bool:
        return bool(self.names) and self.names[0][1]

    @property
    def can_start(self) -> bool:
        return len(self.names) >= MIN_RACERS

    @property
    def is_full(self) -> bool:
        return len(self.names) >= MAX_RACERS

    @property
    def is_live(self) -> bool:
        """Whether somebody still races."""
        return any(shown.place.is_running for shown in self.standings)

    @property
    def countdown(self) -> int:
        """Whole seconds until it begins."""
        return -(-(self.milliseconds or 0) // 1000)


def race_page(race: PuzzleRace, owner: Owner | None, now: datetime) -> RacePage:
    runs = list(racers_in(race))
    names = {run.pk: _name_of(run, number) for number, run in enumerate(runs, start=1)}
    own = next((run for run in runs if owner is not None and run.owner_id == owner.pk), None)
    best = max((run.score for run in runs), default=0) or 1
    standings = [
        ShownPlace(place, names[place.run.pk], place.run == own, 100 * place.run.score // best)
        for place in (places(runs, now) if race.is_begun(now) else ())
    ]
    left = None if race.starts_at is None else max(0, int((race.starts_at - now).total_seconds() * 1000))
    racers = [(names[run.pk], run == own) for run in runs]
    return RacePage(race, own, racers, standings, left, has_waited_in_vain(race, now))


def _name_of(run: TrainingRun, number: int) -> str:
    """What a racer is called; guests who have not said are told apart by their places in the list."""
    return run.owner.name_at_tables or _("Guest %(number)d") % {"number": number}
