"""The query language: what queries find, by cases and by properties; none of them needs a page."""

from __future__ import annotations

import pytest
from django.utils.translation import override
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import Visibility
from cards.models import Card, Kind
from cards.searching import QueryError, SetName, Vocabulary, understand
from cards.searching.grammar import LONGEST
from cards.searching.vocabulary import meant, nearest
from tests.cards.factories import make_card, make_owner, make_set
from tests.examples import examples

SETS = Vocabulary((SetName("submersion", "Submersion"), SetName("slyness", "Slyness", "Fourberie")))


def found(query: str, owner: object = None) -> set[str]:
    return {card.name for card in Card.objects.filter(understand(query, SETS).q(owner))}  # type: ignore[arg-type]


@pytest.fixture
def cast(db: None) -> None:
    """A small cast: every test says by name whom it expects."""
    submersion, slyness = make_set("submersion"), make_set("slyness", name_fr="Fourberie")
    make_card("Wolf", submersion, name_fr="Loup", cost=2, av=3, hp=2, abilities=["rage"], number=1)
    make_card("Ram", slyness, name_fr="Bélier", cost=3, av=1, hp=5, abilities=["rage", "aquatic"], number=2)
    make_card("Bard", slyness, cost=4, av=4, hp=4, abilities=["aura:rage"], flavour="Œil d'été", number=3)
    make_card("Archer", submersion, cost=1, av=1, hp=1, abilities=["aim"], number=4)
    make_card("Spark", submersion, kind=Kind.INCANTATION, cost=2, av=2, hp=None, number=5)
    make_card("Keep", submersion, kind=Kind.STRONGHOLD, cost=0, av=0, hp=None, number=6)
    make_card("Old Bridge", slyness, kind=Kind.BRIDGE, cost=0, av=0, hp=None, number=7)
    make_card("Hero", None, make_owner("ada"), kind=Kind.CHAMPION, cost=5, av=5, hp=5, abilities=["symbiote"])


ALL = {"Wolf", "Ram", "Bard", "Archer", "Spark", "Keep", "Old Bridge", "Hero"}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ALL),
        ("   ", ALL),
        ("wolf", {"Wolf"}),
        ("LOUP", {"Wolf"}),
        ("belier", {"Ram"}),
        ("bélier", {"Ram"}),
        ("oeil", {"Bard"}),
        ('"oeil d\'ete"', {"Bard"}),
        ("“old bridge”", {"Old Bridge"}),
        ("« old bridge »", {"Old Bridge"}),
        ("name:oeil", set()),
        ("f:oeil", {"Bard"}),
        ("n:bard", {"Bard"}),
        ("f:bard", set()),
        ("t:creature", {"Wolf", "Ram", "Bard", "Archer"}),
        ("type:Créature", {"Wolf", "Ram", "Bard", "Archer"}),
        ("t:inc", {"Spark"}),
        ("t:forteresse", {"Keep"}),
        ("t:pont,stronghold", {"Old Bridge", "Keep"}),
        ("t!=creature", {"Spark", "Keep", "Old Bridge", "Hero"}),
        ("is:champion", {"Hero"}),
        ("cost=2", {"Wolf", "Spark"}),
        ("cost:2", {"Wolf", "Spark"}),
        ("c<=1 t:creature", {"Archer"}),
        ("c≤1 t:creature", {"Archer"}),
        ("c=<1 t:creature", {"Archer"}),
        ("cost=>5", {"Hero"}),
        ("cost==2", {"Wolf", "Spark"}),
        ("cost<>2 t:creature", {"Ram", "Bard", "Archer"}),
        ("a:aim|aquatic", {"Ram", "Archer"}),
        ("mana>3", {"Bard", "Hero"}),
        ("coût>=5", {"Hero"}),
        ("cost:3-4", {"Ram", "Bard"}),
        ("cost:4..3", {"Ram", "Bard"}),
        ("cost:1,3", {"Archer", "Ram"}),
        ("cost!=2 t:creature", {"Ram", "Bard", "Archer"}),
        ("hp!=5", {"Wolf", "Bard", "Archer"}),
        ("pv>=5", {"Ram", "Hero"}),
        ("av>hp", {"Wolf"}),
        ("av=hp", {"Bard", "Archer", "Hero"}),
        ("hp > cost", {"Ram"}),
        ("a:rage", {"Wolf", "Ram"}),
        ("a : rage", {"Wolf", "Ram"}),
        ("a:aquatique", {"Ram"}),
        ("a:Rage a:Aquatic", {"Ram"}),
        ("a:rage,aim", {"Wolf", "Ram", "Archer"}),
        ("a!=rage t:creature", {"Bard", "Archer"}),
        ("aura:rage", {"Bard"}),
        ("a:aura", {"Bard"}),
        ("a:aura:rage", {"Bard"}),
        ("aura:any", {"Bard"}),
        ("a:aura,aim", {"Bard", "Archer"}),
        ("a:none t:creature", set()),
        ("is:plain", {"Spark", "Keep", "Old Bridge"}),
        ("abilities>=2", {"Ram"}),
        ("abilities!=1 t:creature", {"Ram"}),
        ("capacités=0 t:incantation", {"Spark"}),
        ("set:submersion", {"Wolf", "Archer", "Spark", "Keep"}),
        ("s:four", {"Ram", "Bard", "Old Bridge"}),
        ("set:sub,sly", ALL - {"Hero"}),
        ("set:none", {"Hero"}),
        ("number:1-3", {"Wolf", "Ram", "Bard"}),
        ("by:ADA", {"Hero"}),
        ("by:nobody", set()),
        ("is:community", {"Hero"}),
        ("is:site", ALL - {"Hero"}),
        ("is:unofficial", ALL),
        ("is:symbiote", {"Hero"}),
        ("is:aura", {"Bard"}),
        ("is:fighter cost>=4", {"Bard", "Hero"}),
        ("is:playable cost<=1", {"Archer"}),
        ("edition:1 t:creature", {"Wolf", "Ram", "Bard", "Archer"}),
        ("edition:2 t:creature", {"Wolf", "Ram", "Bard"}),
        ("saison:1 is:champion", set()),
        ("wolf or ram", {"Wolf", "Ram"}),
        ("wolf OU ram", {"Wolf", "Ram"}),
        ("wolf | ram", {"Wolf", "Ram"}),
        ("a:rage and cost=3", {"Ram"}),
        ("a:rage -cost=3", {"Wolf"}),
        ("a:rage not cost=3", {"Wolf"}),
        ("-(wolf or ram) t:creature", {"Bard", "Archer"}),
        ("--wolf", {"Wolf"}),
        ("(a:rage or a:aim) cost<=2", {"Wolf", "Archer"}),
        ("a:rage or a:aim cost<=2", {"Wolf", "Ram", "Archer"}),
        ('"or"', set()),
    ],
)
def test_queries_find(cast: None, query: str, expected: set[str]) -> None:
    assert found(query) == expected


