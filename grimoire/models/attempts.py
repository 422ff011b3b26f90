"""Attempts: who has come how far with a page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from grimoire.models.puzzles import Puzzle, Rated

SPACING: Final = (1, 3, 7, 21)  # days after which a failed puzzle is due again, each after the repetition before it


class Attempt(models.Model):
    """One solver's work on one page, kept from the first play on, so that a reload or another tab loses nothing.

    ``line`` is what is laid out now (actions in text form), ``hint_level`` how many hints were taken, ``tries`` how
    many answers were judged. ``first_try`` is how the first judged answer went: it counts for ratings if no help came
    before it: no hint (``hint_level_at_first`` is 0) and no look at what the Assault would do (``saw_preview``); then
    ``rated_at`` and ``rating_after`` keep when, and the solver's rating with it. ``revision`` counts changes, for tabs
    that meet.

    Whoever looks at a page and has kept nothing has an attempt that is not saved.
    """

    class State(models.TextChoices):
        OPEN = "open", _("In progress")
        SOLVED = "solved", _("Solved")
        SHOWN = "shown", _("Solution viewed")

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="attempts")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="attempts")
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    line = models.JSONField(default=list)
    answer = models.JSONField(default=dict)  # what was said last to a page on which something is foretold
    hint_level = models.PositiveSmallIntegerField(default=0, db_column="rung")
    tries = models.PositiveIntegerField(default=0)
    first_try = models.BooleanField(null=True)
    hint_level_at_first = models.PositiveSmallIntegerField(default=0, db_column="rung_at_first")
    saw_preview = models.BooleanField(default=False)  # before the first answer
    is_rated = models.BooleanField(default=False)
    rated_at = models.DateTimeField(null=True, blank=True)
    rating_after = models.FloatField(null=True, blank=True)  # None too for what another, given up, rating came of
    revision = models.PositiveIntegerField(default=0)
    started = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(auto_now=True)
    solved_at = models.DateTimeField(null=True, blank=True)  # also when the solution was looked at before
    # Whether the time from the start to the solve is one: none is known of what was solved elsewhere than on its page.
    is_timed = models.BooleanField(default=True, db_default=True)
    shown_at = models.DateTimeField(null=True, blank=True)
    # Of a failed first try: the day (UTC) when the puzzle is due again, and how many repetitions were right in a row.
    # Neither is set where it failed before repetitions were kept: it is due at once.
    due_on = models.DateField(null=True, blank=True)
    due_step = models.PositiveSmallIntegerField(default=0, db_default=0)

    # Whether its position is one that its owner does not know from elsewhere, where a request has read that.
    is_new_to_solver: bool | None = None

    worked_out: Any = None  # of its line, by ``grimoire.attempt_state.state_of``; lives as long as the instance

    part_of = "owner"
    names = (_("puzzle tried or solved"), _("puzzles tried or solved"))

    class Meta:
        ordering = ("-touched",)
        constraints = (models.UniqueConstraint(fields=("owner", "puzzle"), name="one_attempt_of_an_owner"),)
        indexes = (
            models.Index(fields=("owner", "state")),
            models.Index(fields=("owner", "due_on"), condition=models.Q(first_try=False), name="attempts_due"),
        )

    def __str__(self) -> str:
        return f"{self.owner}: {self.puzzle}, {self.state}"

    @property
    def is_find(self) -> bool:
        """Whether a play is to be found, else an outcome foretold."""
        return self.puzzle.kind == Puzzle.Kind.FIND

    @property
    def has_earned(self) -> bool:
        """Whether the solution may be seen for it: found, or looked at before."""
        return self.state in (self.State.SOLVED, self.State.SHOWN)

    @property
    def may_preview(self) -> bool:
        """Whether what the Assault would do may be shown: it was asked for on purpose, or nothing depends on it now."""
        return self.saw_preview or self.first_try is not None or self.has_earned

    @property
    def has_tried(self) -> bool:
        """Whether an answer was judged or a hint taken."""
        return self.tries > 0 or self.hint_level > 0

    def write(self, *, revision: int, unless_changed: Sequence[str] = (), **fields: Any) -> bool:
        """Saves a change made upon a revision, in one statement; the attempt is then as it stands in the database.

        Where there is another revision by now, or one of the fields ``unless_changed`` is another one, nothing is saved
        and all of it read again: then False. One that is not there yet is inserted with it; raises ``IntegrityError``
        where somebody else was faster.
        """
        now = timezone.now()
        if self.pk is None:
            for name, value in {**fields, "revision": revision + 1}.items():
                setattr(self, name, value)
            self.save(force_insert=True)
            return True
        as_read = {name: getattr(self, name) for name in unless_changed}
        if Attempt.objects.filter(pk=self.pk, revision=revision, **as_read).update(
            revision=F("revision") + 1, touched=now, **fields
        ):
            for name, value in {**fields, "revision": revision + 1, "touched": now}.items():
                setattr(self, name, value)
            return True
        self.read_again()
        return False

    def read_again(self) -> None:
        """Reads again what may have changed: the page and the solver stay the same, and what was worked out of them."""
        self.refresh_from_db(fields=[field.name for field in self._meta.concrete_fields if not field.is_relation])

    def judged(self, is_right: bool, now: datetime) -> dict[str, Any]:
        """The fields that a verdict changes, with their values."""
        fields: dict[str, Any] = {"tries": self.tries + 1, **self.first_answer(is_right)}
        if self.is_due(now.date()):
            fields |= due_after(self.due_step + 1 if is_right else 0, now.date())
        if is_right:
            fields["solved_at"] = self.solved_at or now
            fields["state"] = self.State.SOLVED if self.state == self.State.OPEN else self.state
        return fields

    def first_answer(self, is_right: bool) -> dict[str, Any]:
        """The fields that say how the first answer went, with their values; none after that."""
        if self.first_try is not None:
            return {}
        due = {} if is_right else due_after(0, timezone.now().date())
        return {"first_try": is_right, "hint_level_at_first": self.hint_level, **due}

    def is_due(self, day: date) -> bool:
        """Whether the next answer counts as a repetition."""
        if self.first_try is not False:
            return False
        return self.due_step == 0 if self.due_on is None else self.due_on <= day


def due_after(step: int, day: date) -> dict[str, Any]:
    """The fields of an attempt after so many right repetitions in a row, the last one on a day."""
    due_on = day + timedelta(days=SPACING[step]) if step < len(SPACING) else None
    return {"due_step": step, "due_on": due_on}


class Solver(Rated):
    """How well an owner solves."""

    owner = models.OneToOneField(Owner, models.CASCADE, related_name="solver")

    part_of = "owner"
    names = (_("rating as a solver"), _("ratings as a solver"))

    def __str__(self) -> str:
        return f"{self.owner}: {self.rating:.0f}"
