"""The gate: nothing of a solution leaves the server before it is earned, by whatever way.

The walk below asks for every address of the Grimoire as several people, changes all that is secret in the database,
and asks again: whoever has earned nothing must get the same, byte for byte. An address that is not listed here fails
the test until somebody has thought about it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pypdfium2
import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone, translation

from accounts.models import Owner, Visibility
from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import write
from games.decks.analysing.sources import of_puzzle
from grimoire.authoring.contexts import report_of
from grimoire.booklets.booklet import Booklet, BookletOptions, way_in_words
from grimoire.gate import Sealed, gate_for
from grimoire.keys import proof_key
from grimoire.models import (
    Attempt,
    Book,
    ChallengeFind,
    Championship,
    Comment,
    Composition,
    Contest,
    Proof,
    Puzzle,
    PuzzleAbility,
    PuzzleRace,
    TrainingRun,
)
from grimoire.outcomes import Course, course_of
from grimoire.proving import near_misses
from grimoire.proving.access import Sight
from grimoire.proving.near_misses import near_misses_for
from grimoire.proving.reports import ProofReport
from grimoire.solving import prediction_form, services
from grimoire.solving.judging import GOES_ON, SOLVED, judge_line
from grimoire.solving.questions import PredictionQuestion
from grimoire.solving.review import ReplayRequest, Review
from grimoire.solving.secrecy import (
    FIRST_CARD,
    FIRST_STEP,
    THEME,
    WHERE,
    afterword_of,
    can_hint,
    hint,
    solution_of,
)
from grimoire.solving.services import ClientState
from tests.cards.factories import browser_of, sign_in
from tests.grimoire.factories import make_book, make_owner, make_puzzle, position_json
from tests.marks import some_long

pytestmark = [pytest.mark.django_db, pytest.mark.slow("asks for every address as several people, twice")]

ROOT: Final = Path(__file__).resolve().parents[2]
AFTERWORD: Final = "Zanzibar was the afterword"
AFTERWORD_FR: Final = "Zanzibar, postface"
COMMENT: Final = "Quetzal said it was easy"

Where = Callable[[Puzzle, Book], list[str]]


def page(name: str, *more: str) -> Where:
    return lambda puzzle, book: [reverse(name, args=[puzzle.token]) + query for query in ("", *more)]


def plain(name: str, *more: str) -> Where:
    return lambda puzzle, book: [reverse(name) + query for query in ("", *more)]


def of_book(name: str, *more: str) -> Where:
    return lambda puzzle, book: [reverse(name, args=[book.address]) + query for query in ("", *more)]


def of_proof(name: str) -> Where:
    return lambda puzzle, book: [reverse(name, args=[puzzle.proof.key if puzzle.proof else "none"])]


# Questions for: every address that answers to GET. Searches by what solutions turn on (``on=``) are left out: they
# are asked for on purpose, and say of themselves that they tell something.
READ: Final[dict[str, Where]] = {
    "home:home": plain("home:home", "?watch=1", "?move=1+at+B+upper+0"),
    "board:board": plain("board:board"),
    "analysing:from_puzzle": page("analysing:from_puzzle", "?node=1"),
    "analysing:index": plain("analysing:index"),
    "grimoire:editor": lambda puzzle, book: [
        reverse("grimoire:editor"),
        f"{reverse('grimoire:editor')}?puzzle={puzzle.token}",
    ],
    "grimoire:editor_palette": plain("grimoire:editor_palette"),
    "grimoire:puzzle": page(
        "grimoire:puzzle",
        *(f"?view={view}" for view in ("way-0", "try-0", "preview", "solved", "failed", "free")),
        "?view=free&a=assault;end-turn", "?view=free&a=1+upper", "?view=free&a=1+lower;assault;end-turn;assault",
        "?as=solver", "?as=author", "?step=3", "?view=way-0&step=5",
    ),
    "grimoire:solution": page("grimoire:solution"),
    "grimoire:pack": page("grimoire:pack"),
    "grimoire:book_contents": of_book("grimoire:book_contents"),
    "grimoire:community": page("grimoire:community"),
    "grimoire:embed": page("grimoire:embed"),
    "grimoire:comment": page("grimoire:comment"),
    "grimoire:index": plain("grimoire:index"),
    "grimoire:search": plain("grimoire:search", "?q=Moon", "?q=Zanzibar", "?q=Zanzibar+postface", "?sort=level"),
    "grimoire:daily": plain("grimoire:daily"),
    "grimoire:progress": plain("grimoire:progress"),
    "grimoire:challenges": plain("grimoire:challenges", "?kind=found"),
    "grimoire:contests": plain("grimoire:contests"),
    "grimoire:new_contest": plain("grimoire:new_contest"),
    "grimoire:contest": lambda puzzle, book: [contest.get_absolute_url() for contest in Contest.objects.all()],
    "grimoire:judging": lambda puzzle, book: [
        reverse("grimoire:judging", args=[contest.token]) for contest in Contest.objects.all()
    ],
    "grimoire:championships": plain("grimoire:championships"),
    "grimoire:new_championship": plain("grimoire:new_championship"),
    "grimoire:championship": lambda puzzle, book: [each.get_absolute_url() for each in Championship.objects.all()],
    "grimoire:solve_championship": lambda puzzle, book: [
        reverse("grimoire:solve_championship", args=[each.token, 1]) for each in Championship.objects.all()
    ],
    "grimoire:learn": lambda puzzle, book: [reverse("grimoire:learn", args=["rage"])],
    "grimoire:to_retry": plain("grimoire:to_retry"),
    "grimoire:training": plain("grimoire:training"),
    "grimoire:run": lambda puzzle, book: [run.get_absolute_url() for run in TrainingRun.objects.order_by("pk")],
    "grimoire:race": lambda puzzle, book: [race.get_absolute_url() for race in PuzzleRace.objects.order_by("pk")],
    "grimoire:race_standings": lambda puzzle, book: [
        reverse("grimoire:race_standings", args=[race.token]) for race in PuzzleRace.objects.order_by("pk")
    ],
    "grimoire:author": lambda puzzle, book: [reverse("grimoire:author", args=["mirabel"])],
    "grimoire:download": plain("grimoire:download"),
    "grimoire:books": plain("grimoire:books"),
    "grimoire:new_book": plain("grimoire:new_book"),
    "grimoire:book": of_book("grimoire:book"),
    "grimoire:edit_book": lambda puzzle, book: [reverse("grimoire:edit_book", args=[book.token])],
    "grimoire:delete_book": lambda puzzle, book: [reverse("grimoire:delete_book", args=[book.token])],
    "grimoire:change_pages": lambda puzzle, book: [reverse("grimoire:change_pages", args=[book.token])],
    "grimoire:add_to_book": page("grimoire:add_to_book"),
    "grimoire:booklet": of_book("grimoire:booklet"),
    "grimoire:sheet": page("grimoire:sheet", "?solution=1"),
    "grimoire:drafts": plain("grimoire:drafts"),
    "grimoire:new_puzzle": plain("grimoire:new_puzzle"),
    "grimoire:edit_puzzle": page("grimoire:edit_puzzle"),
    "grimoire:puzzle_state": page("grimoire:puzzle_state"),
    "grimoire:pin_tries": page("grimoire:pin_tries"),
    "grimoire:proof": of_proof("grimoire:proof"),
    "grimoire:marks": of_proof("grimoire:marks"),
    "grimoire:find_puzzles": plain("grimoire:find_puzzles"),
    "grimoire:composition": lambda puzzle, book: [
        reverse("grimoire:composition", args=[row.token]) for row in Composition.objects.all()
    ],
    "grimoire_files:picture": lambda puzzle, book: [
        reverse("grimoire_files:picture", args=[puzzle.token, language]) for language in ("en", "fr")
    ],
    "grimoire_files:dump": plain("grimoire_files:dump"),
    "grimoire_files:feed": lambda puzzle, book: [
        reverse("grimoire_files:feed", args=[language]) for language in ("en", "fr")
    ],
    "api:puzzles": plain("api:puzzles"),
    "api:puzzle": page("api:puzzle"),
    "api:proofs": plain("api:proofs"),
    "api:puzzle-proof": page("api:puzzle-proof"),
    "oembed:oembed": lambda puzzle, book: [
        f"{reverse('oembed:oembed')}?url=http://testserver{puzzle.get_absolute_url()}"
    ],
}  # fmt: skip

# What only changes something: it refuses to be read, and answers a change with one of the pages above.
CHANGE: Final = {
    "board:open", "grimoire:change_line", "grimoire:answers", "grimoire:foretell", "grimoire:hint",
    "grimoire:favourite", "grimoire:stop_mail", "grimoire:opinion",
    "grimoire:play_freely",
    "grimoire:vote", "grimoire:editor_check", "grimoire:editor_trace", "grimoire:prove", "grimoire:prove_again",
    "grimoire:cancel_proof", "grimoire:give_up_proof", "grimoire:prove_puzzle", "grimoire:publish_puzzle",
    "grimoire:unpublish_puzzle", "grimoire:puzzle_visibility", "grimoire:delete_puzzle", "grimoire:adopt_solution",
    "grimoire:close_challenge", "grimoire:record_solution", "grimoire:restore", "grimoire:count_solutions",
    "grimoire:find_changes", "grimoire:cancel_composition", "grimoire:search_on",
    "grimoire:next_puzzle", "grimoire:start_daily", "grimoire:start_run", "grimoire:change_run",
    "grimoire:new_race", "grimoire:change_race", "grimoire:change_contest", "grimoire:change_championship",
    "grimoire:remix", "grimoire:edit_comment", "grimoire:delete_comment",
}  # fmt: skip

# Turns of Clash of Magic Schools have secrets of their own kind: tests/grimoire/schools changes them and asks again.
ELSEWHERE: Final = {"grimoire:game_puzzle", "grimoire:game_act", "grimoire:game_hint", "grimoire:game_solution"}


def names_of(patterns: list[URLPattern | URLResolver], rooms: tuple[str, ...], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{pattern.namespace}:" if pattern.namespace else prefix
            yield from names_of(pattern.url_patterns, rooms, inner)
        elif prefix in rooms:
            yield f"{prefix}{pattern.name}"


def test_every_address_of_the_grimoire_is_listed() -> None:
    """Whoever adds one says here how it is to be read, or that it only changes something."""
    names = names_of(get_resolver().url_patterns, ("grimoire:", "grimoire_files:"))
    assert set(names) - set(READ) - CHANGE - ELSEWHERE == set()


# The people


@pytest.fixture
def puzzle(author: Owner) -> Puzzle:
    puzzle = make_puzzle(
        author, position="win-hard", title="Marked", afterword=AFTERWORD, afterword_fr=AFTERWORD_FR
    )  # fmt: skip
    puzzle.intended = list(solution_of(puzzle, gate_for(puzzle, author)).ways[0])
    puzzle.save()
    Comment.objects.create(owner=make_owner("talker"), puzzle=puzzle, text=COMMENT, visibility=Visibility.PUBLIC)
    return puzzle


@pytest.fixture
def book(puzzle: Puzzle) -> Book:
    return make_book(None, [puzzle, make_puzzle(position="damage")], slug="marked", title="Marked book")


def visitor(puzzle: Puzzle) -> Client:
    return Client()


def midway(puzzle: Puzzle) -> Client:
    """Somebody who has laid out a card, was judged wrong, and tries again; and who has asked for the proof."""
    client, owner = Client(), make_owner("midway")
    client.force_login(owner.user)
    if puzzle.kind == Puzzle.Kind.FIND:
        failed = services.judge(owner=owner, puzzle=puzzle, client_state=ClientState(0, ()))
        back = services.undo(owner=owner, puzzle=puzzle, client_state=ClientState(failed.revision, tuple(failed.line)))
        services.play(owner=owner, puzzle=puzzle, client_state=ClientState(back.revision, ()), action="1 upper")
    client.post(reverse("grimoire:prove"), {"position": write(read_position(puzzle.position))})
    start_runs(owner, puzzle)
    return client


def start_runs(owner: Owner, puzzle: Puzzle) -> None:
    """A storm, a streak and a race that are at this puzzle, and a storm in which it was missed."""
    now = timezone.now()
    runs = {"owner": owner, "started": now, "ends_at": now + timedelta(hours=1), "puzzles": [puzzle.pk]}
    race = PuzzleRace.objects.create(starts_at=now)
    for kind in TrainingRun.Kind.values:
        in_race = race if kind == TrainingRun.Kind.RACE else None
        TrainingRun.objects.create(kind=kind, race=in_race, skips=1, **runs)
    TrainingRun.objects.create(kind=TrainingRun.Kind.STORM, answers=[[puzzle.pk, False, 3.5]], **runs)


def failing(puzzle: Puzzle) -> Client:
    """Somebody who looks at a wrong answer."""
    client, owner = Client(), make_owner("failing")
    client.force_login(owner.user)
    services.judge(owner=owner, puzzle=puzzle, client_state=ClientState(0, ()))
    return client


PEOPLE: Final = (visitor, midway, failing)


# The walk

_OF_THE_MOMENT: Final = frozenset(
    {"Age", "Expires", "Next-Since", "RateLimit", "X-Request-ID"}
)  # another one in every answer, and made from nothing
_TOKEN: Final = re.compile(
    rb'name="(?:csrfmiddlewaretoken|begun)" value="[^"]*"|"X-CSRFToken": ?"[^"]*"|csrf[^"]*"[^"]{64}"'
    rb'|data-left="\d+"|data-clock>[^<]*<'
)


def read_all(client: Client, addresses_of: Callable[[], list[str]]) -> dict[str, bytes]:
    """What is read at addresses, in both languages, pages and fragments."""
    contents: dict[str, bytes] = {}
    for language in ("en", "fr"):
        with translation.override(language):
            addresses = addresses_of()
        for address in addresses:
            if address not in contents:
                contents[address] = content_of(client.get(address))
            if language == "en":  # the same templates speak the other language
                contents[f"{address} fragment"] = content_of(client.get(address, headers={"HX-Request": "true"}))
    return contents


def walk(client: Client, puzzle: Puzzle, book: Book) -> dict[str, bytes]:
    """Every payload by its address, in both languages, pages and fragments."""
    contents = read_all(client, lambda: [address for where in READ.values() for address in where(puzzle, book)])
    for address, data in changes(puzzle):
        with transaction.atomic():
            contents[f"POST {address} {data}"] = content_of(client.post(address, data, headers={"HX-Request": "true"}))
            transaction.set_rollback(True)
    return contents


def changes(puzzle: Puzzle) -> list[tuple[str, dict[str, str]]]:
    """Some changes whose answers are looked at too."""
    line = reverse("grimoire:change_line", args=[puzzle.token])
    stands = {
        attempt.owner.name: {"revision": str(attempt.revision), "line": ";".join(attempt.line)}
        for attempt in Attempt.objects.filter(puzzle=puzzle).select_related("owner__user")
    }
    seen = [{"revision": "0", "line": ""}, *stands.values()]
    tried = [
        (line, {**client_state, **do})
        for client_state in seen
        for do in ({"do": "judge"}, {"do": "reset"}, {"action": "1 lower"})
    ]
    running = [
        (reverse("grimoire:change_run", args=[run.token]), {"revision": str(run.revision), "line": "", **do})
        for run in TrainingRun.objects.order_by("pk")
        for do in ({"action": "1 lower"}, {"do": "undo"}, {"do": "judge"}, {"do": "skip"})
    ]
    return [
        *tried,
        *running,
        *(
            (reverse("grimoire:play_freely", args=[puzzle.token]), {**client_state, "a": line, **do})
            for client_state in seen
            for line in ("", "assault;end-turn", client_state["line"])
            for do in ({"do": "best"}, {"do": "end"}, {"action": "1 lower"})
        ),
        (reverse("grimoire:vote", args=[puzzle.token]), {"value": "1"}),
        (reverse("grimoire:opinion", args=[puzzle.token]), {"difficulty": "1", "themes": "order"}),
        (reverse("grimoire:favourite", args=[puzzle.token]), {"wanted": "yes"}),
        (reverse("grimoire:hint", args=[puzzle.token]), {"rung": "2"}),
        (reverse("grimoire:prove"), {"position": write(read_position(puzzle.position))}),
        (reverse("grimoire:count_solutions"), {"position": write(read_position(puzzle.position))}),
        (reverse("grimoire:find_changes"), {"position": write(read_position(puzzle.position)), "kind": "tidy"}),
    ]


def content_of(answer: Any) -> bytes:
    """The answer over the wire, headers too: lengths, dates and hashes tell of what they were made from."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    headers = "".join(f"{name}: {value}\n" for name, value in sorted(answer.items()) if name not in _OF_THE_MOMENT)
    return f"{answer.status_code}\n{headers}\n".encode() + _TOKEN.sub(b"", content)


