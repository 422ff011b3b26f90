"""Packs: they say what the site says of every line, to who plays it, and nothing of a solution to who does not."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode
from itertools import islice
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django_tasks_db.models import DBTaskResult

from accounts.models import Visibility
from board.arrangement import arrange
from board.services import resolve
from grimoire.lines import read_start, replay_line
from grimoire.models import Puzzle
from grimoire.offline import packs, tasks, views
from grimoire.offline.tree import Tree
from grimoire.outcomes import course_of, truth_of
from grimoire.solving.judging import SOLVED, judge_line
from tests.grimoire.factories import make_book, make_owner, make_puzzle, names_of_positions, position_json
from tests.grimoire.offline.reading import PackReader

pytestmark = pytest.mark.django_db

FIND = [name for name in names_of_positions() if position_json(name)["objective"]["goal"] != "predict"]
MOST = 60  # lines that are compared of one position


def read(puzzle: Puzzle, language: str = "en") -> PackReader:
    made = packs.pack_of(puzzle, language)
    assert made is not None
    return PackReader(made)


def without_tags(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in item.items() if name not in ("m", "x")} for item in items]


def shown(puzzle: Puzzle, line: tuple[str, ...], language: str) -> dict[str, list[dict[str, Any]]]:
    """The board after a line, as the page of the puzzle shows it at its last step."""
    start = read_start(puzzle.position, language)
    last = arrange(resolve(start.position, (*start.opening, *line)).scenes())[-1]
    return {name: without_tags(items) for name, items in last.zones.items()}


@pytest.mark.parametrize("name", FIND)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_pack_says_of_every_line_what_the_site_says(name: str, language: str) -> None:
    puzzle = make_puzzle(position=name)
    reader, start = read(puzzle, language), read_start(puzzle.position)
    with translation.override(language):
        for line, key in islice(reader.lines(), MOST):
            assert reader.zones(key) == shown(puzzle, line, language)
            assert set(reader.plays(key)) == set(replay_line(start.position, line).legal)
            judged = judge_line(start.position, line)
            assert reader.end(key)[0] == judged.verdict
            assert reader.zones(key, at_end=True) == shown(puzzle, judged.line, language)
    assert SOLVED in {reader.end(key)[0] for _line, key in reader.lines()}


def test_a_puzzle_of_two_turns_goes_on_after_the_enemy_has_answered() -> None:
    puzzle = make_puzzle(position="win-in-two")
    reader, start = read(puzzle), read_start(puzzle.position)
    solved = [line for line, key in reader.lines() if reader.end(key)[0] == SOLVED]
    assert any("end-turn" in line for line in solved)
    assert all(judge_line(start.position, line).verdict == SOLVED for line in solved)


@pytest.mark.parametrize("answer_by", Puzzle.AnswerBy.values)
def test_right_answers_about_an_outcome_are_told_by_marks_alone(answer_by: str) -> None:
    puzzle = make_puzzle(position="predict", kind=Puzzle.Kind.FORETELL, answer_by=answer_by)
    pack = read(puzzle).pack
    assert set(pack) == {"format", "version", "kind", "root", "marks"}
    root = b64decode(pack["root"])
    if answer_by == Puzzle.AnswerBy.BOARD:
        truth = truth_of(course_of(read_start(puzzle.position).position))
        assert pack["marks"] == {part: packs.mark_of(root, part, value) for part, value in truth.items()}
    else:
        marks = {part: {packs.mark_of(root, part, str(number)) for number in range(9)} for part in pack["marks"]}
        assert marks and all(mark in marks[part] for part, mark in pack["marks"].items())


# What it keeps to itself


def opened_without_key(says: bytes) -> Any:
    """What somebody reads who takes a node for one that is not encrypted: nothing, or by chance a number."""
    try:
        return json.loads(zlib.decompress(says, -15))
    except (zlib.error, ValueError):
        return None


@pytest.mark.parametrize("name", FIND)
def test_nothing_of_a_solution_can_be_read_without_playing(name: str) -> None:
    """What lies open is in alphabetical order and names no play before another; what is sealed opens by its key."""
    puzzle = make_puzzle(position=name)
    pack = read(puzzle).pack
    sealed = pack.pop("nodes")
    open_text = json.dumps(pack)
    assert '"solved"' not in open_text and '"failed"' not in open_text and '"goes-on"' not in open_text
    for table in ("items", "panels", "words"):
        written = [packs._text(thing) for thing in pack[table]]
        assert written == sorted(written)
    assert list(sealed) == sorted(sealed)
    assert not any(isinstance(opened_without_key(b64decode(says)), list) for says in sealed.values())


def test_keys_of_nodes_are_the_sites_own_secret(settings: Any) -> None:
    puzzle = make_puzzle()
    before = read(puzzle).pack
    settings.SECRET_KEY = "another site's"
    after = json.loads(packs.write_pack(puzzle, "en"))
    assert before["root"] != after["root"] and not set(before["nodes"]) & set(after["nodes"])


def test_no_two_packs_share_a_secret() -> None:
    """The same position as two puzzles, or in two languages, is encrypted by other secrets: each encrypts one text."""
    one, other = make_puzzle(), make_puzzle()
    names = [set(read(puzzle, language).pack["nodes"]) for puzzle in (one, other) for language in ("en", "fr")]
    assert sum(map(len, names)) == len(set().union(*names))


def test_what_an_author_keeps_back_is_in_no_pack(client: Client) -> None:
    puzzle = make_puzzle(position="win-hard")
    address = reverse("grimoire:pack", args=[puzzle.token])
    before = client.get(address).content
    assert puzzle.proof is not None
    puzzle.proof.answer = {**puzzle.proof.answer, "solutions": [], "tries": []}
    puzzle.proof.save()
    Puzzle.objects.filter(pk=puzzle.pk).update(afterword="Zanzibar", intended=["1 lower"])
    assert client.get(address).content == before


# Which there are


def test_puzzles_that_stay_say_why(client: Client) -> None:
    asking = position_json("win")
    asking["objective"]["ask"] = "ways"
    book = make_book(None, [make_puzzle(), make_puzzle(position=asking), make_puzzle(challenge="open")], slug="along")
    told = client.get(reverse("grimoire:book_contents", args=["along"])).json()
    assert [each["number"] for each in told["puzzles"]] == [1]
    assert [(each["number"], each["why"]) for each in told["left"]] == [
        (2, "asks for a number"),
        (3, "not proven yet"),
    ]
    assert told["href"] == book.get_absolute_url()
    with translation.override("fr"):
        told = client.get(reverse("grimoire:book_contents", args=["along"])).json()
    assert [each["why"] for each in told["left"]] == ["demande un nombre", "pas encore prouvée"]


def test_a_tree_that_is_too_large_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimoire.offline.tree.MAX_NODES", 3)
    made = packs.pack_of(make_puzzle(), "en")
    assert made is not None and json.loads(made) == {"left": "too many possible plays"}


def test_positions_that_look_alike_are_kept_once() -> None:
    """Two plays in two orders are four lines to one position."""
    puzzle = make_puzzle(position="win-hard")
    tree = Tree(read_start(puzzle.position))
    ways = sum(len(node.plays) for node in tree.nodes)
    assert ways > len(tree.nodes) - 1


def test_only_what_everybody_may_read_is_packed(client: Client) -> None:
    owner = make_owner("author")
    draft = make_puzzle(owner, published=False)
    private = make_puzzle(owner, visibility=Visibility.PRIVATE)
    client.force_login(owner.user)
    for puzzle in (draft, private):
        assert client.get(reverse("grimoire:pack", args=[puzzle.token])).status_code == 404
    book = make_book(owner, [make_puzzle(), draft], visibility=Visibility.PRIVATE)
    address = reverse("grimoire:book_contents", args=[book.address])
    assert client.get(address).status_code == 404
    book.visibility = Visibility.PUBLIC
    book.save()
    assert len(client.get(address).json()["puzzles"]) == 1


def test_a_changed_puzzle_has_another_version() -> None:
    puzzle = make_puzzle()
    before = packs.version_of(puzzle)
    puzzle.title = "Another title"
    assert packs.version_of(puzzle) == before
    puzzle.position["players"]["B"]["turn"] += 2
    assert packs.version_of(puzzle) != before and read(puzzle).pack["version"] == packs.version_of(puzzle)


def test_what_takes_longer_is_made_by_a_worker(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(position="win-hard")
    monkeypatch.setattr(views, "QUICK_SECONDS", 0.0)
    address = reverse("grimoire:pack", args=[puzzle.token])
    tried: list[object] = []
    monkeypatch.setattr(
        views, "pack_of", lambda *given, **options: tried.append(given) or packs.pack_of(*given, **options)
    )
    for _ in range(3):
        waits = client.get(address)
        assert waits.status_code == 202 and waits.headers["Retry-After"] == "3"
    assert len(tried) == 1  # a request that tries it while a worker is at it would wait until that is done
    queued = DBTaskResult.objects.filter(task_path=tasks.make_pack.module_path)
    assert [row.args_kwargs["args"] for row in queued] == [[puzzle.pk, "en"]]
    tasks.make_pack.func(puzzle.pk, "en")
    assert client.get(address).json()["version"] == packs.version_of(puzzle)


def test_whoever_loads_the_books_has_their_packs_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimoire.management.commands.load_books.load_books", lambda: "nothing new")
    for _ in range(2):
        call_command("load_books", verbosity=0)
    assert DBTaskResult.objects.filter(task_path=tasks.make_missing.module_path).count() == 1


def test_packs_of_the_sites_own_books_are_made_beforehand() -> None:
    inside, outside = make_puzzle(), make_puzzle(position="damage")
    make_book(None, [inside], slug="along")
    tasks.make_missing.func(0)
    kept = [packs.is_kept(puzzle, "fr") for puzzle in (inside, outside)]
    assert kept == [True, False]
