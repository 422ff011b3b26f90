"""Pages that ask for too little give way to others: what goes retires with its words, what comes waits for its own."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cards.sets import read_set
from engine.decks.composing.merits import Merits, merits_of
from engine.decks.formats.interchange import read_position
from engine.decks.solving import solve
from grimoire.book_files import Volume, all_volumes, read_volume, volume_paths
from tools.books.bettering import as_candidates, bettered, faults, merit_points, rebound
from tools.books.candidates import Candidate
from tools.books.choosing import TooFew
from tools.books.company import company_pages, company_parts
from tools.books.drafting import draft, told_line
from tools.books.recipes import parts_of
from tools.books.words_file import words_text

VOLUME = read_volume("initiation")
FILE = read_set("initiation")
PAGES = as_candidates(VOLUME, parts_of(FILE))
COMMAND = "tools.management.commands.compose_books"


def like(candidate: Candidate, **changes: Any) -> Candidate:
    """A candidate that is another page."""
    return Candidate(candidate.part, {**candidate.puzzle, "likeness": f"{candidate.likeness} other", **changes})


def spoilt() -> list[Candidate]:
    """The book with a page of the last chapter that random play solves, for which a better one was found."""
    old = next(candidate for candidate in PAGES if candidate.part.name == "evening-hard")
    answer = json.loads(json.dumps(old.puzzle["answer"]))
    answer["difficulty"]["features"].update(luck=0.5)
    return [like(candidate, answer=answer) if candidate is old else candidate for candidate in PAGES]


def test_the_books_keep_the_rules() -> None:
    for volume in all_volumes():
        if volume.symbol:
            continue
        file = read_set(volume.slug)
        assert faults(as_candidates(volume, parts_of(file)), file.abilities) == [], volume.slug


@pytest.mark.parametrize(
    ("fault", "drops"),
    [
        ("goals", lambda candidate: candidate.goal == "survive"),
        ("turns", lambda candidate: candidate.puzzle["position"]["objective"]["turns"] > 1),
        ("long", lambda candidate: len(candidate.own_plays) >= 3),
        ("solo", lambda candidate: candidate.puzzle["position"]["mode"] == "solo"),
    ],
)
def test_what_breaks_a_rule_is_named(fault: str, drops: Any) -> None:
    assert fault in faults([candidate for candidate in PAGES if not drops(candidate)], FILE.abilities)


def test_what_asks_for_too_little_goes() -> None:
    pages = spoilt()
    better = next(candidate for candidate in PAGES if candidate not in pages)
    now = bettered(
        pages,
        [better, *(like(candidate) for candidate in PAGES if candidate.part.theme != "foretell")],
        FILE.abilities,
        (),
    )
    assert len(now) == len(PAGES)
    assert faults(now, FILE.abilities) == []
    levels = [candidate.level for candidate in now if candidate.part.chapter == 3]
    assert levels == sorted(levels)


def test_without_better_ones_nothing_is_done() -> None:
    with pytest.raises(TooFew, match="a better book"):
        bettered(spoilt(), [], FILE.abilities, ())


def test_merits_speak_for_a_page_and_a_crowd_against_what_is_foretold() -> None:
    plain = next(candidate for candidate in PAGES if candidate.part.theme == "find")
    merits = {"tempting": 2, "sacrifices": 1, "orders": 0, "against_grain": 1}
    assert merit_points(like(plain, merits=merits)) == pytest.approx(merit_points(plain) + 4.5)
    foretelling = [candidate for candidate in PAGES if candidate.part.theme == "foretell"]
    crowded = json.loads(json.dumps(foretelling[0].puzzle["position"]))
    crowded["players"]["B"]["upper"] = crowded["players"]["B"].get("upper", []) * 1 + [
        {"card": {"name": f"Guest {number}", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []}}
        for number in range(6)
    ]
    assert merit_points(like(foretelling[0], position=crowded)) < merit_points(foretelling[0])


def merits_at(reference: str) -> Merits:
    """The merits of a page of the shelf."""
    book, slug = reference.split("/")
    volume = read_volume(book)
    page = next(page for page in (*volume.pages, *volume.retired) if page.slug == slug)
    position = read_position(page.position)
    return merits_of(position, solve(position), page.at_work)


def test_ones_own_creature_given_up_is_a_sacrifice() -> None:
    assert merits_at("submersion/our-own-toad-in-the-way").sacrifices == 1
    assert merits_at("treachery/burying-the-spy").sacrifices == 1
    assert merits_at("initiation/a-drum-between-two").sacrifices == 0


def test_an_ability_against_its_grain_serves_the_other_side() -> None:
    """The enemy's Reinforcement brings what burns on its own line; one's own curse brings a card back in time."""
    assert merits_at("bogging-down/light-the-way-for-her").against_grain >= 1
    assert merits_at("bogging-down/everyone-brings-a-chain").against_grain >= 1
    assert merits_at("initiation/a-drum-between-two").against_grain == 0


def test_who_goes_retires_and_who_comes_waits_for_words() -> None:
    new = next(page for page in read_volume("treachery").pages if page.part == "evening-hard")
    coming = as_candidates(replace(VOLUME, pages=(new,)), parts_of(FILE))[0]
    leaving = next(candidate for candidate in PAGES if candidate.part.name == "evening-hard")
    pages = [coming if candidate is leaving else candidate for candidate in PAGES]
    volume, lines = rebound(VOLUME, pages)
    (line,) = lines
    assert len(volume.pages) == len(VOLUME.pages)
    gone = volume.retired[-1]
    assert (gone.likeness, gone.number) == (leaving.likeness, 0)
    assert gone.title == next(page for page in VOLUME.pages if page.likeness == leaving.likeness).title
    page = next(page for page in volume.pages if page.key == line["key"])
    assert (page.title.en, page.slug, page.afterword.en) == (line["key"], line["key"], "")
    assert line["answer"]["unique"] and page.opens == VOLUME.pages[page.number - 1].opens


@pytest.mark.parametrize("volume", all_volumes(), ids=lambda volume: volume.slug)
def test_words_are_written_as_they_are_read(volume: Volume) -> None:
    assert words_text(volume) == volume_paths(volume.slug)[0].read_text(encoding="utf-8")


# The commands


def test_the_command_betters_a_book(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for path in volume_paths("initiation"):
        copy(path, tmp_path)
    new = next(page for page in read_volume("treachery").pages if page.part == "evening-hard")
    coming = as_candidates(replace(VOLUME, pages=(new,)), parts_of(FILE))[0]
    leaving = next(candidate for candidate in PAGES if candidate.part.name == "evening-hard")
    monkeypatch.setattr(f"{COMMAND}.volume_paths", lambda name: volume_paths(name, tmp_path))
    pages = [coming if candidate.likeness == leaving.likeness else candidate for candidate in PAGES]
    monkeypatch.setattr(f"{COMMAND}.bettered", lambda *_: pages)
    out = io.StringIO()
    call_command("compose_books", "initiation", "--no-composing", "--better", "--write", stdout=out)
    after = read_volume("initiation", tmp_path)
    assert len(after.retired) == len(VOLUME.retired) + 1
    assert "is new and needs a text" in out.getvalue() and "initiation: 1 new pages" in out.getvalue()


def test_the_command_says_that_nothing_better_was_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(f"{COMMAND}.bettered", raise_too_few)
    with pytest.raises(CommandError, match="too few candidates for a better book"):
        call_command("compose_books", "initiation", "--no-composing", "--better", "--candidates", str(tmp_path))


def test_the_book_of_company_is_chosen_from_its_parts() -> None:
    volume = read_volume("company")
    pages = as_candidates(volume, company_parts())
    again = company_pages(list(reversed(pages)), ())
    assert {candidate.likeness for candidate in again} == {candidate.likeness for candidate in pages}
    assert [candidate.part.chapter for candidate in again] == sorted(candidate.part.chapter for candidate in again)
    with pytest.raises(TooFew, match="foretell-coop"):
        company_pages(pages, [page.likeness for page in volume.pages if page.goal == "predict"])


def test_the_command_says_what_the_book_of_company_lacks(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="company: there are too few candidates for foretell-coop"):
        call_command("compose_books", "company", "--no-composing", "--candidates", str(tmp_path))


def raise_too_few(*_: Any) -> None:
    raise TooFew("a better book")


def test_drafts_tell_what_an_afterword_can_say() -> None:
    page = next(page for page in VOLUME.pages if page.tried is not None)
    text = "\n".join(draft(page))
    tried = page.answer["tries"][0]
    assert "so it goes: " in text
    assert f"try 0: {', '.join(told_line(page, tried['line'], 'en').plays) or 'nothing'}: " in text
    assert tried["lacking"]["text"] in text
    solved = told_line(page, page.answer["solutions"][0], "fr")
    assert (solved.part, solved.left) == ("", 0) and solved.texts


def test_the_command_drafts_a_book() -> None:
    out = io.StringIO()
    call_command("draft_afterwords", "initiation", stdout=out)
    assert all(page.title.en in out.getvalue() for page in VOLUME.pages)
    out = io.StringIO()
    call_command("draft_afterwords", "initiation", "--missing", stdout=out)
    assert out.getvalue() == ""