def change_what_is_secret(puzzle: Puzzle) -> None:
    """Another solution, other tries, other abilities at work, other words: nothing of which shows in what is public."""
    proof = puzzle.proof
    assert proof is not None
    play, assault = ({"play": 1, "line": "upper"}, {"do": "assault"})
    answer = {
        **proof.answer,
        "solutions": [[play, assault], [assault]],
        "orders": [3, 1],
        "lines": 77,
        "tries": [{"line": [play, assault], "lacking": {"part": "fort", "player": "B", "left": 9, "text": "x"}}],
        "nodes": 12345,
    }
    Proof.objects.filter(pk=proof.pk).update(answer=answer, abilities=["rage"], nodes=12345)
    Puzzle.objects.filter(pk=puzzle.pk).update(
        intended=["1 upper"],
        pinned_tries=[{**answer["tries"][0], "why": "Something else"}],
        afterword="Something else",
        afterword_fr="Autre chose",
    )
    Comment.objects.filter(puzzle=puzzle).update(text="Something else was said")
    for row in PuzzleAbility.objects.filter(puzzle=puzzle):
        PuzzleAbility.objects.filter(pk=row.pk).update(at_work=not row.at_work)


def marks(puzzle: Puzzle) -> list[bytes]:
    """The words that stand nowhere but in what is secret."""
    solution = solution_of(puzzle, gate_for(puzzle, puzzle.owner))
    assert solution.ways
    written = [AFTERWORD, "Zanzibar was", AFTERWORD_FR, COMMENT]
    for line in (*solution.ways, *(attempt.line for attempt in solution.tries)):
        if len(line) > 2:
            written += [
                ";".join(line),
                "; ".join(line),
                "%3B".join(line).replace(" ", "+"),
                ";".join(line).replace(" ", "+"),
            ]
    return [mark.encode() for mark in written]


