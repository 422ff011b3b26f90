"""Attempts: who has come how far with a page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from board.services import Resolved, resolve
from engine.kernel.errors import IllegalAction
from grimoire.following import Followed, StartingPosition, follow, read_start, read_written, step
from grimoire.models.puzzles import Puzzle, Rated
from grimoire.outcomes import Course, course_of
from grimoire.page_games import game_of
from web.languages import current_language


class Attempt(models.Model):
    """One solver's work on one page, kept from the first play on, so that a reload or another tab loses nothing.

    ``line`` is what is laid out now (actions in text form), ``rung`` how many hints were taken, ``tries`` how many
    answers were judged. ``first_try`` is how the first judged answer went: it counts for ratings if no help came before
    it: no hint (``rung_at_first`` is 0) and no look at what the Assault would do (``saw_preview``); then ``rated_at``
    and ``rating_after`` keep when, and the solver's rating with it. ``revision`` counts changes, for tabs that meet.

    What follows from the page and the line (``start``, ``followed``, ``resolved``) is worked out once for each attempt
    that is read: all that answers one request asks the same one. Whoever looks at a page and has kept nothing has an
    attempt that is not saved.
    """

    class State(models.TextChoices):
        OPEN = "open", _("Under way")
        SOLVED = "solved", _("Solved")
        SHOWN = "shown", _("Solution looked at")

    owner = models.ForeignKey(Owner, models.CASCADE, related_name="attempts")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="attempts")
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    line = models.JSONField(default=list)
    answer = models.JSONField(default=dict)  # what was said last to a page on which something is foretold
    rung = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    first_try = models.BooleanField(null=True)
    rung_at_first = models.PositiveSmallIntegerField(default=0)
    saw_preview = models.BooleanField(default=False)  # before the first answer
    is_rated = models.BooleanField(default=False)
    rated_at = models.DateTimeField(null=True, blank=True)
    rating_after = models.FloatField(null=True, blank=True)  # None too for what another, given up, rating came of
    revision = models.PositiveIntegerField(default=0)
    started = models.DateTimeField(auto_now_add=True)
    touched = models.DateTimeField(auto_now=True)
    solved_at = models.DateTimeField(null=True, blank=True)  # also when the solution was looked at before
    shown_at = models.DateTimeField(null=True, blank=True)

    # Whether its position is one that its owner does not know from elsewhere, where a request has read that.
    is_new_to_solver: bool | None = None

    _start: tuple[str, StartingPosition] | None = None  # with its language
    _followed: Followed | None = None
    _resolved: tuple[list[str], Resolved] | None = None  # with its line
    _course: Course | None = None

    part_of = "owner"
    names = (_("page tried or solved"), _("pages tried or solved"))

    class Meta:
        ordering = ("-touched",)
        constraints = (models.UniqueConstraint(fields=("owner", "puzzle"), name="one_attempt_of_an_owner"),)
        indexes = (models.Index(fields=("owner", "state")),)

    def __str__(self) -> str:
        return f"{self.owner}: {self.puzzle}, {self.state}"

    # What follows from the page and the line

    @property
    def start(self) -> StartingPosition:
        """Where the page begins, in the language of the moment."""
        return self.start_in(current_language())

    def start_in(self, language: str) -> StartingPosition:
        """Where the page begins, with the site's own cards named in ``en`` or ``fr``."""
        if self._start is None or self._start[0] != language:
            self._start = (language, read_start(self.puzzle.position, language))
            self._resolved = self._course = None
        return self._start[1]

    def share_start(self, other: Attempt) -> None:
        """Takes over what another attempt at the same page has read of it."""
        self._start, self._course = other._start, other._course

    @property
    def followed(self) -> Followed:
        """Where the line has led. Raises ``IllegalAction`` for one that cannot be played."""
        if self._followed is None:
            self._followed = follow(self.start.position, self.line)
        elif self._followed.line != self.line:
            self._followed.go_to(self.line)
        return self._followed

    @property
    def resolved(self) -> Resolved:
        """The resolved line, step by step, in the language of the moment."""
        return self.resolve(self.line)

    def resolve(self, line: Sequence[str]) -> Resolved:
        """A line of this page, resolved; the one that was asked for last is there already."""
        start, line = self.start, list(line)
        if self._resolved is None or self._resolved[0] != line:
            self._resolved = (line, resolve(start.position, (*start.opening, *line)))
        return self._resolved[1]

    @property
    def course(self) -> Course:
        """The Assault of a page on which it is foretold: its end is the answer, a secret until the gate is open."""
        start = self.start
        if self._course is None:
            self._course = course_of(start.position)
        return self._course

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
        return self.tries > 0 or self.rung > 0

    # What is done to it

    def begin_anew_if_changed(self) -> bool:
        """Lays the page out anew where the line can no longer be played: an author may have taken the page back and
        changed it. Says whether that was so; saves nothing."""
        if not self.is_find or game_of(self.puzzle).can_be_played(self):
            return False
        self.line, self.answer, self._followed = [], {}, None
        return True

    def line_with(self, action: str) -> list[str]:
        """The line with a card played after it. Raises ``IllegalAction`` that says why not."""
        if action not in self.followed.legal:
            step(self.followed.copy(), read_written(action))
            raise IllegalAction("not-available", action)
        return [*self.line, action]

    def line_without_last(self) -> list[str]:
        """The line without its last play; the whole line where the turn has only begun, and from a judged answer back
        to what was laid out for it."""
        if self.answer:
            laid: list[str] = self.answer.get("laid", [])
            return list(laid)
        line: list[str] = self.line
        return line[:-1] if self.can_take_back else line

    @property
    def can_take_back(self) -> bool:
        """Whether there is a play of the present turn."""
        return len(self.followed.actions) > self.followed.kept

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
        if is_right:
            fields["solved_at"] = self.solved_at or now
            fields["state"] = self.State.SOLVED if self.state == self.State.OPEN else self.state
        return fields

    def first_answer(self, is_right: bool) -> dict[str, Any]:
        """The fields that say how the first answer went, with their values; none after that."""
        return {"first_try": is_right, "rung_at_first": self.rung} if self.first_try is None else {}


class Solver(Rated):
    """How well an owner solves."""

    owner = models.OneToOneField(Owner, models.CASCADE, related_name="solver")

    part_of = "owner"
    names = (_("rating as a solver"), _("ratings as a solver"))

    def __str__(self) -> str:
        return f"{self.owner}: {self.rating:.0f}"
