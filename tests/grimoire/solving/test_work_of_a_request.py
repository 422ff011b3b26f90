"""The work of one request: how often it has the engine read, follow and resolve, and what it asks of the database.

The engine's functions do their work and are counted at every place from which the site calls them. Statements are all
that ``CaptureQueriesContext`` sees: sessions, accounts, limits and savepoints too. The minute has begun already for the
limits, whose first use in a minute sweeps out what is old: one statement more.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Owner
from board import services as board_services
from contract.glicko import RatedGame, rate
from engine.decks.formats import interchange
from grimoire import lines, outcomes
from grimoire.community.ratings import rating_of
from grimoire.models import Attempt, Puzzle
from grimoire.models import Solver as SolverRating
from grimoire.solving import judging, services
from grimoire.solving.queries import puzzle_and_attempt
from grimoire.solving.services import ClientState
from tests.grimoire.factories import make_book, make_owner, make_puzzle

pytestmark = pytest.mark.django_db

WIN: Final = "3 at A upper 0"
COUNTED: Final = {
    "read": interchange.read_position,
    "follow": lines.replay_line,
    "resolve": board_services.resolve,
    "judge": judging.judge_line_state,
    "course": outcomes.course_of,
}


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each was called since the counter was cleared, from wherever in the site or the engine."""
    counted: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **options: Any) -> Any:
            counted[name] += 1
            return function(*arguments, **options)

        return called

    for name, function in COUNTED.items():
        wrapped = counting(name, function)
        for module in [*sys.modules.values()]:
            if getattr(module, "__name__", "").split(".")[0] in ("engine", "grimoire", "rulings", "cards"):
                for attribute, value in [*vars(module).items()]:
                    if value is function:
                        monkeypatch.setattr(module, attribute, wrapped)
    judging.verdict_on.cache.clear()
    return counted


class Solver:
    """Somebody with an account, or a guest, who sends what the page's script sends."""

    def __init__(self, puzzle: Puzzle, calls: Counter[str], owner: Owner | None, *, has_answered: bool = True) -> None:
        self.puzzle = puzzle
        self.calls = calls
        self.client = Client()
        if owner is not None and owner.user is not None:
            self.client.force_login(owner.user)
        self.client.get(puzzle.get_absolute_url())
        if has_answered:
            for do in ({"action": "1 upper"}, {"do": "judge"}, {"do": "reset"}):  # the first answer, which is rated
                self.send(**do)

    def send(self, name: str = "change_line", **data: str) -> tuple[dict[str, int], int]:
        """Makes a change: what it called, and how many statements it took."""
        attempt = Attempt.objects.filter(puzzle=self.puzzle).first()
        seen = (
            {"revision": attempt.revision, "line": ";".join(attempt.line)} if attempt else {"revision": 0, "line": ""}
        )
        address = reverse(f"grimoire:{name}", args=[self.puzzle.token])
        return self.counted(lambda: self.client.post(address, {**seen, **data}, headers={"HX-Request": "true"}))

    def open(self) -> tuple[dict[str, int], int]:
        """Opens the whole page."""
        return self.counted(lambda: self.client.get(self.puzzle.get_absolute_url()))

    def counted(self, ask: Callable[[], Any]) -> tuple[dict[str, int], int]:
        self.calls.clear()
        with CaptureQueriesContext(connection) as statements:
            answer = ask()
        assert answer.status_code == 200
        return dict(self.calls), len(statements)


@pytest.fixture
def puzzle() -> Puzzle:
    puzzle = make_puzzle(position="win")
    make_book(None, [make_puzzle(position="damage"), puzzle, make_puzzle(position="destroy")])
    return puzzle


@pytest.fixture
def solver(puzzle: Puzzle, calls: Counter[str]) -> Solver:
    return Solver(puzzle, calls, make_owner("solver"))


ONCE: Final = {"read": 1, "follow": 1, "resolve": 1}


def test_playing_a_card_reads_follows_and_resolves_once(solver: Solver) -> None:
    for action in ("1 upper", "1 lower"):
        assert solver.send(action=action) == (ONCE, 5)


def test_taking_a_card_back_reads_follows_and_resolves_once(solver: Solver) -> None:
    solver.send(action="1 upper")
    assert solver.send(do="undo") == (ONCE, 5)
    solver.send(action=WIN)
    assert solver.send(do="reset") == (ONCE, 5)


def test_judging_reads_follows_and_resolves_once(solver: Solver) -> None:
    calls, statements = solver.send(do="judge")
    assert calls == {**ONCE, "judge": 1}
    assert statements == 5


def test_what_was_judged_before_is_not_judged_again(solver: Solver) -> None:
    for _again in range(2):
        solver.send(do="judge")
        solver.send(do="reset")
    calls, statements = solver.send(do="judge")
    assert calls == ONCE
    assert statements == 5


def test_a_guest_asks_less_of_the_database(puzzle: Puzzle, calls: Counter[str]) -> None:
    calls, statements = Solver(puzzle, calls, None).send(do="judge")
    assert calls == {**ONCE, "judge": 1}
    assert statements == 4


def test_hints_read_follow_and_resolve_once(solver: Solver) -> None:
    for rung in "1234":
        calls, statements = solver.send("hint", rung=rung)
        assert calls == ONCE
        assert statements <= 6


def test_opening_the_page_reads_follows_and_resolves_once(solver: Solver) -> None:
    solver.send(action="1 upper")
    calls, statements = solver.open()
    assert calls == ONCE
    assert statements <= 8  # one of them counts the games that wait for the reader