@pytest.mark.parametrize("person", some_long(PEOPLE, midway, failing))
def test_who_has_earned_nothing_is_told_nothing(puzzle: Puzzle, book: Book, person: Callable[[Puzzle], Client]) -> None:
    client = person(puzzle)
    secret = marks(puzzle)
    cookies = deepcopy(client.cookies)
    before = walk(client, puzzle, book)
    for address, content in before.items():
        for mark in secret:
            assert mark not in content, f"{mark!r} at {address}"
    change_what_is_secret(puzzle)
    cache.clear()
    client.cookies = cookies  # a guest's come with the first change
    after = walk(client, puzzle, book)
    assert before.keys() == after.keys()
    for address, content in before.items():
        assert content == after[address], f"{address} tells something of the solution"


@pytest.mark.parametrize("person", [visitor, failing])
def test_a_challenge_tells_what_was_found_to_who_has_found_something(
    puzzle: Puzzle, book: Book, person: Callable[[Puzzle], Client]
) -> None:
    """Who found it, and when, is for everybody. Whoever asks the solver is told what it finds: that is no secret."""
    Puzzle.objects.filter(pk=puzzle.pk).update(challenge="open", visibility=Visibility.UNLISTED)
    puzzle.refresh_from_db()
    ChallengeFind.objects.create(owner=make_owner("finder"), puzzle=puzzle, line=puzzle.intended, plays=["found"])
    client = person(puzzle)
    cookies, asks_solver = deepcopy(client.cookies), ("prove", "count_solutions", "find_changes")
    walks = []
    for _ in range(2):
        contents = read_all(client, lambda: [address for where in READ.values() for address in where(puzzle, book)])
        for address, data in changes(puzzle):
            if address not in {reverse(f"grimoire:{name}") for name in asks_solver}:
                with transaction.atomic():
                    contents[f"POST {address} {data}"] = content_of(client.post(address, data))
                    transaction.set_rollback(True)
        walks.append(contents)
        change_what_is_secret(puzzle)
        ChallengeFind.objects.update(line=["1 upper"], plays=["another"])
        client.cookies = deepcopy(cookies)
        cache.clear()
    before, after = walks
    assert any(b"finder" in content for content in before.values())
    for address, content in before.items():
        assert content == after[address], f"{address} tells something of what was found"


