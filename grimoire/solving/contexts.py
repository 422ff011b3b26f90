"""View models of the solving page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Owner
from board.arrangement import MARK_NAMES
from board.plays import Told, tell_line
from board.sentences import as_sentences
from engine.decks.rules.modes import SEAT_NAMES
from grimoire.challenges.pages import ChallengePanel, challenge_panel
from grimoire.goals import goal_text, lack_text
from grimoire.lines import replay_line
from grimoire.solving.free_play import FreePlay, enemy_turns
from grimoire.solving.line_on_board import FAILED_VIEW, LAYING, PREVIEW, SOLVED_VIEW, LineOnBoard
from grimoire.solving.prediction_form import Asking, asking_of
from grimoire.solving.queries import place_in_book
from grimoire.solving.review import FREE, TRY, WAY
from grimoire.solving.solving_text import failure_words, hand_words, try_words
from grimoire.solving.stumbling import StumblingBlock, blocks_of
from grimoire.twins import Twin, twins_of


@dataclass(frozen=True, slots=True)
class Coach:
    """The panel beside the board: ``state`` is ``turn``, ``right``, ``wrong`` or ``look``."""

    state: str
    icon: str
    head: str
    says: str


@dataclass(frozen=True, slots=True)
class LaidTurn:
    """A turn of the line: the letter of its seat, its actions in words, each with whether it can no longer be taken
    back; of an enemy's what makes it the answer, and the line ``before`` it where the reader may play it."""

    seat: str
    is_own: bool
    actions: tuple[tuple[Told, bool], ...]
    reason: str = ""
    before: tuple[str, ...] | None = None
    free_href: str = ""  # where it is played; empty where that has to be asked for first


