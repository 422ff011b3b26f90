"""How books are made: recipes, candidates that can be gone on with, what is chosen and in which order."""

from __future__ import annotations

import io
import json
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cards.sets import SLUGS, SetFile, read_set
from engine.decks.formats.interchange import read_position
from engine.decks.solving import solve
from grimoire.book_files import VolumePage, all_volumes, read_volume, volume_paths
from grimoire.models.books import GRIMOIRE_PAGES
from tests.grimoire.factories import position_json
from tools.books import candidates, recipes
from tools.books.book_file import bound, seated, short_key, write_pages
from tools.books.candidates import Candidate, compose, composed, played
from tools.books.choosing import QUOTAS, TooFew, chosen
from tools.books.digest import digest
from tools.books.recipes import CHAPTERS, HARD, LESSONS, LONGER, PAIRS, ChapterPart, parts_of

INITIATION = read_set("initiation")
EACH_SET = pytest.mark.parametrize("slug", SLUGS)
ALL_CHAPTERS = (LESSONS, PAIRS, LONGER, HARD)


def candidate(page: VolumePage, parts: dict[str, ChapterPart]) -> Candidate:
    """A page of the shelf as the candidate that it was."""
    puzzle = {
        "attempt": page.attempt,
        "position": dict(page.position),
        "answer": dict(page.answer),
        "abilities": list(page.at_work),
        "likeness": page.likeness,
    }
    return Candidate(parts[page.part], puzzle)


def of_shelf(slug: str) -> list[Candidate]:
    """The pages of a book of the shelf as candidates."""
    parts = {part.name: part for part in parts_of(read_set(slug))}
    return [candidate(page, parts) for page in read_volume(slug).pages]


# Recipes


@EACH_SET
def test_a_recipe_asks_for_everything(slug: str) -> None:
    file = read_set(slug)
    parts = parts_of(file)
    assert len({part.name for part in parts}) == len(parts)
    assert {part.chapter for part in parts} == set(CHAPTERS)
    for ability in file.abilities:
        assert {part.chapter for part in parts if part.about == ability} == set(ALL_CHAPTERS)
    assert {part.wishes.edition for part in parts} == {"season-1" if file.season == 1 else "season-2"}


def test_quotas_make_whole_books() -> None:
    for number, quotas in QUOTAS.items():
        assert sum(sum(chapter.values()) for chapter in quotas.values()) == GRIMOIRE_PAGES
        assert sum(chapter.get("foretell", 0) for chapter in quotas.values()) <= GRIMOIRE_PAGES // 4
        assert quotas[LESSONS] == {"foretell": number, "find": number}
    assert {len(read_set(slug).abilities) for slug in SLUGS} <= set(QUOTAS)


# Candidates


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> SetFile:
    """A set, and a recipe of two quick parts for it."""
    quick = tuple(
        replace(part, make=2) for part in parts_of(INITIATION) if part.name in ("foretell-aquatic", "lesson-aquatic")
    )
    monkeypatch.setattr(candidates, "parts_of", lambda _file: quick)
    return INITIATION


@pytest.mark.long
def test_composing_can_be_gone_on_with(small: SetFile, tmp_path: Path) -> None:
    whole = [(part.name, number) for part, number in compose(tmp_path / "whole", small)]
    assert whole == [("foretell-aquatic", 2), ("lesson-aquatic", 2)]
    for _ in compose(tmp_path / "parts", small):
        break  # stopped after the first part
    again = {part.name: number for part, number in compose(tmp_path / "parts", small)}
    assert again == dict(whole)
    for path in (tmp_path / "whole").iterdir():
        assert path.read_text(encoding="utf-8") == (tmp_path / "parts" / path.name).read_text(encoding="utf-8")


def test_work_that_was_cut_off_is_gone_on_with(small: SetFile, tmp_path: Path) -> None:
    for _ in compose(tmp_path, small):
        pass
    path = tmp_path / "lesson-aquatic.jsonl"
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:-100], encoding="utf-8")
    assert len(composed(tmp_path, small)) == 3
    (tmp_path / "lesson-aquatic.tried").unlink()
    for _ in compose(tmp_path, small):
        pass
    assert path.read_text(encoding="utf-8") == whole