def test_the_walk_finds_what_is_told(puzzle: Puzzle, book: Book) -> None:
    """The other way round: with the gate open, all of it is there."""
    client = midway(puzzle)
    services.surrender(owner=Owner.objects.get(user__username="midway"), puzzle=puzzle)
    addresses = [address for name in ("puzzle", "community") for address in READ[f"grimoire:{name}"](puzzle, book)]
    everything = b"".join(client.get(prefix + address).content for address in addresses for prefix in ("", "/fr"))
    for mark in (AFTERWORD, AFTERWORD_FR, COMMENT):
        assert mark.encode() in everything
    before = client.get(addresses[1]).content
    assert b"Solution" in before
    change_what_is_secret(puzzle)
    assert client.get(addresses[1]).content != before


# Roads around the gate


@pytest.mark.parametrize("person", [visitor, failing])
def test_a_proof_is_not_had_by_working_out_its_key(puzzle: Puzzle, person: Callable[[Puzzle], Client]) -> None:
    """The key is a hash of what everybody sees. Whoever did not ask learns not even that there is a proof."""
    client = person(puzzle)
    key, none = proof_key(read_position(puzzle.position)), "0" * 64
    assert puzzle.proof is not None
    assert key == puzzle.proof.key
    for name in ("proof", "prove_again", "cancel_proof", "give_up_proof"):
        ask = client.get if name == "proof" else client.post
        answers = [ask(reverse(f"grimoire:{name}", args=[tried_key])) for tried_key in (key, none)]
        assert [answer.status_code for answer in answers] == [404, 404], name
        assert content_of(answers[0]).replace(key.encode(), none.encode()) == content_of(answers[1]), name
    assert client.post(reverse("grimoire:new_puzzle"), {"proof": key}).status_code == 404
    assert not Attempt.objects.filter(puzzle=puzzle, state=Attempt.State.SHOWN).exists()


