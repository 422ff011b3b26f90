"""Searching the rules: plain words, both languages, accents, ranks, snippets; and whatever people type."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks.rules.abilities import FLAG_OF_SLUG
from rulings.catalogue import all_rulings
from rulings.rulebook import ABILITY, RULE, RULING, TERM, glossary, paragraphs
from rulings.searching import LONGEST_QUERY, MAX_RESULTS, Hit, search
from rulings.texts import LANGUAGES
from tests.examples import examples


def first(query: str, language: str) -> tuple[str, str]:
    hit = search(query, language)[0]
    return hit.kind, hit.id


@pytest.mark.parametrize(
    ("query", "language", "slug"),
    [
        *(
            ("fly", "en", "aerial"),
            ("flying", "en", "aerial"),
            ("heal", "en", "regeneration"),
            ("heals", "en", "regeneration"),
        ),
        *(("vole", "fr", "aerial"), ("soigne", "fr", "regeneration"), ("soigner", "fr", "regeneration")),
        *(("riposte", "fr", "instinct"), ("strike back", "en", "instinct"), ("haste", "en", "rage")),
        *(
            ("bouclier", "fr", "protection"),
            ("Price of Blood", "en", "price-of-blood"),
            ("trample", "en", "sharpening"),
        ),
        *(
            ("merge", "en", "symbiote"),
            ("voler une carte", "fr", "enchain"),
            ("immune to spells", "en", "indestructible"),
        ),
    ],
)
def test_plain_words_find_abilities(query: str, language: str, slug: str) -> None:
    assert first(query, language) == (ABILITY, slug)


@pytest.mark.parametrize(
    ("query", "language", "term"),
    [
        *(("spell", "en", "incantation"), ("sort", "fr", "incantation"), ("graveyard", "en", "discard-pile")),
        *(("summoning sickness", "en", "turn-of-arrival"), ("mal d\u2019invocation", "fr", "turn-of-arrival")),
        *(("hero", "en", "champion"), ("ordinateur", "fr", "ai"), ("lane", "en", "line")),
    ],
)
def test_plain_words_find_terms(query: str, language: str, term: str) -> None:
    assert first(query, language) == (TERM, term)


@pytest.mark.parametrize("slug", [*FLAG_OF_SLUG, "aura"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ability_is_found_by_its_name_in_either_language(slug: str, language: str) -> None:
    for named_in in LANGUAGES:
        name = next(term.name for term in glossary(named_in) if term.is_ability and term.id == slug)
        found = search(name, language)
        assert slug in [hit.id for hit in found if hit.kind == ABILITY], (name, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_is_found_by_its_number_and_its_title(language: str) -> None:
    for one in all_rulings(language):
        assert first(one.number, language) == (RULING, one.id)
        assert one.id in [hit.id for hit in search(one.title, language) if hit.kind == RULING], one.title


def test_accents_and_letters_do_not_count() -> None:
    assert search("REGENERATION", "fr")[0].id == search("régénération", "fr")[0].id == "regeneration"
    assert search("epuisement", "fr")[0].id == "exhaustion"


def test_all_words_are_wanted_if_anything_has_them_all() -> None:
    found = search("bastion fort side", "en")
    assert found and all(hit.kind != ABILITY or hit.id == "regeneration" for hit in found)
    loose = search("bastion xyzzy", "en")
    assert loose and loose[0].id == "bastion"


def test_what_has_no_meaning_is_left_out() -> None:
    assert search("what is the bastion", "en")[0].id == "bastion"
    assert search("the", "en") == search("the", "en")  # nothing else asked: it is looked for


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hit_can_be_gone_to(language: str) -> None:
    rulings = {one.id: one.anchor for one in all_rulings(language)}
    for query in ("stronghold", "forteresse", "aura", "mana", "ai", "draft", "7"):
        for hit in search(query, language):
            if hit.kind == RULE:
                chapter, paragraph = paragraphs(language)[hit.id]
                assert (hit.anchor, hit.chapter) == (paragraph.anchor, chapter.slug)
            elif hit.kind == RULING:
                assert hit.anchor == rulings[hit.id]
            else:
                assert hit.anchor == ("a-" if hit.kind == ABILITY else "t-") + hit.id
            assert hit.title and hit.score > 0


def marked(hit: Hit) -> list[str]:
    return [text for text, is_marked in hit.snippet if is_marked]


def test_snippets_mark_the_words_where_they_stand() -> None:
    hit = next(hit for hit in search("rightmost falls", "en") if hit.id == "stronghold-falls")
    assert marked(hit)[:2] == ["rightmost", "falls"]
    text = "".join(piece for piece, _ in hit.snippet)
    assert text.startswith("A Stronghold that becomes the rightmost card of its hand falls")
    assert text.endswith("…") and len(text) < 250
    hit = next(hit for hit in search("epuise", "fr") if hit.kind == RULING and hit.id == "sharpening")
    assert "épuise" in marked(hit)
    assert hit.snippet[0] == ("…", False)


def test_nothing_asked_nothing_found() -> None:
    assert search("", "en") == search("  ?! ", "fr") == search("xyzzy", "en") == []


def test_the_best_come_first_and_not_too_many() -> None:
    found = search("stronghold", "en")
    assert len(found) == MAX_RESULTS and len(search("stronghold", "en", limit=3)) == 3
    assert [hit.score for hit in found] == sorted((hit.score for hit in found), reverse=True)


def test_a_very_long_query_is_cut() -> None:
    assert search("mana " * 5000, "en") == search(("mana " * 5000)[:LONGEST_QUERY], "en")


@settings(max_examples=examples(60), deadline=None)
@given(st.text(max_size=60), st.sampled_from(LANGUAGES))
def test_whatever_is_typed(query: str, language: str) -> None:
    for hit in search(query, language):
        assert all(piece for piece, _ in hit.snippet)
        assert "".join(piece for piece, _ in hit.snippet)
