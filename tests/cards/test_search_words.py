"""How a query says itself in words, and how it goes into the form of filters and out of it."""

from __future__ import annotations

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from cards.searching import SetName, Vocabulary, understand
from cards.searching.choices import Choices, choices_of
from tests.examples import examples

SETS = Vocabulary((SetName("submersion", "Submersion"), SetName("slyness", "Slyness", "Fourberie")))


def words(query: str) -> list[str]:
    return [part.words for part in understand(query, SETS).parts]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("t:creature", ["Creature"]),
        ("t:creature,bridge cost<=3", ["Creature or Bridge", "Mana cost at most 3"]),
        ("av>=2", ["attack value at least 2"]),
        ("hp:2-4", ["Health Points from 2 to 4"]),
        ("av>=hp", ["attack value at least Health Points"]),
        ("a:rage", ["with Rage"]),
        ("a:sp", ["with Splash or Sprint"]),
        ("aura:rage", ["with an Aura of Rage"]),
        ("aura:any", ["with an Aura"]),
        ("set:sly", ["in Slyness"]),
        ("set:none", ["in no set"]),
        ("wolf", ["“wolf” in name or flavour"]),
        ("name:wolf", ["“wolf” in the name"]),
        ("f:moon", ["“moon” in the flavour line"]),
        ("-a:rage", ["not with Rage"]),
        ("wolf or (a:rage t:creature)", ["“wolf” in name or flavour or (with Rage and Creature)"]),
        ("cost=2 (a:rage or a:aim)", ["Mana cost 2", "(with Rage or with Aim)"]),
        ("by:ada", ["made by ada"]),
        ("by:me", ["made by you"]),
        ("edition:2", ["legal in season 2"]),
        ("is:plain", ["without abilities"]),
        ("abilities>1", ["number of abilities more than 1"]),
    ],
)
def test_conditions_say_themselves(query: str, expected: list[str]) -> None:
    assert words(query) == expected


def test_names_come_in_the_reader_s_language() -> None:
    with override("fr"):
        assert "Fourberie" in words("set:sly")[0]
        assert "Aquatique" in words("a:aquatic")[0]
        assert words("t:creature") == ["Créature"]


def test_free_words_that_name_a_rule_are_offered_as_terms() -> None:
    query = understand("rage wolf", SETS)
    assert query.meant_perhaps == (("a:rage", "a:rage wolf"),)
    assert understand("forteresse", SETS).meant_perhaps == (("t:stronghold", "t:stronghold"),)
    assert understand("aura", SETS).meant_perhaps == (("is:aura", "is:aura"),)
    assert understand("a:rage wolf", SETS).meant_perhaps == ()


def test_several_such_words_are_offered_together_first() -> None:
    assert understand("rage wolf sprint", SETS).meant_perhaps == (
        ("a:rage a:sprint", "a:rage wolf a:sprint"),
        ("a:rage", "a:rage wolf sprint"),
        ("a:sprint", "rage wolf a:sprint"),
    )


def test_names_of_sets_and_of_several_words_are_offered_too() -> None:
    assert understand("wolf fourberie", SETS).meant_perhaps == (("set:slyness", "wolf set:slyness"),)
    assert understand("price of blood wolf", SETS).meant_perhaps == (("a:price-of-blood", "a:price-of-blood wolf"),)
    assert understand("prix du  sang", SETS).meant_perhaps == (("a:price-of-blood", "a:price-of-blood"),)
    assert understand("price -of blood", SETS).meant_perhaps == ()
    assert understand("name:slyness", SETS).meant_perhaps == ()
    bogs = Vocabulary((SetName("bogging-down", "Bogging Down"),))
    assert understand("rage bogging down", bogs).meant_perhaps[0] == (
        "a:rage set:bogging-down",
        "a:rage set:bogging-down",
    )


def test_a_word_within_such_a_name_is_not_offered_by_itself() -> None:
    sets = Vocabulary((SetName("days-of-rage", "Days of Rage"),))
    assert understand("s:days of rage", sets).meant_perhaps == (('s:"days of rage"', 's:"days of rage"'),)


@pytest.mark.parametrize(
    ("query", "term", "whole"),
    [
        ("a:price of blood", 'a:"price of blood"', 'a:"price of blood"'),
        ("cost<3 a:Prix du sang wolf", 'a:"Prix du sang"', 'cost<3 a:"Prix du sang" wolf'),
        ("set:bogging down", 'set:"bogging down"', 'set:"bogging down"'),
        ("set: Enlisement total", 'set: "Enlisement total"', 'set: "Enlisement total"'),
    ],
)
def test_a_name_of_several_words_is_offered_in_quotation_marks(query: str, term: str, whole: str) -> None:
    sets = Vocabulary((SetName("bogging-down", "Bogging Down", "Enlisement total"),))
    assert understand(query, sets).meant_perhaps[0] == (term, whole)
    understand(whole, sets)


@pytest.mark.parametrize(
    ("query", "written"),
    [
        ("", ""),
        ("t:creature", "t:creature"),
        ("cost<=3 cost>=1", "cost>=1 cost<=3"),
        ("cost:1-3", "cost>=1 cost<=3"),
        ("c=2", "cost=2"),
        ("c<3", "cost<=2"),
        ("av>2", "av>=3"),
        ("a:Rage a:aquatique", "a:rage a:aquatic"),
        ("a:rage,aim", "a:rage,aim"),
        ("set:sub,sly wolf", "wolf set:submersion,slyness"),
        ("wolf or ram", "(wolf or ram)"),
        ("(wolf) or (ram)", "((wolf) or (ram))"),
        ("-t:creature", "-t:creature"),
        ("t:creature t:bridge", "t:bridge t:creature"),
        ("cost>=1 cost>=2", "cost>=2 cost>=1"),
        ("cost<0", "cost<0"),
        ("edition:1 is:own", "edition:1 is:own"),
        ("av>=hp", "av>=hp"),
    ],
)
def test_the_form_takes_what_it_can_show_and_keeps_the_rest(query: str, written: str) -> None:
    assert choices_of(understand(query, SETS)).written() == written


def test_the_form_shows_what_was_typed() -> None:
    choices = choices_of(understand("wolf t:creature cost<=3 hp=4 a:rage aura:aim set:sub edition:2 is:own", SETS))
    assert choices == Choices(
        kinds=("creature",),
        sets=("submersion",),
        abilities=("rage",),
        auras=("aim",),
        edition=2,
        own=True,
        lowest={"hp": 4},
        highest={"cost": 3, "hp": 4},
        rest="wolf",
    )


NUMBERS = st.dictionaries(st.sampled_from(["cost", "av", "hp"]), st.integers(0, 20), max_size=3)


@given(
    st.builds(
        Choices,
        kinds=st.lists(st.sampled_from(["creature", "incantation", "bridge"]), unique=True).map(tuple),
        sets=st.lists(st.sampled_from(["submersion", "slyness"]), unique=True).map(tuple),
        abilities=st.lists(st.sampled_from(["rage", "aim", "aquatic"]), unique=True).map(tuple),
        auras=st.lists(st.sampled_from(["rage", "sprint"]), unique=True).map(tuple),
        edition=st.sampled_from([0, 1, 2]),
        own=st.booleans(),
        lowest=NUMBERS,
        highest=NUMBERS,
        rest=st.sampled_from(["", "wolf", "(wolf or ram)", "-a:aim", '"old bridge"']),
    )
)
@settings(max_examples=examples(200), deadline=None)
def test_what_the_form_writes_it_reads_again(choices: Choices) -> None:
    assert choices_of(understand(choices.written(), SETS)) == choices