def test_a_copy_of_a_page_tells_nothing_by_any_door(puzzle: Puzzle) -> None:
    """Remixed, proven, its solution "taken over", given up, published or not, and all of it downloaded."""
    copier, client = make_owner("copier"), Client()
    sign_in(client, copier)
    client.post(reverse("grimoire:remix", args=[puzzle.token]))
    copy = Puzzle.objects.get(owner=copier)
    names = ("edit_puzzle", "puzzle", "community", "solution")
    doors = [reverse(f"grimoire:{name}", args=[copy.token]) for name in names]
    client.post(reverse("grimoire:prove_puzzle", args=[copy.token]))
    for _published in range(2):
        client.post(reverse("grimoire:adopt_solution", args=[copy.token]), {"number": "0"})
        for hint_level in "1234":
            client.post(reverse("grimoire:hint", args=[copy.token]), {"rung": hint_level})
        assert not gate_for(copy, copier).hint_level
        client.post(reverse("grimoire:solution", args=[copy.token]), {"confirm": "yes"})
        contents = b"".join(content_of(client.get(door)) for door in [*doors, reverse("accounts:export")])
        for mark in marks(puzzle):
            assert mark not in contents, mark
        copy.refresh_from_db()
        assert copy.intended == []
        assert not gate_for(copy, copier).is_open
        client.post(reverse("grimoire:publish_puzzle", args=[copy.token]), {"visibility": "public"})