class SolvePanel(LineOnBoard):
    """Everything beside the board."""

    @property
    def goal(self) -> str:
        return goal_text(self.state.start.position, self.language)

    @property
    def turn_words(self) -> str:
        """Which turn it is, for objectives of more than one."""
        count = self.line_state.walker.objective.turns
        if count == 1 or not self.can_play:
            return ""
        turn = min(max(self.line_state.turn, 1), count)
        return _("Turn %(turn)d of %(count)d") % {"turn": turn, "count": count}

    @property
    def coach(self) -> Coach:
        if self.view == PREVIEW:
            says = _("What the Assault would do. Nothing is final yet.")
            if self.attempt.saw_preview and self.attempt.first_try is None and not self.gate.is_open:
                says += " " + _("It counts as help: your rating won't change.")
            return Coach("look", "spyglass", _("Preview"), says)
        if self.view == WAY:
            head = _("Solution") if self.is_find else _("The Assault")
            return Coach("look", "open-book", head, _("Step through it; this doesn't count."))
        if self.view == TRY:
            return Coach("look", "broken-shield", _("A failed try"), self._try_words())
        if self.free is not None:
            return Coach("look", "crossed-swords", _("Free play"), self._free_words(self.free))
        if self.view == SOLVED_VIEW:
            return Coach("right", "laurels", _("Well done"), as_sentences(self._praise(), self._due_again()))
        if self.view == FAILED_VIEW:
            says = failure_words(self.answer) if self.is_find else self._graded_words()
            return Coach(
                "wrong",
                "broken-shield",
                _("Not quite"),
                as_sentences(hand_words(self.state.start.position, self.answer), says),
            )
        if self.line_state.position.is_over and not self.line_state.state.reached:
            says = _("The game ended without reaching the objective. Undo, or check your answer.")
            return Coach("wrong", "broken-shield", _("The game is over"), says)
        return Coach("turn", "candle-flame", _("Your turn"), self._call())

    @cached_property
    def challenge(self) -> ChallengePanel | None:
        """What was found, on a page that was published without a proof."""
        if not self.puzzle.challenge:
            return None
        return challenge_panel(self.puzzle, self.state.start.begun, tells=self.gate.is_open)

    @property
    def next_twin(self) -> Twin | None:
        """The first twin that is left to solve, once this one is solved."""
        if self.view != SOLVED_VIEW:
            return None
        twins = twins_of(self.puzzle, self.attempt.owner, self.language)
        return next((twin for twin in twins if not twin.is_solved and not twin.is_current), None)

    def _try_words(self) -> str:
        assert self.solution is not None
        refuted = self.solution.tries[int(self.query.view.partition("-")[2])]
        return as_sentences(try_words(self.state.start.position, refuted), refuted.why)

    def _free_words(self, free: FreePlay) -> str:
        if free.is_reached:
            return _("The objective is reached.")
        if free.lack is not None:
            return lack_text(free.lack.to_json())
        if free.line_state.is_solvers_turn:
            if free.holds is None:
                return _("Your turn. Nothing counts here.")
            return _("Your turn. Still won: find the answer.") if free.holds else _("Your turn. No longer won.")
        if free.holds is None:
            return _("You play %(seat)s's turn. Nothing counts here.") % {"seat": self.seat}
        if free.holds:
            return _("You play %(seat)s's turn. No reply refutes your line.") % {"seat": self.seat}
        return _("You play %(seat)s's turn. A reply refutes your line.") % {"seat": self.seat}

    def _call(self) -> str:
        if not self.is_find:
            return _("How does it end?")
        if self.asks_ways:
            return _("Try things out on the board, then type how many ways there are.")
        if self.line_state.state.reached or self.line_state.position.is_over:
            return _("Check your answer, or undo.")
        if self.line_state.turn > 1 and not self.state.can_take_back:
            return _("So far so good. The defence has replied: continue.")
        return _("Choose a card, then its place.") if self.legal else _("Nothing more can be played.")

    def _praise(self) -> str:
        attempt = self.attempt
        if attempt.shown_at:
            return _("The objective is reached.") if self.is_find else _("All of it is right.")
        if attempt.first_try and attempt.saw_preview:
            return _("On the first try, with a preview.")
        if attempt.first_try and not attempt.hint_level_at_first:
            return _("On the first try, without hints.")
        if attempt.first_try:
            return _("On the first try.")
        return ngettext("After %(count)d try.", "After %(count)d tries.", attempt.tries) % {"count": attempt.tries}

    def _due_again(self) -> str:
        """When a puzzle that was failed at first is due again, for whoever trains these."""
        days = (self.attempt.due_on - timezone.now().date()).days if self.attempt.due_on else 0
        if not self.query.again or days < 1:
            return ""
        return ngettext("Due again in %(count)d day.", "Due again in %(count)d days.", days) % {"count": days}

    def _graded_words(self) -> str:
        grades = self.answer.get("grades", {})
        right = sum(bool(value) for value in grades.values())
        return ngettext(
            "%(right)d of %(count)d is right.", "%(right)d of %(count)d are right.", right
        ) % {"right": right, "count": len(grades)}  # fmt: skip

    @property
    def laid(self) -> list[tuple[Told, bool]]:
        """The line so far in words, and for each action whether it can no longer be taken back."""
        line = self.shown if self.view in (WAY, TRY, FREE) else self.line
        line_state = self.line_state if self.free is None else self.free.line_state
        kept_count = line_state.kept - line_state.opening
        sentences = tell_line(self.state.start.begun, line)
        return [(sentence, place < kept_count) for place, sentence in enumerate(sentences) if line[place] != "end-turn"]

    @property
    def turns(self) -> list[LaidTurn]:
        """The line so far, turn by turn; what an enemy answered is told apart, without its Mana phase."""
        own_seats = self._own_seats()
        turns = [
            (seat, tuple(entry for entry in actions if seat in own_seats or entry[0].action != "mana"))
            for seat, actions in groupby(self.laid, key=lambda entry: entry[0].seat)
        ]
        answers = [number for number, (seat, _actions) in enumerate(turns) if seat not in own_seats]
        laid_turns = [
            LaidTurn(seat, seat in own_seats, actions, self._why_so(seat) if [number] == answers[-1:] else "")
            for number, (seat, actions) in enumerate(turns)
        ]
        if answers and self.free is None:
            number = answers[-1]
            laid_turns[number] = self._to_play_freely(laid_turns[number])
        return laid_turns

    def _to_play_freely(self, turn: LaidTurn) -> LaidTurn:
        """An enemy's turn, with where the reader may play it in their stead."""
        before = self._before_last_answer()
        if before is None:
            return turn
        href = self.review.free_href(before) if self.may_preview else ""
        return replace(turn, before=before, free_href=href)

    def _before_last_answer(self) -> tuple[str, ...] | None:
        """The line that is shown, without the last turn of an enemy who has a choice and what followed."""
        line, line_state = self.line, self.line_state
        if self.view in (WAY, TRY):
            line, line_state = self.shown, replay_line(self.state.start.position, self.shown)
        places = list(enemy_turns(line_state))
        return tuple(line[: places[-1]]) if places else None

    def _why_so(self, seat: str) -> str:
        """What makes an enemy's turn the answer; an AI has no choice."""
        if SEAT_NAMES.index(seat) in self.line_state.position.mode.ai_seats:
            return ""
        if self.free is not None:
            return ""
        if self.view == TRY or self.answer.get("refuted"):
            return _("This reply refutes your plan.")
        return _("The strongest reply.")

    @property
    def stumbling_blocks(self) -> list[StumblingBlock]:
        if self.view != FAILED_VIEW or not self.is_find or self.asks_ways:
            return []
        own_seats = {SEAT_NAMES.index(seat) for seat in self._own_seats()}
        return blocks_of(self.page, own_seats, self.answer)

    @property
    def lost_by(self) -> str:
        """The action of the answer that put the goal out of reach, as a sentence; "" where nobody knows."""
        place = self.answer.get("lost_at")
        if self.view != FAILED_VIEW or place is None:
            return ""
        sentence = tell_line(self.state.start.begun, self.line)[place]
        if not sentence.is_play:
            return _("Up to the Assault the objective was still in reach: something was missing.")
        if place == 0:
            return _("The first play put the objective out of reach: %(play)s.") % {"play": sentence.text}
        return _("Up to there it was still in reach. What lost it: %(play)s.") % {"play": sentence.text}

    @property
    def asking(self) -> Asking | None:
        """The form of a page on which something is foretold."""
        return None if self.is_find else asking_of(self.attempt)

    @property
    def data(self) -> dict[str, Any]:
        """For the script: what can be played, what the line is with and without its last play, and from which step to
        show what has happened."""
        return {
            "view": self.view,
            "legal": self.legal,
            "seat": self.seat,
            "own": self._own_seats(),
            "line": ";".join(self.line if self.free is None else self.shown),
            "undone": self._undone(),
            "from": self.laid_step,
            "says": self._announced(),
            "open": self.gate.is_open,
        }

    def _undone(self) -> str:
        """The line after taking back."""
        if self.free is not None:
            return ";".join(self.free.before)
        return ";".join(self.answer.get("laid", ()) if self.answer else self.line[:-1])

    def _own_seats(self) -> str:
        """The letters of the seats whose turns the solver plays."""
        seats = range(self.line_state.position.mode.seats)
        return "".join(SEAT_NAMES[seat] for seat in seats if self.line_state.walker.objective.helps(seat))

    def _announced(self) -> str:
        """The announcement of a change for screen readers: the last play, or the verdict."""
        if self.view == LAYING and self.can_undo:
            return self.laid[-1][0].text
        return as_sentences(self.coach.head, self.coach.says)

    @property
    def begin(self) -> dict[str, Any]:
        """The board before anything is played, for the script."""
        arranged = self.page.arrangements[self.page.start_step]
        return {"zones": arranged.zones, "seats": arranged.seats, "status": arranged.status}


def page_context(panel: SolvePanel, owner: Owner | None) -> dict[str, Any]:
    """The context of the whole page. Its place in a book is looked up where it is shown."""
    puzzle = panel.puzzle
    return {
        "puzzle": puzzle,
        "panel": panel,
        "page": panel.page,
        "in_book": cache(lambda: place_in_book(puzzle, owner, panel.query.book)),
        "icons": panel.page.icons,
        "mark_names": _mark_names(),
        "level": range(1, 6) if puzzle.level else (),
        "is_own": puzzle.is_owned_by(owner),
        "twins": twins_of(puzzle, owner, panel.language),
        "canonical": puzzle.get_absolute_url(),
    }


def _mark_names() -> list[str]:
    return [name for _flag, name in MARK_NAMES]
