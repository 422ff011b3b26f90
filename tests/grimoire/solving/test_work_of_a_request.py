"""What one request costs: how often it has the engine read, follow and resolve, and what it asks of the database.

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

from accounts.models import Owner
from board import services as board_services
from engine.decks.formats import interchange
from grimoire import following, outcomes
from grimoire.models import Attempt, Puzzle
from grimoire.solving import judging
from tests.grimoire.factories import make_book, make_owner, make_puzzle

pytestmark = pytest.mark.django_db

WIN: Final = "3 at A upper 0"
COUNTED: Final = {
    "read": interchange.read_position,
    "follow": following.follow,
    "resolve": board_services.resolve,
    "judge": judging.judge_followed_line,
    "course": outcomes.course_of,
}


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each was called since the counter was cleared, from wherever in the site or the engine."""
    counted: Counter[str] = Counter()

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*given: Any, **options: Any) -> Any:
            counted[name] += 1
            return function(*given, **options)

        return called

    for name, function in COUNTED.items():
        wrapped = counting(name, function)
        for module in [*sys.modules.values()]:
            if getattr(module, "__name__", "").split(".")[0] in ("engine", "grimoire", "rulings", "cards"):
                for attribute, value in [*vars(module).items()]:
                    if value is function:
                        monkeypatch.setattr(module, attribute, wrapped)
    judging._judged.cache_clear()
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
        assert solver.send(action=action) == (ONCE, 6)


def test_taking_a_card_back_reads_follows_and_resolves_once(solver: Solver) -> None:
    solver.send(action="1 upper")
    assert solver.send(do="undo") == (ONCE, 6)
    solver.send(action=WIN)
    assert solver.send(do="reset") == (ONCE, 6)


def test_judging_reads_follows_and_resolves_once(solver: Solver) -> None:
    calls, statements = solver.send(do="judge")
    assert calls == {**ONCE, "judge": 1}
    assert statements == 6


def test_what_was_judged_before_is_not_judged_again(solver: Solver) -> None:
    for _again in range(2):
        solver.send(do="judge")
        solver.send(do="reset")
    calls, statements = solver.send(do="judge")
    assert calls == ONCE
    assert statements == 6


def test_a_guest_asks_less_of_the_database(puzzle: Puzzle, calls: Counter[str]) -> None:
    calls, statements = Solver(puzzle, calls, None).send(do="judge")
    assert calls == {**ONCE, "judge": 1}
    assert statements == 4


def test_hints_read_follow_and_resolve_once(solver: Solver) -> None:
    for rung in "1234":
        calls, statements = solver.send("hint", rung=rung)
        assert calls == ONCE
        assert statements <= 7


def test_opening_the_page_reads_follows_and_resolves_once(solver: Solver) -> None:
    solver.send(action="1 upper")
    calls, statements = solver.open()
    assert calls == ONCE
    assert statements <= 9  # one of them counts the games that wait for the reader


# The statements of a judged answer, by what each is for: how it begins. ``SAVEPOINT`` is a transaction's BEGIN here.
PURPOSES: Final = {
    'SELECT "django_session"': "session",
    'SELECT "accounts_user"': "account",
    'SELECT "accounts_owner"': "owner",
    'SELECT "grimoire_puzzle"': "page and attempt",
    "INSERT INTO accounts_allowance": "limit",
    "SAVEPOINT": "begin",
    'UPDATE "grimoire_attempt" SET "revision"': "verdict",
    'UPDATE "grimoire_puzzle"': "counts and rating of the page",
    'SELECT "grimoire_attempt"': "what the rating depends on",
    'UPDATE "grimoire_attempt" SET "is_rated"': "claim of the rating",
    'INSERT INTO "grimoire_solver"': "rating of the solver",
    "RELEASE SAVEPOINT": "commit",
    'SELECT "grimoire_bookpage"': "the page's neighbours in its book",
}
LOCKS: Final = (" FOR UPDATE", " FOR NO KEY UPDATE")
READ: Final = ["session", "account", "owner", "page and attempt", "limit"]


def purposes(statements: CaptureQueriesContext) -> list[str]:
    """What each statement is for; one that is for nothing known as it is. PostgreSQL is asked to lock rows beside."""
    texts = [query["sql"].strip() for query in statements.captured_queries]
    texts = [text for text in texts if not text.endswith(LOCKS)]
    return [next((PURPOSES[begin] for begin in PURPOSES if text.startswith(begin)), text) for text in texts]


def judged(solver: Solver, line: str) -> list[str]:
    """The purposes of the statements of judging a line of one action."""
    solver.send(action=line)
    attempt = Attempt.objects.get(puzzle=solver.puzzle, owner__user__username="solver")
    data = {"revision": attempt.revision, "line": line, "do": "judge"}
    address = reverse("grimoire:change_line", args=[solver.puzzle.token])
    # The limit's first use in its minute, which sweeps, is behind us.
    solver.client.post(address, {**data, "revision": 999}, headers={"HX-Request": "true"})
    with CaptureQueriesContext(connection) as statements:
        assert solver.client.post(address, data, headers={"HX-Request": "true"}).status_code == 200
    return purposes(statements)


def test_a_right_answer_is_kept_and_counted_in_one_transaction(solver: Solver) -> None:
    """Two rows change together, and the page that opens shows where it stands in its book."""
    kept = ["begin", "verdict", "counts and rating of the page", "commit"]
    assert judged(solver, WIN) == [*READ, *kept, "the page's neighbours in its book"]


@pytest.mark.parametrize(("line", "shows"), [("1 upper", []), (WIN, ["the page's neighbours in its book"])])
def test_a_first_answer_is_rated_in_three_statements_more(
    puzzle: Puzzle, calls: Counter[str], line: str, shows: list[str]
) -> None:
    """Eight are not enough: who asks, and for what, are five; four rows of three tables change, in one transaction and
    by what is read in it."""
    owner = make_owner("solver")
    solver = Solver(puzzle, calls, owner, has_answered=False)
    rated = ["what the rating depends on", "claim of the rating", "rating of the solver"]
    kept = ["begin", "verdict", *rated, "counts and rating of the page", "commit"]
    assert judged(solver, line) == [*READ, *kept, *shows]
    assert Attempt.objects.get(owner=owner).is_rated
