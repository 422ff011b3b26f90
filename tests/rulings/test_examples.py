"""The rulings' examples: the engine agrees with every one of them, they show what they are about, and both can tell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cards.sets import all_cards
from engine.decks.formats.interchange import read_position
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.trace.events import EVENTS
from rulings import examples as module
from rulings.catalogue import all_rulings, numbers_by_id, ruling_by_id
from rulings.example_runner import KINDS
from rulings.examples import (
    Example,
    all_examples,
    card_names,
    check,
    examples_of,
    find_example,
    read_example,
)
from rulings.expectation_text import fact_words, plain_notation, told_events
from rulings.readings import reading_examples
from rulings.texts import LANGUAGES

IDS = [example.id for example in all_examples()]
# Words of the notation and of events that have no place in a French sentence.
NOTATION = (" upper:", " lower:", "discard", "pile [", "stronghold", "counter-order", "clearance")
# Rulings whose foremost ability does nothing in them, or which no board can show.
WITHOUT_ABLATION = {
    "no-ability-twice",
    "one-attack-one-instance",
    "champion-not-in-hand",
    "ai-has-no-hand",
    "custom-play-levels",
    "abilities-of-season-1",
}


@pytest.mark.parametrize("example", all_examples(), ids=IDS)
def test_the_engine_agrees(example: Example) -> None:
    assert [str(disagreement) for disagreement in check(example)] == []


@pytest.mark.parametrize("identifier", list(numbers_by_id()))
def test_every_ruling_has_an_example(identifier: str) -> None:
    assert examples_of(identifier)


def test_ids_of_examples() -> None:
    assert [name for name, count in Counter(IDS).items() if count > 1] == []
    for example in all_examples():
        assert re.fullmatch(rf"{re.escape(example.ruling)}-[1-9]\d*", example.id)
        assert ruling_by_id(example.ruling, "en")
        assert find_example(example.id) is example
    assert find_example("no-such-example") is None


def test_examples_are_small_and_told_in_both_languages() -> None:
    for example in all_examples():
        assert set(example.title) == set(LANGUAGES)
        assert len(example.title["en"]) <= 125 and len(example.title["fr"]) <= 140, example.id
        assert example.title["en"] != example.title["fr"]
        assert not any(title.endswith(".") for title in example.title.values())
        assert not re.search(r"(?<!\u202f)[:;!?](?= |$)", example.title["fr"]), example.id
        assert example.kind in KINDS
        assert example.facts
        if example.is_board:
            assert example.position.startswith("cod1 ")
            assert len(example.actions) <= 4


@pytest.mark.parametrize(
    "example", [played for played in all_examples() if played.is_board and played.actions], ids=lambda played: played.id
)
def test_what_is_expected_does_not_hold_before_the_actions(example: Example) -> None:
    assert check(replace(example, actions=()))


@pytest.mark.parametrize(
    "tested", [ruling for ruling in all_rulings("en") if ruling.abilities], ids=lambda tested: tested.id
)
def test_some_example_depends_on_the_ability(tested: Any) -> None:
    """Without the ability that a ruling is about, one of its examples comes out otherwise: it really shows it."""
    boards = [example for example in examples_of(tested.id) if example.is_board]
    changed = any(check(without(example, tested.abilities[0])) for example in boards)
    assert changed == (tested.id not in WITHOUT_ABLATION and bool(boards))


def without(example: Example, slug: str) -> Example:
    """The example with an ability taken off all of its cards."""
    gone = r" aura:[\w-]+" if slug == "aura" else rf" (?:{AURA_PREFIX})?{slug}(?![\w-])"
    return replace(example, position=re.sub(gone, "", example.position))


def facts_of_events(example: Example) -> Iterator[dict[str, Any]]:
    for fact in example.facts:
        if "event" in fact:
            yield dict(fact)
        yield from (dict(expected) for expected in fact.get("order", ()))


def test_facts_name_events_and_fields_that_there_are() -> None:
    for example in all_examples():
        for fact in facts_of_events(example):
            event = EVENTS[fact["event"]]
            assert set(fact.get("with", {})) <= {
                field for cls in event.__mro__ for field in cls.__dict__.get("__slots__", ())
            }
            assert set(fact) <= {"event", "with", "times"}, example.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_in_words(language: str) -> None:
    for example in all_examples():
        for fact in example.facts:
            words = fact_words(fact, language)
            assert len(words) > 8 and "{event}" not in words and "None" not in words
    for example in all_examples():
        sentences = told_events(example, language)
        for fact in example.facts:
            words = fact_words(fact, language, sentences)
            assert not re.search(r'[{}"]|None|/[a-z]', words), (example.id, words)
            assert not any(word in words for word in NOTATION) or language == "en", (example.id, words)
    words = fact_words({"winners": "", "reason": "x"}, language)
    assert words == {"en": "The game continues", "fr": "La partie continue"}[language]
    with pytest.raises(ValueError, match="no kind"):
        fact_words({"what": 1}, language)


def test_what_a_seat_has_is_told_in_words() -> None:
    line = '[B Wolf "Copper Spy"] upper Ram+"Barnacle Coat"{d2 sprint1 holds "Bee Mother"} lower Rat{entered}'
    assert plain_notation(line, "en") == (
        "[Bastion, Wolf, Copper Spy] · upper line: Ram+Barnacle Coat (2 damage, Sprint +1, holds Bee Mother)"
        " · lower line: Rat (entered this turn)"
    )
    assert (
        plain_notation("[F Rat] upper Wolf{d1}", "fr") == "[Fort, Rat] · ligne du haut\u202f: Loup (Blessures\u202f: 1)"
    )


def test_an_event_is_told_as_in_the_trace() -> None:
    example = find_example("backlash-1")
    assert example is not None
    sentences = told_events(example, "fr")
    words = fact_words(example.facts[0], "fr", sentences)
    assert "Escargot acide" in words and "Contre-ordre envoie Loup" in words and "stronghold" not in words
    never = fact_words({"event": "instinct", "with": {"who": "Cat"}, "times": 0}, "fr")
    assert never == "Cela ne se produit pas\u202f: Instinct (Cat)"


def test_cards_have_a_name_in_french() -> None:
    french = card_names("fr")
    on_the_site = {card.name.en for card in all_cards()}
    used: set[str] = set()
    for example in all_examples():
        if example.is_board:
            used |= set(names_in(example.position_json()))
    own = used - on_the_site
    assert own <= set(french)
    assert used & on_the_site, "the site's own cards are used where one fits"
    assert set(names_in(find_example("catalyst-1").position_json("fr"))) >= {"Rat", "Loup", "Bélier", "Ours"}  # type: ignore[union-attr]


def names_in(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if "cost" in value:
            yield value["name"]
        for item in value.values():
            yield from names_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from names_in(item)


@pytest.mark.parametrize("language", LANGUAGES)
def test_positions_to_edit_are_sound(language: str) -> None:
    for example in all_examples():
        if example.is_board:
            assert read_position(example.position_json(language))


SOUND: dict[str, Any] = {
    "id": "x-1",
    "ruling": "stronghold-hp",
    "title": {"en": "a", "fr": "b"},
    "position": "cod1 duel A summoning m1 | A t2 [B Rat(c1 1/1) Ox(c9 1/1)] | B t2 [B Elk(c1 1/1)] upper Cow(c1 1/9)",
    "actions": ["1 upper"],
    "facts": [{"seat": "A", "is": "[B Ox] upper Rat{entered}"}],
}


def test_a_sound_example_is_found_sound() -> None:
    assert check(read_example(SOUND)) == []


@pytest.mark.parametrize(
    ("fact", "expected", "actual"),
    [
        ({"seat": "A", "is": "[B Ox]"}, "[B Ox]", "[B Ox] upper Rat{entered}"),
        ({"at": "/mana", "is": 1}, "1", "0"),
        ({"at": "/players/A/upper/0/card", "is": "Ox"}, "'Ox'", "'Rat'"),
        ({"at": "/players/A/upper/7/card", "is": "Ox"}, "'Ox'", "None"),
        ({"at": "/players/A/hand/0/card", "is": "Ox"}, "'Ox'", "None"),
        ({"event": "damage"}, "1 times damage", "0 times damage"),
        ({"event": "play", "times": 0}, "0 times play", "1 times play"),
        ({"event": "play", "with": {"cost": 2}}, "1 times play cost=2", "0 times play cost=2"),
        ({"order": [{"event": "enters"}, {"event": "play"}]}, "enters > play", "enters"),
        ({"winners": "A", "reason": "fort-destroyed"}, "A fort-destroyed", ""),
        ({"legal": "1 upper"}, "1 upper: legal", "1 upper: not-enough-mana"),
        ({"illegal": "assault", "code": "wrong-phase"}, "assault: wrong-phase", "assault: legal"),
    ],
)
def test_a_wrong_fact_is_found(fact: dict[str, Any], expected: str, actual: str) -> None:
    """And named: which fact, what was expected, what the engine says."""
    example = read_example({**SOUND, "facts": [*SOUND["facts"], fact]})
    (wrong,) = check(example)
    assert (wrong.example, wrong.fact, wrong.expected, wrong.actual) == ("x-1", 1, expected, actual)
    assert str(wrong) == f"x-1, fact 2: expected {expected!r}, the engine says {actual!r}"


@pytest.mark.parametrize(
    "fact",
    [
        {"at": "/mana", "is": 0},
        {"at": "/players/A/hand", "is": ["bastion", "Ox"]},
        {"at": "/players/A/lower", "is": []},
        {"event": "play", "with": {"cost": 1, "card": "Rat", "player": "A"}},
        {"event": "enters", "with": {"whom": "Rat", "rulings": "3.1"}},
        {"event": "damage", "times": 0},
        {"order": [{"event": "play"}, {"event": "leaves-hand"}, {"event": "enters", "with": {"step": 3}}]},
        {"winners": ""},
        {"legal": "assault"},
        {"illegal": "1 upper", "code": "not-enough-mana"},
    ],
)
def test_a_true_fact_is_not_complained_of(fact: dict[str, Any]) -> None:
    assert check(read_example({**SOUND, "facts": [fact]})) == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"actions": ["5 upper"]}, "not-available"),
        ({"position": "cod1 duel A summoning | A [B] | B [B Elk(c1 1/1)]"}, "bad-position"),
        ({"position": "nonsense"}, "bad-"),
    ],
)
def test_an_example_that_cannot_be_carried_out(changes: dict[str, Any], code: str) -> None:
    (wrong,) = check(read_example({**SOUND, **changes}))
    assert wrong.fact is None and wrong.actual.startswith(code)
    assert str(wrong).startswith("x-1: expected 'to be carried out'")


@pytest.mark.parametrize("changes", [{"facts": []}, {"extra": 1}])
def test_an_entry_that_is_none(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="x-1"):
        read_example({**SOUND, **changes})
    with pytest.raises(ValueError, match="missing"):
        read_example({"id": "x-1", "facts": [{"winners": ""}]})


def test_a_fact_of_no_kind_is_an_error() -> None:
    with pytest.raises(ValueError, match="no kind"):
        check(read_example({**SOUND, "facts": [{"nothing": 1}]}))


@pytest.mark.django_db
def test_the_command_counts(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("check_rulings", "--game", "clash-of-decks")
    counts = f"{len(numbers_by_id())} rulings, {len(IDS)} examples, {len(reading_examples())} of readings"
    assert capsys.readouterr().out == f"{counts}, 0 disagree\n"
    call_command("check_rulings", "--ruling", "berserk", "--ruling", "aerial")
    assert capsys.readouterr().out.startswith("2 rulings, 8 examples, 0 of readings, 0 disagree")


@pytest.mark.django_db
def test_the_command_fails_on_a_disagreement(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = read_example({**SOUND, "facts": [{"at": "/mana", "is": 5}, {"winners": "B"}]})
    monkeypatch.setattr("games.decks.rulings.all_examples", lambda: (wrong,))
    with pytest.raises(CommandError, match="1 examples disagree"):
        call_command("check_rulings", "--ruling", "stronghold-hp")
    output = capsys.readouterr()
    assert output.out == "1 rulings, 1 examples, 0 of readings, 1 disagree\n"
    assert (
        output.err == "x-1, fact 1: expected '5', the engine says '0'\nx-1, fact 2: expected 'B', the engine says ''\n"
    )


@pytest.mark.django_db
def test_the_command_fails_on_a_ruling_without_an_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("games.decks.rulings.all_examples", lambda: ())
    with pytest.raises(CommandError, match="1 rulings have no example"):
        call_command("check_rulings", "--ruling", "berserk")
    assert "berserk: no example" in capsys.readouterr().err


@pytest.mark.django_db
def test_the_command_knows_the_rulings() -> None:
    with pytest.raises(CommandError, match="No ruling 'nonsense'"):
        call_command("check_rulings", "--ruling", "nonsense")


def test_names_are_no_examples() -> None:
    assert (module.FOLDER / module.NAMES).is_file()
    assert all(example.id for example in all_examples())