def near_copy(puzzle: Puzzle, copier: Owner, **fields: Any) -> tuple[Puzzle, Client]:
    """A draft that differs in a Mana that nobody can spend."""
    data = {**deepcopy(puzzle.position), "mana": puzzle.position["mana"] + 1}
    client = browser_of(copier)
    return make_puzzle(copier, False, position=data, **fields), client


def test_an_easy_copy_that_is_solved_does_not_open_the_page(puzzle: Puzzle) -> None:
    copier = make_owner("copier")
    draft, client = near_copy(puzzle, copier)
    services.judge(owner=copier, puzzle=draft, client_state=ClientState(0, ()))
    Attempt.objects.filter(puzzle=draft).update(state=Attempt.State.SOLVED, answer={"verdict": SOLVED, "laid": []})
    answer = client.get(draft.get_absolute_url())
    assert answer.status_code == 200
    assert all(mark not in answer.content for mark in marks(puzzle))
    services.surrender(owner=copier, puzzle=puzzle)
    assert gate_for(draft, copier).is_open


def test_a_near_copy_that_nobody_proves_is_not_solved_in_free_play(puzzle: Puzzle) -> None:
    draft, client = near_copy(puzzle, make_owner("copier"), proof=None)
    state = {"revision": "0", "line": "", "a": ""}
    pages = [
        client.post(reverse("grimoire:play_freely", args=[draft.token]), {**state, "do": do}, follow=True).text
        for do in ("best", "start")
    ]
    for page in pages:
        assert "Nothing counts here." in page
        assert "Show the answer" not in page
        assert "Still won" not in page and "No longer won" not in page


def test_of_a_line_in_mind_that_nobody_proves_nothing_is_played_out(author: Owner) -> None:
    puzzle = make_puzzle(author, position="win-in-two")
    way = list(solution_of(puzzle, gate_for(puzzle, author)).ways[0])
    copier = make_owner("copier")
    draft, client = near_copy(puzzle, copier, proof=None, intended=way)
    proven = make_puzzle(copier, False, position="damage-two")
    gate = gate_for(draft, copier)
    assert gate.is_open and not solution_of(draft, gate).is_proven
    assert solution_of(proven, gate_for(proven, copier)).is_proven
    [told] = Review(gate, ReplayRequest(view="way-0"), "en").ways
    assert told.variations is None and "best defence" not in told.about
    assert len(of_puzzle(draft, gate)[0].nodes) <= len(way) + 1
    assert "end-turn;" not in client.get(f"{draft.get_absolute_url()}?view=way-0").text
    assert way_in_words(draft, tuple(way), "en", is_proven=False)["variations"] is None


