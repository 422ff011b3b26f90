"""What to watch in an example stands before its board; rulings have examples, and labels sources."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.test import Client

from rulings.catalogue import FAQ, INTERPRETATION, KINDS, ORDER, RULEBOOK, all_rulings, ruling_by_id
from rulings.examples import all_examples, find_example
from rulings.expectation_text import told_events, watch_words
from rulings.games.pages import example_view
from rulings.games.registry import games_with_rulings, plain_games
from rulings.texts import FOLDER, LANGUAGES, texts

LABELS = Path(__file__).with_name("labels.txt")
SOURCE_OF_KIND = {FAQ: "faq", INTERPRETATION: "ours"}  # all other sources are books


def is_a_sentence(words: str) -> bool:
    return words.endswith(".") and not words.endswith("..") and len(words) > 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_says_what_to_watch(language: str) -> None:
    """A sentence of its trace that cites the ruling where there is one, or one written for it; never a bare result."""
    written = texts(language, "watch")
    for example in all_examples():
        number = ruling_by_id(example.ruling, language).number
        told = told_events(example, language)
        words = watch_words(example, number, language, told)
        assert is_a_sentence(words), example.id
        citing = [f"{sentence}." for event, sentence in told if number in event.get("rulings", ())]
        if example.id in written:
            assert words == written[example.id] and not citing, example.id
        else:
            assert words in citing[-1:] or (not citing and words in {f"{one.rstrip('.')}." for _, one in told}), (
                example.id
            )
    assert set(written) <= {example.id for example in all_examples()}


def test_what_to_watch_is_told_of_what_happens() -> None:
    example = find_example("protection-6")
    assert example is not None
    words = watch_words(example, "5.19", "en", told_events(example, "en"))
    assert "Protection stops" in words
    assert watch_words(example, "9.9", "en", ()).endswith(".")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(plain_games()))
def test_examples_of_the_other_games_say_it_too(game: str, language: str) -> None:
    rules = plain_games()[game]
    cited = 0
    written = rules.words(language, "watch")
    assert set(written) <= {example.id for example in rules.examples()}
    for example in rules.examples():
        view = example_view(rules, example, language)
        assert is_a_sentence(view.watch), (example.id, view.watch)
        assert (view.watch == written.get(example.id)) == (example.id in written), example.id
        steps = [words for step in view.steps for words, rulings in step.events if example.rulings[0] in dict(rulings)]
        cited += any(view.watch == f"{words.rstrip('.')}." for words in steps)
        for step in view.steps:
            for words, rulings in step.events:
                assert " ." not in words and not re.search(r"\b1 (cards|Students|Trials)\b", words), words
                assert all(address == rules.ruling_address(number) for number, address in rulings)
    assert cited > 15


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "label", "board"),
    [
        ("/rulings/examples/protection-6/", "What to watch:", "data-live"),
        ("/fr/rulings/examples/protection-6/", "À observer", "data-live"),
        ("/rulings/magic-schools/M3.1/", "What to watch:", "example-board"),
        ("/fr/rulings/clash-of-the-cards/C3.1/", "À observer", "example-board"),
    ],
)
def test_it_stands_before_the_board(client: Client, path: str, label: str, board: str) -> None:
    html = client.get(path).content.decode()
    assert 0 < html.index(label) < html.index(board)


@pytest.mark.django_db
@pytest.mark.parametrize("game", list(games_with_rulings()))
def test_no_ruling_is_without_an_example(game: str) -> None:
    rules = games_with_rulings()[game]
    shown = {identifier for tried in rules.tried(rules.ids()) for identifier in tried.rulings}
    assert [identifier for identifier in rules.ids() if identifier not in shown] == []


def unsourced(kinds: set[str], sources: set[str]) -> set[str]:
    """Labels of a ruling without a source, and sources without a label."""
    wrong = {kind for kind, source in SOURCE_OF_KIND.items() if (kind in kinds) != (source in sources)}
    if bool({RULEBOOK, ORDER} & kinds) != bool(sources - set(SOURCE_OF_KIND.values())):
        wrong.add(RULEBOOK)
    if ORDER in kinds and "order" not in sources:
        wrong.add(ORDER)
    return wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_label_has_a_source(language: str) -> None:
    facts = tomllib.loads((FOLDER / "rulings.toml").read_text(encoding="utf-8"))
    for ruling in all_rulings(language):
        kinds = {passage.kind for passage in ruling.passages}
        assert kinds <= set(KINDS) and unsourced(kinds, set(facts[ruling.number]["sources"])) == set(), ruling.number
    for game in plain_games().values():
        assert all(ruling.status_name for ruling in game.rulings(language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["", *plain_games()])
def test_every_label_is_that_of_its_source(game: str, language: str) -> None:
    """As written down beside the rulebooks: a label is neither lost nor added on the way to the pages."""
    kinds = {"r": RULEBOOK, "o": ORDER, "f": FAQ, "i": INTERPRETATION}
    labels = {}
    for line in LABELS.read_text(encoding="utf-8").splitlines():
        part, _, rulings = line.partition(": ")
        if rulings and not line.startswith("#"):
            for one in rulings.split():
                labels[f"{part}.{one.rstrip('rofi')}"] = [kinds[letter] for letter in one.lstrip("0123456789")]
    rulings = plain_games()[game].rulings(language) if game else all_rulings(language)
    sign = plain_games()[game].sign if game else ""
    shown = {ruling.number: [passage.kind for passage in ruling.passages] for ruling in rulings}
    assert shown == {number: said for number, said in labels.items() if number.rstrip("0123456789.") == sign}


def test_a_label_without_a_source_is_found() -> None:
    assert unsourced({RULEBOOK, INTERPRETATION}, {"abilities"}) == {INTERPRETATION}
    assert unsourced({FAQ}, {"faq", "duel"}) == {RULEBOOK}
