"""What the searches of the composer try, one setting after the other, and what they keep of what they find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import astuple
from functools import cache
from typing import Any, Final

from board.naming import written_out
from board.services import site_cards
from engine.decks.cli.play import cards_of
from engine.decks.composing import Wishes, attempt
from engine.decks.composing.assessment import answered, goal_of, is_sound, likeness
from engine.decks.composing.editing import CardPlace, Editable
from engine.decks.composing.mending import REMOVE, Change, Mending, keeps_solution
from engine.decks.composing.merits import first_turn, only_moves, tempting_tries
from engine.decks.composing.tidying import tidying
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.actions import PLAY_LINE
from engine.decks.rules.cards import Card
from engine.decks.rules.position import Position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Answer, Budget, solve
from engine.decks.solving.objective import PREDICT
from grimoire.caching import cached_if_complete
from grimoire.gate import same_puzzles
from grimoire.keys import exact_key, position_key, proof_key, seated
from grimoire.models import Composition, Proof, Puzzle
from grimoire.proving.searching import Finding, engine_version, needs_no_play

Clock = Callable[[], float]
Found = dict[str, Any]

BASE_NODES: Final = 2_000_000  # of the position itself
BASE_SECONDS: Final = 20.0
MAX_BASES: Final = 16  # that a worker keeps
MIN_NODES: Final = 20_000  # of each setting, at least and at most
MAX_NODES: Final = 200_000
MAX_FOUND: Final = 12  # proposals that are kept
MAX_ALIKE: Final = 2  # of one kind at one place
ENOUGH: Final = 60  # proposals met, the best of which are kept
WANTED: Final = 6  # puzzles after each of which a search for new ones rests
MAX_PUZZLES: Final = 24  # that one search finds

NEEDED: Final = "needed"
SOLVED_ALREADY: Final = "correct"
UNSOUND: Final = "unsound"
UNFINISHED: Final = "unfinished"
PREDICTION: Final = "prediction"


class Search:
    """One search on its row. Each call of ``step`` tries one setting; ``is_over`` says when it rests, ``is_exhausted``
    when there is nothing more to try.

    ``clock`` is looked at within long proofs too, and jumps to the end of all time when nobody wants them any more.
    """

    def __init__(self, row: Composition, clock: Clock) -> None:
        self.row = row
        self.clock = clock
        self.is_over = self.is_exhausted = False

    def step(self) -> None:
        raise NotImplementedError

    def stop(self, problem: str) -> None:
        self.row.problem = problem
        self.is_over = self.is_exhausted = True

    def values(self) -> dict[str, Any]:
        """What of the row has changed."""
        row = self.row
        return {
            "base": row.base, "tried": row.tried, "counts": row.counts, "found": row.found,
            "found_count": row.found_count, "problem": row.problem, "is_exhausted": self.is_exhausted,
        }  # fmt: skip


class _OfPosition(Search):
    """A search that starts from a position of the author's."""

    def __init__(self, row: Composition, clock: Clock) -> None:
        super().__init__(row, clock)
        self.position = read_position(row.position)
        self.answer = _base_answer(exact_key(self.position), self.position, clock)
        self.row.base = Finding.of(self.position, self.answer, abilities=()).answer
        self.nodes = min(max(4 * self.answer.nodes, MIN_NODES), MAX_NODES)
        if not self.answer.complete:
            self.stop(UNFINISHED)


@cached_if_complete(MAX_BASES, lambda key, position, clock: key)
def _base_answer(key: str, position: Position, clock: Clock) -> tuple[Answer, bool]:
    """The solver's answer to the position itself, which each step of a search begins with."""
    answer = solve(position, budget=Budget(BASE_NODES, BASE_SECONDS, clock))
    return answer, answer.complete


class Unique(_OfPosition):
    """Changes after which a position has one solution; two at a time where no single one does it."""

    def __init__(self, row: Composition, clock: Clock) -> None:
        super().__init__(row, clock)
        if goal_of(self.position) == PREDICT:
            self.stop(PREDICTION)
        elif is_correct(self.position, self.answer):
            self.stop(SOLVED_ALREADY)
        self.mending = Mending(self.position, site_pool(self.position.edition), row.pk, self.nodes)
        self.mending.counts = {int(number): count for number, count in row.counts.items()}
        self.pairs: list[tuple[Change, Change]] | None = None

    def step(self) -> None:
        changes = self._setting()
        if changes is None or self.row.found_count >= ENOUGH:
            self.is_over = self.is_exhausted = True
            return
        number = self.row.tried
        self.row.tried += 1
        made = self.mending.attempt(changes)
        if made is None:
            return
        puzzle, answer = made
        if is_correct(puzzle, answer):
            keeps = keeps_solution(self.position, self.answer, puzzle, answer)
            told = [change.to_json(self.position) for change in changes]
            self.row.found = _best([*self.row.found, {**found(puzzle, answer), "changes": told, "keeps": keeps}])
            self.row.found_count += 1
        elif len(changes) == 1:
            self.mending.count(number, len(self.answer.solutions), answer)
            self.row.counts = {str(number): count for number, count in self.mending.counts.items()}

    def _setting(self) -> tuple[Change, ...] | None:
        number, singles = self.row.tried, self.mending.singles
        if number < len(singles):
            return (singles[number],)
        if self.pairs is None:
            self.pairs = [] if self.row.found_count and number == len(singles) else self.mending.pairs()
        return self.pairs[number - len(singles)] if number - len(singles) < len(self.pairs) else None