def test_near_misses_beside_those_of_a_proof_pass_the_gate_too(puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch) -> None:
    assert puzzle.proof is not None
    copier = make_owner("copier")
    line = puzzle.proof.answer["solutions"][0]
    draft, _client = near_copy(puzzle, copier)
    Proof.objects.filter(pk=draft.proof_id).update(answer={"solutions": [], "tries": [{"line": [{"do": "assault"}]}]})
    draft = Puzzle.objects.get(pk=draft.pk)
    report = report_of(draft, copier, "en")
    assert report is not None and report.is_open
    monkeypatch.setattr(near_misses, "_nearest", lambda position: ([{"line": line}], True))
    assert [attempt["line"] for attempt in near_misses_for(copier, report.proof).tries] == [[{"do": "assault"}]]
    services.surrender(owner=copier, puzzle=puzzle)
    assert line in [attempt["line"] for attempt in near_misses_for(copier, report.proof).tries]


def test_a_number_of_ways_is_not_told_before_it_is_found(author: Owner) -> None:
    data = position_json("win")
    data["objective"]["ask"] = "ways"
    puzzle = make_puzzle(author, position=data)
    assert puzzle.proof is not None
    assert "1 way" in ProofReport(Sight(puzzle.proof), "en").verdict
    assert not re.search(r"\d|one", ProofReport(Sight(puzzle.proof, puzzle), "en").verdict)


def text_of_booklet(owner: Owner, book: Book) -> str:
    """The text of a booklet with all solutions that this owner has earned."""
    product = Booklet(book, owner, BookletOptions(language="en", layout="pages", solutions="earned")).finish()
    document = pypdfium2.PdfDocument(product.content)
    return "\n".join(leaf.get_textpage().get_text_range() for leaf in document)


def test_on_paper_there_is_what_was_earned(puzzle: Puzzle, book: Book) -> None:
    midway(puzzle)
    owner = Owner.objects.get(user__username="midway")
    before = text_of_booklet(owner, book)
    assert "Marked" in before
    assert "Zanzibar" not in before
    change_what_is_secret(puzzle)
    assert text_of_booklet(owner, book) == before
    services.surrender(owner=owner, puzzle=puzzle)
    assert "Something else" in text_of_booklet(owner, book)


# What is foretold