def test_candidates_are_what_their_part_wishes(small: SetFile, tmp_path: Path) -> None:
    for _ in compose(tmp_path, small):
        pass
    candidates = composed(tmp_path, small)
    assert [candidate.part.name for candidate in candidates] == ["foretell-aquatic"] * 2 + ["lesson-aquatic"] * 2
    assert len({candidate.likeness for candidate in candidates}) == 4
    own = {card.name.en for card in small.cards}
    for candidate in candidates:
        assert "aquatic" in candidate.puzzle["abilities"]
        assert candidate.part.wishes.level <= candidate.level <= candidate.part.wishes.most_level
        assert (candidate.goal == "predict") == (candidate.part.theme == "foretell") == (candidate.pattern == "-")
        names = {
            card["name"] for card in candidate.puzzle["position"]["players"]["A"]["hand"] if isinstance(card, dict)
        }
        assert names <= own


def test_what_is_played_is_named() -> None:
    for name in ("win", "win-in-two", "predict"):
        position = position_json(name)
        answer = solve(read_position(position)).to_json()
        plays = [action for action in answer["solutions"][0] if "play" in action]
        names = list(played(position, answer["solutions"][0]))
        assert len(names) == len(plays)
        hand = [card["name"] for card in position["players"][position["active"]]["hand"] if isinstance(card, dict)]
        assert set(names) <= set(hand)


# Choosing


@pytest.mark.parametrize("volume", [read_volume(slug) for slug in SLUGS], ids=lambda volume: volume.slug)
def test_the_books_are_in_the_order_that_the_rules_give(volume: Any) -> None:
    pages = of_shelf(volume.slug)
    again = chosen(list(reversed(pages)), read_set(volume.slug).abilities, ())
    assert {page.likeness for page in again} == {page.likeness for page in pages}
    levels = [[page.level for page in again if page.part.chapter == chapter] for chapter in CHAPTERS]
    assert all(sorted(chapter) == chapter for chapter in levels)
    assert [page.part.chapter for page in again] == sorted(page.part.chapter for page in again)
    patterns = [page.pattern for page in again]
    alike = [pattern for pattern, other in pairwise(patterns) if pattern == other != "-"]
    assert len(alike) <= 1  # chosen one after the other; whoever writes the book puts those apart (test_shelf)


def test_likenesses_of_other_books_are_left_out() -> None:
    slug = all_volumes()[0].slug
    pages = of_shelf(slug)
    taken = next(page for page in pages if page.part.theme == "four").likeness
    with pytest.raises(TooFew, match="four"):
        chosen(pages, read_set(slug).abilities, [taken])


def test_where_nothing_can_be_foretold_more_is_to_be_found() -> None:
    slug = all_volumes()[0].slug
    abilities = read_set(slug).abilities
    pages = of_shelf(slug)
    lesson = next(page for page in pages if (page.part.chapter, page.part.theme) == (LESSONS, "find"))
    others = []
    for number in range(8):
        puzzle = {**lesson.puzzle, "likeness": f"{lesson.likeness} {number}"}
        others.append(Candidate(lesson.part, puzzle))
    left = [page for page in pages if (page.part.chapter, page.part.theme) != (LESSONS, "foretell")]
    themes = Counter((page.part.chapter, page.part.theme) for page in chosen(left + others, abilities, ()))
    assert themes[LESSONS, "find"] == 2 * len(abilities)
    assert themes[LESSONS, "foretell"] == 0


def test_too_few_candidates() -> None:
    with pytest.raises(TooFew, match="chapter 1"):
        chosen([], INITIATION.abilities, ())


# The file


def test_whoever_solves_sits_on_the_left() -> None:
    position = position_json("destroy")
    turned = seated(mirrored(position))
    assert turned["active"] == "A" == turned["objective"]["player"]
    assert turned["objective"]["goal"] == position["objective"]["goal"]
    assert turned["players"] == position["players"]
    assert seated(position) == position
    original, other = (solve(read_position(data)) for data in (position, turned))
    assert original.to_json()["solutions"] == other.to_json()["solutions"]


