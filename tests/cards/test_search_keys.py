"""The parts that queries are made of: tokens with their places, keys by all their names, values in both languages."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from cards.abilities import ability_name
from cards.browsing import EXAMPLES, EXAMPLES_IN_FRENCH
from cards.models import Kind
from cards.searching import QueryError, SetName, Vocabulary, understand
from cards.searching import conditions as c
from cards.searching.keys import KEYS, keys_like
from cards.searching.number_values import MEASURE_NAMES
from cards.searching.tokens import tokens_of
from cards.searching.vocabulary import KIND_WORDS, ability_names, is_aura
from cards.texts import LANGUAGES
from engine.decks.rules.abilities import FLAG_OF_SLUG

SETS = Vocabulary((SetName("submersion", "Submersion"), SetName("bogging-down", "Bogging Down", "Enlisement")))


def condition(query: str) -> c.Condition:
    ((meaning, _start, _end),) = understand(query, SETS).spans
    return meaning


# Tokens


@pytest.mark.parametrize(
    ("query", "kinds"),
    [
        ("", []),
        ("wolf", ["word"]),
        ("wolf ram", ["word", "word"]),
        ("half-moon", ["word"]),
        ("l'ours", ["word"]),
        ("-wolf", ["not", "word"]),
        ("−wolf", ["not", "word"]),  # noqa: RUF001
        ("- wolf", ["word", "word"]),
        ("not wolf", ["not", "word"]),
        ("non loup", ["not", "word"]),
        ("a or b", ["word", "or", "word"]),
        ("a OU b", ["word", "or", "word"]),
        ("a|b", ["word", "or", "word"]),
        ("a et b and c", ["word", "and", "word", "and", "word"]),
        ("(a)", ["(", "word", ")"]),
        ("t:creature", ["term"]),
        ("t : creature", ["term"]),
        ("t:creature)", ["term", ")"]),
        ("cost<=3 hp >= 2", ["term", "term"]),
        ('"or"', ["word"]),
        ("orbit android notes", ["word", "word", "word"]),
        ('n:"old bridge" x', ["term", "word"]),
        ("n:« vieux pont » x", ["term", "word"]),
    ],
)
def test_queries_are_cut_into_tokens(query: str, kinds: list[str]) -> None:
    assert [token.kind for token in tokens_of(query)] == kinds


def test_tokens_know_their_places() -> None:
    query = '  wolf -t :  creature "old bridge"'
    assert [(query[token.start : token.end], token.text) for token in tokens_of(query)] == [
        ("wolf", "wolf"),
        ("-", ""),
        ("t :  creature", "creature"),
        ('"old bridge"', "old bridge"),
    ]
    (term,) = tokens_of('name: "old bridge"')
    assert (term.key, term.operator, term.quoted, term.value_start) == ("name", ":", True, 6)


SIGNS = {":": ":", "=": "=", "<": "<", "<=": "<=", "≤": "<=", ">": ">", ">=": ">=", "≥": ">=", "!=": "!=", "≠": "!="}


@pytest.mark.parametrize(("typed", "operator"), SIGNS.items())
def test_operators_may_be_typed_as_signs_or_letters(typed: str, operator: str) -> None:
    (token,) = tokens_of(f"cost{typed}3")
    assert token.operator == operator


# Keys


@pytest.mark.parametrize("key", KEYS, ids=lambda key: key.names[0])
def test_every_key_goes_by_all_its_names_and_has_an_example(key: object) -> None:
    names, example = (*key.names, *key.habits), key.example  # type: ignore[attr-defined]
    rest = example.removeprefix(names[0])
    expected = condition(example)
    for name in names:
        assert condition(name + rest) == expected
        assert condition(name.upper() + rest) == expected
    for language in LANGUAGES:
        with override(language):
            assert str(key.about)  # type: ignore[attr-defined]
            assert key.usual in key.names  # type: ignore[attr-defined]


def test_no_name_stands_for_two_keys() -> None:
    names = [name for key in KEYS for name in (*key.names, *key.habits)]
    assert len(names) == len(set(names))
    assert set(MEASURE_NAMES) <= set(names)


@pytest.mark.parametrize("query", EXAMPLES)
def test_the_examples_of_the_help_are_understood(query: str) -> None:
    sets = Vocabulary((SetName("initiation", "Initiation"),))
    assert understand(query, sets).parts


# Values


@pytest.mark.parametrize("slug", FLAG_OF_SLUG)
def test_abilities_are_found_by_slug_and_by_name_in_either_language(slug: str) -> None:
    assert condition(f"a:{slug}") == c.Bears((slug,))
    for language in LANGUAGES:
        name = ability_name(slug, language)
        assert condition(f'a:"{name}"') == c.Bears((slug,)), name
        assert condition(f'a:"{name.upper()}"') == c.Bears((slug,)), name
        assert condition(f'aura:"{name}"') == c.Bears((slug,), aura=True)
        assert keys_like(name) == f"a:{slug}"
    assert slug in {meaning for _name, meaning in ability_names()}


@pytest.mark.parametrize("kind", Kind)
def test_types_are_found_by_name_in_either_language_and_in_the_plural(kind: Kind) -> None:
    for language in LANGUAGES:
        with override(language):
            label = str(kind.label)
        assert condition(f"t:{label}") == condition(f"is:{label}") == c.OfKind((kind.value,))
        assert condition(f"t:{label}s") == c.OfKind((kind.value,))
    assert kind in {meaning for _word, meaning in KIND_WORDS}


@pytest.mark.parametrize(
    ("word", "slugs"),
    [
        ("submersion", ("submersion",)),
        ("SUB", ("submersion",)),
        ("bogging-down", ("bogging-down",)),
        ('"bogging down"', ("bogging-down",)),
        ("enlis", ("bogging-down",)),
        ("down", ("bogging-down",)),
        ("sub,bog", ("submersion", "bogging-down")),
        ("sub,submersion", ("submersion",)),
        ("none", ()),
        ("aucun", ()),
    ],
)
def test_sets_are_found_by_parts_of_their_names(word: str, slugs: tuple[str, ...]) -> None:
    assert condition(f"set:{word}") == c.InSet(slugs)


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("cost:3", c.Measure("cost", "=", 3)),
        ("cost!=3", c.Measure("cost", "!=", 3)),
        ("c:2..4", c.Measure("cost", "..", 2, 4)),
        ("c:4-2", c.Measure("cost", "..", 2, 4)),
        ("c:2…4", c.Measure("cost", "..", 2, 4)),
        ("va>=pv", c.Measure("av", ">=", other="hp")),
        ("hp<mana", c.Measure("hp", "<", other="cost")),
        ("abilities=1", c.Measure("abilities", "=", 1)),
        ("no:36", c.Measure("number", "=", 36)),
        ("c:1,3", c.Either((c.Measure("cost", "=", 1), c.Measure("cost", "=", 3)))),
        ("a:none", c.Is("plain")),
        ("a!=none", c.Not(c.Is("plain"))),
        ("by:me", c.MadeBy("")),
        ("by:ada,eve", c.Either((c.MadeBy("ada"), c.MadeBy("eve")))),
        ("n:a,b", c.Either((c.Text("a", "name"), c.Text("b", "name")))),
        ('n:"a,b"', c.Text("a,b", "name")),
        ("is:simple", c.Is("plain")),
        ("is:own,remix", c.Either((c.Is("own"), c.Is("remix")))),
        ("ed:1", c.OfEdition(1)),
        ("-a:rage", c.Not(c.Bears(("rage",)))),
    ],
)
def test_terms_become_conditions(term: str, expected: c.Condition) -> None:
    assert condition(term) == expected


@pytest.mark.parametrize("question", c.QUESTIONS)
def test_every_question_may_be_asked_and_says_itself(question: str) -> None:
    assert condition(f"is:{question}") == c.Is(question)
    (part,) = understand(f"is:{question}", SETS).parts
    assert part.words


@pytest.mark.parametrize("word", ["Aura", "auras", "AURA"])
def test_aura_is_a_word_of_its_own(word: str) -> None:
    assert is_aura(word)
    assert condition(f"a:{word}") == condition(f"is:{word}") == condition("aura:any") == c.Bears((), aura=True)


@pytest.mark.parametrize(
    ("term", "place"),
    [
        ("edition:1,2", "1,2"),
        ("cost:1,x", "1,x"),
        ("cost:1.5", "1.5"),
        ("cost:9999", "9999"),
        ("by>ada", "ada"),
        ("n<x", "x"),
        ("is>=own", "own"),
        ("set:", "set:"),
        ('t:""', '""'),
        ("t:a,", "a,"),
        ("aura:none", "none"),
    ],
)
def test_values_that_fit_no_key_are_pointed_at(term: str, place: str) -> None:
    with pytest.raises(QueryError) as raised:
        understand(term, SETS)
    assert term[raised.value.start : raised.value.end] == place
    assert raised.value.message


@pytest.mark.parametrize(("language", "word"), [("en", "cost:"), ("fr", "cout:")])
def test_a_slip_in_a_key_is_answered_in_the_readers_language(language: str, word: str) -> None:
    with override(language), pytest.raises(QueryError) as wrong:
        understand("cots:3", SETS)
    assert word in wrong.value.right.partition("?")[0]


@pytest.mark.parametrize(("english", "french"), list(zip(EXAMPLES, EXAMPLES_IN_FRENCH, strict=True)))
def test_examples_in_french_ask_for_the_same(english: str, french: str) -> None:
    sets = Vocabulary((SetName("initiation", "Initiation"),))
    asked = [[meaning for meaning, _start, _end in understand(query, sets).spans] for query in (english, french)]
    assert asked[0] == asked[1]