def test_one_s_own_cards_are_found_by_whoever_asks(cast: None) -> None:
    ada, guest = Card.objects.get(name="Hero").owner, make_owner()
    make_card("Draft", None, guest, visibility=Visibility.PRIVATE)
    assert found("is:own", ada) == found("by:me", ada) == found("est:mien", ada) == {"Hero"}
    assert found("is:own", guest) == found("by:moi", guest) == {"Draft"}
    assert found("is:own") == found("by:me") == set()
    assert found("is:own or wolf") == {"Wolf"}
    assert "Hero" in found("-is:own", guest)


@pytest.mark.parametrize(
    ("query", "place", "message", "right"),
    [
        ("cosst:3", "cosst", "Unknown key", "cost"),
        ("foo:bar", "foo", "Unknown key", "Keys:"),
        ("t:wizard", "wizard", "Unknown type", "Incantation"),
        ("t:creatur2", "creatur2", "Unknown type", "creature"),
        ("a:regenarion", "regenarion", "Unknown ability", "regeneration"),
        ("set:submersoin", "submersoin", "Unknown set", "submersion"),
        ("set:zzz", "zzz", "Unknown set", "slyness"),
        ("a:zzz", "zzz", "Unknown ability", "Wrecker."),
        ("t>3", "3", "isn't a number", "Number keys: cost, av, hp, abilities, number."),
        ("cost<=x", "x", "isn't a whole number", "cost<=3"),
        ("cost:-1", "-1", "isn't a whole number", "cost"),
        ("cost<=1-3", "1-3", "isn't a whole number", "cost:2-4"),
        ("t>creature", "creature", "isn't a number", "t:creature"),
        ("edition:3", "3", "Unknown season", "edition:1"),
        ("is:nonsense", "nonsense", "valid value", "plain"),
        ("wolf (ram", "(", "closed", ")"),
        ("wolf) ram", ")", "has no opening one", ""),
        ('"wolf', '"wolf', "closed", "quotation"),
        ('""', '""', "Nothing between", ""),
        ("wolf or", "or", "missing", "quotation"),
        ("or wolf", "or", "missing", "quotation"),
        ("wolf and and ram", "and", "missing", "quotation"),
        ("()", "(", "missing", ""),
        ("cost>=", "cost>=", "Nothing follows", "t:creature"),
        (">=3", ">=", "needs a key", "cost<=3"),
        ("t:a,,b", "a,,b", "A word is missing", "t:"),
    ],
)
def test_errors_name_the_place_and_what_would_be_right(query: str, place: str, message: str, right: str) -> None:
    with pytest.raises(QueryError) as raised:
        understand(query, SETS)
    error = raised.value
    assert query[error.start : error.end] == place
    assert message in error.message
    assert right in error.right