class Tidy(_OfPosition):
    """What can be taken away; it starts from what is left each time, so ``found`` has the last state alone, and
    ``counts`` the places of which the cards are needed there."""

    def __init__(self, row: Composition, clock: Clock) -> None:
        super().__init__(row, clock)
        if not self.is_over and not is_correct(self.position, self.answer):
            self.stop(UNSOUND)
        if row.found and not self.is_over:
            self.position = read_position(row.found[0]["position"])
            self.answer = answered(self.position, self.nodes)
        needed = [CardPlace(*place) for place in row.counts.get(NEEDED, [])]
        self.tries = tidying(self.position, self.answer, Wishes(plays=0, nodes=self.nodes), needed)

    def step(self) -> None:
        place, draft = next(self.tries, (None, None))
        if place is None:
            self.is_over = self.is_exhausted = True
            return
        self.row.tried += 1
        if draft is None:
            self.row.counts = {NEEDED: [*self.row.counts.get(NEEDED, []), astuple(place)]}
        else:
            self.row.counts = {}
            gone = [
                *(self.row.found[0]["changes"] if self.row.found else []),
                Change(REMOVE, place).to_json(self.position),
            ]
            self.position, self.answer = draft
            self.row.found = [{**found(*draft), "changes": gone}]
            self.row.found_count = len(gone)


class Find(Search):
    """Puzzles as somebody wishes them, none of which is published already."""

    def __init__(self, row: Composition, clock: Clock) -> None:
        super().__init__(row, clock)
        wishes: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in row.wishes.items()
        }
        self.wishes = Wishes(**wishes)
        self.pool = site_pool(self.wishes.edition)

    def step(self) -> None:
        puzzle = attempt(self.row.pk, self.row.tried, self.pool, self.wishes, lambda: self.clock() != float("inf"))
        self.row.tried += 1
        if puzzle is not None and all(puzzle["likeness"] != other["likeness"] for other in self.row.found):
            position = read_position(seated(written_out(puzzle["position"])))  # whoever solves it sits on the left
            new = {**found(position, solve(position)), "likeness": puzzle["likeness"]}
            if not _is_published(proof_of(new)):
                self.row.found = [*self.row.found, new]
                self.row.found_count += 1
                self.is_over = self.row.found_count % WANTED == 0
                self.is_exhausted = self.row.found_count >= MAX_PUZZLES


KINDS: Final[Mapping[str, type[Search]]] = {
    Composition.Kind.UNIQUE: Unique,
    Composition.Kind.TIDY: Tidy,
    Composition.Kind.FIND: Find,
}


@cache
def site_pool(edition: str) -> tuple[Card, ...]:
    """The site's cards that an edition can be played with."""
    return cards_of(site_cards(), edition)


def is_correct(position: Position, answer: Answer) -> bool:
    """Whether there is one solution, which plays something."""
    return is_sound(answer) and not needs_no_play(position, answer.to_json()["solutions"])


def found(position: Position, answer: Answer) -> Found:
    """A puzzle with one solution, as it is kept: its position, what ``nearness`` needs of its proof, its merits."""
    assert answer.difficulty is not None
    features = answer.difficulty.features
    is_prediction = goal_of(position) == PREDICT
    plays = [action for action in first_turn(answer.solutions[0]) if action.kind >= PLAY_LINE]
    return {
        "position": written_out(write_position(position)),
        "answer": {"solutions": answer.to_json()["solutions"], "tries": answer.to_json().get("tries", [])},
        "likeness": likeness(position, answer, []),
        "level": answer.difficulty.level,
        "cards": len(Editable(position).cards()),
        "plays": 0 if is_prediction else len(plays),
        "only_moves": None if is_prediction else only_moves(position, answer),
        "near_misses": features.get("near_misses", 0),
        "tempting": 0 if is_prediction else len(tempting_tries(position, answer)),
        "changes": [],
        "keeps": False,
    }


def proof_of(entry: Found) -> Proof:
    """The proof of what was found, not saved: what the gates ask for."""
    return proof_for(entry["position"], entry["answer"])


def proof_for(data: dict[str, Any], answer: dict[str, Any]) -> Proof:
    return Proof(
        key=proof_key(read_position(data)),
        position=data,
        rules_version=RULES_VERSION,
        engine_version=engine_version(),
        state=Proof.State.DONE,
        answer=answer,
    )


def _is_published(proof: Proof) -> bool:
    """Whether a puzzle is one that there is, or is near one."""
    puzzles = Puzzle.objects.filter(same_puzzles(position_key(read_position(proof.position)), proof))
    return puzzles.filter(published_at__isnull=False).exists()


def _best(entries: list[Found]) -> list[Found]:
    """The proposals to keep: those with few changes, a solution that was there, no new card and near misses first."""

    def rank(entry: Found) -> tuple[int, ...]:
        new_cards = sum("new" in change for change in entry["changes"])
        return len(entry["changes"]), not entry["keeps"], new_cards, -entry["tempting"], -entry["near_misses"]

    entries = sorted(entries, key=rank)
    kept, alike = [], Counter[str]()
    for entry in entries:
        of_kind = str([_sort(change) for change in entry["changes"]])
        alike[of_kind] += 1
        if alike[of_kind] <= MAX_ALIKE:
            kept.append(entry)
    return kept[:MAX_FOUND]


def _sort(change: Mapping[str, Any]) -> tuple[Any, ...]:
    return change["kind"], change.get("seat"), change.get("row"), change.get("at") if change["kind"] != "add" else None
