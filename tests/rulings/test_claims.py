"""Every sentence about the rules beside the rulings themselves is checked on the engine, or says why it can't be."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from rulings.fitting import DECKS
from rulings.games.registry import plain_games
from tools.rule_claims import (
    EXCUSED,
    NAME,
    REASONS,
    BadClaims,
    Place,
    checks_of,
    count_claims,
    places_of,
    read_claims,
    unchecked,
)

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "contributor" / "claims.md"
GAMES = (DECKS, *plain_games())
MOST_EXCUSED = {"name": 26, "table": 31, "site": 17, "leads": 13, "label": 11}  # may only become fewer


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_written_down_with_its_check(game: str) -> None:
    """Red for a new sentence, a changed one, and one whose French has changed."""
    assert unchecked(places_of(game), read_claims(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_check_is_of_a_sentence_that_is_gone(game: str) -> None:
    said = {(place.name, sentence) for place in places_of(game) for sentence in place.sentences["en"]}
    assert [claim for claim in read_claims(game) if (claim.place, claim.text) not in said] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_agrees_with_every_claim(game: str) -> None:
    checks = checks_of(game)
    used = {name for claim in read_claims(game) if not claim.excuse for name in claim.checks}
    assert used <= set(checks), sorted(used - set(checks))
    assert {name: wrong for name in sorted(used) if (wrong := checks[name]())} == {}


@pytest.mark.parametrize("game", GAMES)
def test_no_example_without_a_page_is_left_over(game: str) -> None:
    used = {name for claim in read_claims(game) for name in claim.checks}
    assert [name for name in checks_of(game) if name.startswith("k-") and name not in used] == []


def test_few_sentences_are_excused_and_each_says_why() -> None:
    counted = dict.fromkeys(MOST_EXCUSED, 0)
    assert set(MOST_EXCUSED) == set(REASONS)
    for game in GAMES:
        for claim in read_claims(game):
            assert len(claim.checks) == 1 or not any(name.startswith(EXCUSED) for name in claim.checks), claim
            assert not claim.place.startswith("answer") or not claim.excuse, claim
            if claim.excuse:
                counted[claim.excuse] += 1
    assert counted == MOST_EXCUSED


def test_a_new_sentence_is_found_and_a_changed_one_and_another_french() -> None:
    place = next(place for place in places_of(DECKS) if place.name == "rule turn.gain")
    claims = [claim for claim in read_claims(DECKS) if claim.place == place.name]
    assert unchecked([place], claims) == []
    said = place.sentences
    for english, french in (
        ((*said["en"], "You may keep it."), said["fr"]),
        (("You gain 2 Mana.",), said["fr"]),
        (said["en"], ("Vous gagnez 2 Mana.",)),
    ):
        assert unchecked([Place(place.name, {"en": english, "fr": french})], claims)


def test_a_line_that_says_nothing_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("claims")
    monkeypatch.setattr("tools.rule_claims.folder_of", lambda _game: folder)
    for text in ("mana-of-a-turn-1 | before a place", "= rule turn.gain 1a2b3c4d\nno bar"):
        (folder / NAME).write_text(text, encoding="utf-8")
        with pytest.raises(BadClaims, match=NAME):
            read_claims(DECKS)


def test_the_figures_of_the_document_are_those_that_are_counted() -> None:
    out = StringIO()
    call_command("check_rule_claims", stdout=out)
    counts = count_claims()
    assert f"{counts.checked} of {counts.claims} claims" in out.getvalue()
    document = DOCUMENT.read_text(encoding="utf-8")
    for figure in (
        f"{counts.checked:,} of {counts.claims:,} claims",
        f"{counts.born:,} sentences",
        f"{counts.shown} of {counts.readings} have an example",
        *(f"({count})" for count in counts.excused.values()),
    ):
        assert figure in document, figure


def test_a_new_text_of_a_page_that_tells_how_to_play_is_found() -> None:
    """Texts are found in the catalogue of messages, where every one has to stand."""
    place = next(place for place in places_of("clash-of-the-cards") if place.name == "page games/armies/advice.py")
    assert "Fight: you have a strong champion, or a Castle that brings your cards back." in place.sentences["en"]
    assert len(place.sentences["en"]) == len(place.sentences["fr"]) > 5