@pytest.mark.parametrize(
    ("query", "term", "word"),
    [
        ("t:magicien", "t:{}", "Créature"),
        ("zz:3", "{}:3", "cout"),
        ("ext:zzz", "ext:{}", "fourberie"),
        ("est:zzz", "est:{}", "jouable"),
        ("a:zzz", "a:{}", "Affûtage"),
    ],
)
def test_errors_are_told_in_french_with_words_that_are_understood(query: str, term: str, word: str) -> None:
    with override("fr"), pytest.raises(QueryError) as raised:
        understand(query, SETS)
    assert word in raised.value.right
    assert understand(term.format(word), SETS).parts


def test_players_of_other_games_find_their_keys() -> None:
    for query, ours in (("cmc<=2 pow>tou", "cost<=2 av>hp"), ("kw:rage", "a:rage"), ("ft:moon", "f:moon")):
        spans = [[condition for condition, _start, _end in understand(text, SETS).spans] for text in (query, ours)]
        assert spans[0] == spans[1]


@pytest.mark.parametrize(
    "query",
    ["x" * (LONGEST + 1), "(" * 30 + "wolf" + ")" * 30, "-" * 40 + "wolf", " ".join(["wolf"] * 100)],
)
def test_too_much_is_refused_in_words(query: str) -> None:
    with pytest.raises(QueryError) as raised:
        understand(query, SETS)
    assert 0 <= raised.value.start <= raised.value.end <= len(query)


@given(st.text(alphabet='abct:<>=!-"“”()|, 12orn\0é', max_size=40) | st.text(max_size=30))
@settings(max_examples=examples(400), deadline=None)
def test_any_text_is_understood_or_explained(query: str) -> None:
    try:
        understood = understand(query, SETS)
    except QueryError as error:
        assert 0 <= error.start <= error.end <= len(query)
        assert error.message
    else:
        assert all(part.words for part in understood.parts)
        assert [query[part.start : part.end] for part in understood.parts] == [p.source for p in understood.parts]


TERMS = st.sampled_from(
    ["wolf", "t:creature", "cost<=3", "a:rage", "-av>hp", "(wolf or hp=2)", "set:slyness", "is:plain"]
)


@given(st.lists(TERMS, min_size=1, max_size=6))
@settings(max_examples=examples(60), deadline=None)
def test_taking_a_part_away_leaves_the_others(terms: list[str]) -> None:
    query = understand(" ".join(terms), SETS)
    assert [part.source for part in query.parts] == terms
    for number, part in enumerate(query.parts):
        assert part.others.split() == " ".join(terms[:number] + terms[number + 1 :]).split()


def test_the_more_is_asked_the_less_is_found(cast: None) -> None:
    for query in ("t:creature", "cost<=3", "a:rage", "wolf"):
        for other in ("hp>=2", "-a:aim", "set:slyness"):
            assert found(f"{query} {other}") == found(query) & found(other)
            assert found(f"{query} or {other}") == found(query) | found(other)
            assert found(f"-({query})") == ALL - found(query)


def test_words_are_meant_exactly_before_they_are_meant_in_part() -> None:
    names = (("rage", 1), ("rage of kings", 2), ("outrage", 3), ("great rage", 4))
    assert meant("rage", names) == (1,)  # type: ignore[arg-type]
    assert meant("rage o", names) == (2,)  # type: ignore[arg-type]
    assert meant("gre", names) == (4,)  # type: ignore[arg-type]
    assert meant("kin", names) == (2,)  # type: ignore[arg-type]
    assert meant("", names) == meant("zzz", names) == ()  # type: ignore[arg-type]
    assert nearest("raeg", ["rage", "aim"]) == "rage"
    assert nearest("zzzzzz", ["rage", "aim"]) == ""