def mirrored(position: dict[str, Any]) -> dict[str, Any]:
    """The position as player B's."""
    assert position["mode"] == "duel" and position["active"] == "A"
    data = deepcopy(position)
    data["active"] = data["objective"]["player"] = "B"
    data["players"] = {"A": data["players"]["B"], "B": data["players"]["A"]}
    goal = data["objective"]["goal"]
    if isinstance(goal, dict) and "destroy" in goal:
        goal["destroy"]["player"] = "A" if goal["destroy"]["player"] == "B" else "B"
    return data


def test_other_modes_stay_as_they_are() -> None:
    four = next(page for page in all_volumes()[0].pages if page.position["mode"] not in ("duel", "solo"))
    assert seated(four.position) == four.position


def test_a_page_is_bound_with_its_whole_proof(tmp_path: Path) -> None:
    candidate = of_shelf(all_volumes()[0].slug)[1]
    page = bound(candidate)
    position = read_position(page["position"])
    assert page["key"] == short_key(position)
    assert (page["part"], page["attempt"]) == (candidate.part.name, candidate.puzzle["attempt"])
    assert page["answer"]["complete"] and page["answer"]["unique"]
    assert page["abilities"] == candidate.puzzle["abilities"]
    write_pages(tmp_path / "book.jsonl", [page, page])
    lines = (tmp_path / "book.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line) for line in lines] == [page, page]


def test_a_digest_tells_everything() -> None:
    for at in (0, 1, -1):
        page = all_volumes()[0].pages[at]
        data = {
            "key": page.key, "part": page.part, "position": page.position, "answer": page.answer,
            "abilities": page.at_work,
        }  # fmt: skip
        text = "\n".join(digest(7, data))
        assert text.startswith(f"7. {page.key} [{page.part}] level {page.level}")
        for name in played(page.position, page.answer["solutions"][0]):
            assert f"{name} -> " in text


# The command


def test_the_command_chooses_and_writes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    slug = all_volumes()[0].slug
    monkeypatch.setattr("tools.management.commands.compose_books.composed", lambda *_: of_shelf(slug))
    monkeypatch.setattr(
        "tools.management.commands.compose_books.volume_paths", lambda name: volume_paths(name, tmp_path)
    )
    out = io.StringIO()
    call_command("compose_books", slug, "--no-composing", "--write", "--digest", stdout=out)
    assert f"{slug}: levels 1" in out.getvalue()
    written = [json.loads(line) for line in (tmp_path / f"{slug}.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(written) == GRIMOIRE_PAGES
    assert {page["key"] for page in written} == {page.key for page in all_volumes()[0].pages}


def test_the_command_says_when_there_is_too_little(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="initiation: there are too few candidates for chapter 1"):
        call_command("compose_books", "initiation", "--no-composing", "--candidates", str(tmp_path))


def test_the_command_composes(small: SetFile, tmp_path: Path) -> None:
    err = io.StringIO()
    with pytest.raises(CommandError, match="too few"):
        call_command("compose_books", "initiation", "--candidates", str(tmp_path), stderr=err)
    assert "initiation: 2 of 2 for lesson-aquatic" in err.getvalue()


def test_recipes_are_small_enough_for_people() -> None:
    for part in parts_of(INITIATION):
        assert part.wishes.nodes == (recipes.EVENING["nodes"] if "evening" in part.name else recipes.NODES) <= 30_000
        assert part.attempts >= part.make


def test_an_ability_with_too_few_pages_gets_more() -> None:
    """What takes its page gives way to another candidate on which the ability is at work."""
    slug = all_volumes()[0].slug
    abilities = read_set(slug).abilities
    rare = abilities[-1]
    pages = of_shelf(slug)
    hidden = [page for page in pages if rare in page.puzzle["abilities"] and page.part.chapter in (PAIRS, HARD)]
    others = []
    for number, page in enumerate(hidden):  # worse in every way, but for what is at work in them
        features = {**page.puzzle["answer"]["difficulty"]["features"], "near_misses": 0}
        answer = {**page.puzzle["answer"], "difficulty": {**page.puzzle["answer"]["difficulty"], "features": features}}
        others.append(Candidate(page.part, {**page.puzzle, "answer": answer, "likeness": f"{page.likeness} {number}"}))
    again = chosen(pages + others, abilities, ())
    at_work = Counter(ability for page in again for ability in page.puzzle["abilities"])
    assert all(at_work[ability] >= 4 for ability in abilities)
    assert len({page.likeness for page in again}) == GRIMOIRE_PAGES