@pytest.mark.long
@pytest.mark.parametrize("by", ["choices", "board"])
def test_the_outcome_does_not_show_in_what_is_asked(by: str, author: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(author, position="predict-two", answer_by=by, afterword=AFTERWORD, title="Foretold")
    book = make_book(None, [puzzle])
    client = Client()
    client.force_login(make_owner("other").user)
    before = walk(client, puzzle, book)
    questions_for = prediction_form.questions_for

    def other_answers(puzzle: Puzzle) -> tuple[PredictionQuestion, ...]:
        return tuple(
            PredictionQuestion(question.key, question.answers, (question.right + 1) % len(question.answers))
            for question in questions_for(puzzle)
        )

    def other_end(position: Any) -> Course:
        start = course_of(position).start
        return Course(start, start, (), (), None, None)

    monkeypatch.setattr(prediction_form, "questions_for", other_answers)
    monkeypatch.setattr(prediction_form, "course_of", other_end)
    assert walk(client, puzzle, book) == before
    assert all(AFTERWORD.encode() not in content for content in before.values())


def test_a_wrong_outcome_is_graded_but_not_corrected(author: Owner) -> None:
    puzzle = make_puzzle(author, position="predict-two", answer_by="board")
    client, owner = Client(), make_owner("guesser")
    client.force_login(owner.user)
    services.predict(owner=owner, puzzle=puzzle, client_state=ClientState(0, ()), prediction={})
    shown = client.get(puzzle.get_absolute_url()).content.decode()
    assert "is-wrong" in shown
    assert 'id="trace"' not in shown
    assert '"gone" aria-label="gone from the board" checked' not in shown


# The gate itself


def test_the_gate_opens_to_who_solves_gives_up_or_made_it(puzzle: Puzzle, author: Owner) -> None:
    assert not gate_for(puzzle, None).is_open
    assert gate_for(puzzle, author).is_open
    assert not gate_for(puzzle, author, as_solver=True).is_open
    owner = make_owner("somebody")
    assert not gate_for(puzzle, owner).is_open
    for state, is_open in (("open", False), ("solved", True), ("shown", True)):
        Attempt.objects.update_or_create(owner=owner, puzzle=puzzle, defaults={"state": state})
        assert gate_for(puzzle, owner).is_open is is_open
        assert not gate_for(make_puzzle(position="damage"), owner).is_open


def test_a_closed_gate_lets_nothing_out(puzzle: Puzzle) -> None:
    gate = gate_for(puzzle, None)
    assert can_hint(puzzle)
    for ask in (solution_of, afterword_of):
        with pytest.raises(Sealed):
            ask(puzzle, gate)
    for hint_level in (THEME, WHERE, FIRST_CARD, FIRST_STEP):
        with pytest.raises(Sealed):
            hint(puzzle, gate, hint_level, "en")


def test_hints_tell_as_much_as_was_asked_for(puzzle: Puzzle) -> None:
    owner = make_owner("curious")
    for hint_level in (THEME, WHERE, FIRST_CARD, FIRST_STEP):
        services.take_hint(owner=owner, puzzle=puzzle, hint_level=hint_level)
        gate = gate_for(puzzle, owner)
        shown = hint(puzzle, gate, hint_level, "en")
        assert bool(shown.action) == (hint_level == FIRST_STEP)
        assert (shown.place is not None) == (hint_level >= FIRST_CARD)
        assert (shown.line is not None) == (hint_level >= WHERE)
        if hint_level < FIRST_STEP:
            with pytest.raises(Sealed):
                hint(puzzle, gate, hint_level + 1, "en")
        with pytest.raises(Sealed):
            solution_of(puzzle, gate)
    assert hint(puzzle, gate_for(puzzle, owner), FIRST_STEP, "en").action == "1 lower"


def test_without_a_proof_the_authors_line_is_the_solution(puzzle: Puzzle, author: Owner) -> None:
    puzzle.proof = None
    gate = gate_for(puzzle, author)
    assert solution_of(puzzle, gate).ways == (tuple(puzzle.intended),)
    puzzle.intended = []
    assert solution_of(puzzle, gate).ways == ()
    assert not can_hint(puzzle)


def test_a_solution_that_begins_before_the_mana_phase_begins_with_its_first_play(author: Owner) -> None:
    data = position_json("win-in-two")
    data["phase"], data["mana"] = "mana", 0
    puzzle = make_puzzle(author, position=data)
    assert puzzle.proof is not None
    assert puzzle.proof.answer["solutions"][0][0] == {"do": "mana"}
    ways = solution_of(puzzle, gate_for(puzzle, author)).ways
    assert ways
    for way in ways:
        plays = [action for action in way if action not in ("assault", "end-turn")]
        assert judge_line(read_position(puzzle.position), plays).verdict in (SOLVED, GOES_ON)


def test_a_proof_of_other_rules_is_no_solution(puzzle: Puzzle, author: Owner) -> None:
    assert puzzle.proof is not None
    puzzle.proof.answer = {"solutions": [[{"play": 99, "line": "upper"}]], "tries": [{"line": [{"do": "mana"}]}]}
    assert solution_of(puzzle, gate_for(puzzle, author)).ways == ((),)


# The sources

KEEPERS: Final = (
    "solving/secrecy.py",
    "challenges/finds.py",
    "nearness.py",
    "book_loading.py",
    "book_files.py",
    "admin.py",
)
ROOMS: Final = ("authoring", "proving", "models", "management", "migrations")
SECRET: Final = {"intended", "pinned_tries", "afterword", "afterword_fr", "epilogue"}


def test_nobody_else_reads_what_is_secret() -> None:
    """Only the gate, and what makes pages for their own authors."""
    breaches = []
    for path in (ROOT / "grimoire").rglob("*.py"):
        where = path.relative_to(ROOT / "grimoire")
        if str(where) in KEEPERS or where.parts[0] in ROOMS:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and (node.attr in SECRET or is_proof_answer(node)):
                breaches.append(f"{where}:{node.lineno} {ast.unparse(node)}")
    assert breaches == []


def is_proof_answer(node: ast.Attribute) -> bool:
    owner = node.value
    name = owner.attr if isinstance(owner, ast.Attribute) else owner.id if isinstance(owner, ast.Name) else ""
    return node.attr in ("answer", "abilities") and name == "proof"


def test_templates_read_nothing_secret_by_themselves() -> None:
    pattern = re.compile(r"puzzle\.(intended|pinned_tries|afterword\w*|epilogue)|proof\.(answer|abilities)")
    for path in (path for room in ("grimoire", "board") for path in (ROOT / "templates" / room).rglob("*.html")):
        if path.parent.name not in ("authoring", "proving"):
            assert not pattern.search(path.read_text(encoding="utf-8")), path.name