# The statements of a judged answer, by what each is for: how it begins. With ``BEGIN`` and ``COMMIT`` around those that
# write; in here the test's own transaction is there already.
PURPOSES: Final = {
    'SELECT "django_session"': "session",
    'SELECT "accounts_user"': "account and owner",
    'SELECT "grimoire_puzzle"': "page and attempt",
    "INSERT INTO accounts_allowance": "limit",
    'UPDATE "grimoire_attempt" SET "revision"': "verdict",
    'INSERT INTO "grimoire_attempt"': "verdict",
    'UPDATE "grimoire_puzzle"': "counts and rating of the page",
    "INSERT INTO grimoire_solver": "rating of the solver",
    'SELECT "grimoire_bookpage"': "the page's neighbours in its book",
    "BEGIN": "begin",
    "COMMIT": "commit",
}
READ: Final = ["session", "account and owner", "page and attempt", "limit"]
NEIGHBOURS: Final = "the page's neighbours in its book"
MAX_STATEMENTS: Final = 8


def purposes(statements: CaptureQueriesContext) -> list[str]:
    """The purpose of each statement; one that is for nothing known as it is."""
    texts = [query["sql"].strip() for query in statements.captured_queries]
    return [next((PURPOSES[begin] for begin in PURPOSES if text.startswith(begin)), text) for text in texts]


def judged(solver: Solver, line: str) -> list[str]:
    """The purposes of the statements of judging a line of one action."""
    solver.send(action=line)
    attempt = Attempt.objects.get(puzzle=solver.puzzle, owner__user__username="solver")
    return answered(solver, "change_line", {"revision": str(attempt.revision), "line": line, "do": "judge"})


def answered(solver: Solver, name: str, data: dict[str, str]) -> list[str]:
    """The purposes of the statements of sending an answer."""
    address = reverse(f"grimoire:{name}", args=[solver.puzzle.token])
    # The limit's first use in its minute, which sweeps, is behind us.
    solver.client.post(address, {**data, "revision": "999"}, headers={"HX-Request": "true"})
    with CaptureQueriesContext(connection) as statements:
        assert solver.client.post(address, data, headers={"HX-Request": "true"}).status_code == 200
    return purposes(statements)


def test_a_right_answer_shows_where_its_page_stands_in_the_book(solver: Solver) -> None:
    kept = ["verdict", "counts and rating of the page"]
    assert judged(solver, WIN) == [*READ, *kept, NEIGHBOURS]


RATED: Final = ["verdict", "counts and rating of the page", "rating of the solver"]


@pytest.mark.parametrize("is_sure", [False, True])  # who is sure moves the page's rating too
@pytest.mark.parametrize(("line", "shows"), [("1 upper", []), (WIN, [NEIGHBOURS])])
def test_a_first_answer_is_rated_in_two_statements_more(
    puzzle: Puzzle, calls: Counter[str], line: str, shows: list[str], is_sure: bool
) -> None:
    owner = make_owner("solver")
    if is_sure:
        SolverRating.objects.create(owner=owner, deviation=70, rated_count=50)
    solver = Solver(puzzle, calls, owner, has_answered=False)
    kept = [*READ, *RATED, *shows]
    assert judged(solver, line) == kept
    assert len(kept) <= MAX_STATEMENTS
    assert Attempt.objects.get(owner=owner).is_rated
    puzzle.refresh_from_db()
    assert (puzzle.rated_count, puzzle.attempt_count, puzzle.solved_count) == (is_sure, 1, line == WIN)


def test_an_answer_that_begins_an_attempt_needs_no_statement_more(calls: Counter[str]) -> None:
    owner, page = make_owner("solver"), make_puzzle(position="damage")
    statements = answered(
        Solver(page, calls, owner, has_answered=False), "change_line", {"revision": "0", "do": "judge"}
    )
    assert statements == [*READ, *RATED]
    assert Attempt.objects.get(owner=owner).is_rated


@pytest.mark.django_db(transaction=True)
def test_what_is_rated_is_written_in_one_transaction(puzzle: Puzzle, calls: Counter[str]) -> None:
    solver = Solver(puzzle, calls, make_owner("solver"), has_answered=False)
    assert judged(solver, WIN) == [*READ, "begin", *RATED, "commit", NEIGHBOURS]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("moved", ["page", "solver", "first of the solver"])
def test_a_rating_that_changes_meanwhile_is_read_anew(
    puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch, moved: str
) -> None:
    owner = make_owner("solver")
    if moved != "first of the solver":
        SolverRating.objects.create(owner=owner, deviation=70, rated_count=50, rated_at=timezone.now())
    _page, attempt = puzzle_and_attempt(puzzle.token, owner, to_judge=True)
    getattr(owner, "solver", None)  # read before, as a request does
    if moved == "page":
        Puzzle.objects.filter(pk=puzzle.pk).update(rated_count=1, rating=2000)
    else:
        rating = {"rating": 1900, "deviation": 70, "rated_count": 51}
        SolverRating.objects.update_or_create(owner=owner, defaults=rating)
    page, before = Puzzle.objects.get(pk=puzzle.pk), SolverRating.objects.get()
    services.judge(owner=owner, puzzle=puzzle, client_state=ClientState(0, ()), prefetched=attempt)
    after = SolverRating.objects.get()
    assert after.rated_count == before.rated_count + 1
    assert after.rating == pytest.approx(rate(rating_of(before), [RatedGame(rating_of(page), 0)], 0.0).value)
    attempts = Attempt.objects.all()
    assert [(attempt.is_rated, attempt.tries, attempt.revision) for attempt in attempts] == [(True, 1, 1)]
    puzzle.refresh_from_db()
    assert puzzle.attempt_count == 1
