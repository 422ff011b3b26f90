"""The rulebook: the same in both languages, nothing points nowhere, and its lists are those of the engine."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.decks.rules.abilities import FLAG_OF_SLUG
from rulings.catalogue import numbers_by_id
from rulings.rulebook import (
    ABILITY,
    RULE,
    RULING,
    STRONG,
    TERM,
    TEXT,
    BadRulebook,
    Span,
    chapters,
    find_chapter,
    find_term,
    glossary,
    paragraphs,
    read_chapter,
    spans,
)
from rulings.texts import LANGUAGES, MissingText
from tests.engine.decks.activation_orders import activation_order

SLUGS = [
    *("goal", "formats", "cards", "turn", "combat", "stronghold", "exhaustion", "solo", "custom", "multiplayer"),
    *("mutation", "champions", "order", "season-1"),
]
# Steps of the rulebook for which the engine needs no code: see ``proceed`` of ``Play`` and ``Attack``.
NO_CODE = {"summoning": {10, 12, 18}, "assault": {9, 12, 17}}
LAST = {"summoning": 19, "assault": 20}


@pytest.mark.parametrize("language", LANGUAGES)
def test_chapters_in_order(language: str) -> None:
    assert [chapter.slug for chapter in chapters(language)] == SLUGS
    assert [chapter.number for chapter in chapters(language)] == list(range(1, len(SLUGS) + 1))
    assert find_chapter("turn", language) is chapters(language)[3]
    assert find_chapter("nonsense", language) is None


def test_both_languages_have_the_same_paragraphs_in_the_same_order() -> None:
    english, french = chapters("en"), chapters("fr")
    assert [s.id for c in english for s in c.sections] == [s.id for c in french for s in c.sections]
    pairs = zip(paragraphs("en").values(), paragraphs("fr").values(), strict=True)
    for (_, paragraph), (_, translated) in pairs:
        assert paragraph.id == translated.id
        assert (paragraph.step, paragraph.functions, len(paragraph.items)) == (
            translated.step,
            translated.functions,
            len(translated.items),
        )
        assert {(ref.kind, ref.target) for ref in paragraph.references} == {
            (ref.kind, ref.target) for ref in translated.references
        }
        assert paragraph.text != translated.text or paragraph.step == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_ids_are_unique_and_well_formed(language: str) -> None:
    ids = [paragraph.id for chapter in chapters(language) for paragraph in chapter.paragraphs]
    assert [name for name, count in Counter(ids).items() if count > 1] == []
    assert all(re.fullmatch(r"[a-z0-9-]+\.[a-z0-9-]+", name) for name in ids)
    anchors = [
        paragraph.anchor for chapter in chapters(language) for paragraph in (*chapter.sections, *chapter.paragraphs)
    ]
    assert len(set(anchors)) == len(anchors)


@pytest.mark.parametrize("language", LANGUAGES)
def test_references_lead_somewhere(language: str) -> None:
    targets = {
        RULING: set(numbers_by_id()),
        RULE: set(paragraphs(language)),
        ABILITY: {*FLAG_OF_SLUG, "aura"},
        TERM: {term.id for term in glossary(language)},
    }
    for _, paragraph in paragraphs(language).values():
        for reference in paragraph.references:
            assert reference.target in targets[reference.kind], paragraph.id
            assert reference.text, paragraph.id
            assert reference.text != reference.target or reference.kind == TERM, (
                paragraph.id
            )  # a term may be its own id


def test_the_rulebook_leads_to_the_rulings_and_to_every_ability() -> None:
    met = {
        ref.target for _, paragraph in paragraphs("en").values() for ref in paragraph.references if ref.kind == RULING
    }
    met_abilities = {
        ref.target for _, paragraph in paragraphs("en").values() for ref in paragraph.references if ref.kind == ABILITY
    }
    assert len(met) >= 50
    assert met_abilities == {*FLAG_OF_SLUG, "aura"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["summoning", "assault"])
def test_the_activation_orders_are_those_of_the_engine(name: str, language: str) -> None:
    order = find_chapter("order", language)
    assert order is not None
    of_order = [paragraph for paragraph in order.paragraphs if paragraph.id.startswith(f"order.{name}-")]
    assert [paragraph.step for paragraph in of_order] == list(range(1, LAST[name] + 1))
    assert [
        (paragraph.step, function) for paragraph in of_order for function in paragraph.functions
    ] == activation_order(name)
    assert {paragraph.step for paragraph in of_order if not paragraph.functions} == NO_CODE[name]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_are_short_and_clean(language: str) -> None:
    for _, paragraph in paragraphs(language).values():
        assert "  " not in paragraph.text and "[[" not in paragraph.text and "{" not in paragraph.text
        assert (
            paragraph.text.rstrip(")")[-1] in ".!?:)"
            or paragraph.items
            or paragraph.text.endswith(paragraph.spans[-1].text)
        ), paragraph.id
        for sentence in re.split(r"(?<=[.!?]) ", paragraph.text):
            assert len(sentence.split()) <= 45, (paragraph.id, sentence)
        if language == "fr":
            assert not re.search(r"[^\u202f0-9][:;!?](?= |$)|« |'", paragraph.text), paragraph.id


def test_reading_a_chapter() -> None:
    chapter = read_chapter(
        "07-colours",
        "# Colours\n\n## warm: Warm ones\n\n{red} A **red** one, see [[ability:rage]].\n\n"
        "{list} Some:\n- one [[term:mana|thing]]\n- two\n\n## cold: Cold ones\n\n{assault-3 = a, b} Step.",
        "en",
    )
    assert (chapter.slug, chapter.number, chapter.title) == ("colours", 7, "Colours")
    assert [section.id for section in chapter.sections] == ["colours.warm", "colours.cold"]
    red, some, step = chapter.paragraphs
    assert red.spans == (
        *(Span(TEXT, "A "), Span(STRONG, "red"), Span(TEXT, " one, see ")),
        *(Span(ABILITY, "Rage", "rage"), Span(TEXT, ".")),
    )
    assert red.anchor == "p-colours-red" and chapter.sections[0].anchor == "s-colours-warm"
    assert some.items == ((Span(TEXT, "one "), Span(TERM, "thing", "mana")), (Span(TEXT, "two"),))
    assert some.text == "Some: one thing two"
    assert (step.step, step.functions) == (3, ("a", "b"))


@pytest.mark.parametrize(
    ("stem", "text", "complaint"),
    [
        ("turn", "# T", "has a number"),
        ("04-turn", "T", "begins with '# Title'"),
        ("04-turn", "# T\n\n{a} text", "before the first section"),
        ("04-turn", "# T\n\n## s: S\n\ntext", "its id in braces"),
    ],
)
def test_bad_chapters_say_where(stem: str, text: str, complaint: str) -> None:
    with pytest.raises(BadRulebook, match=complaint) as wrong:
        read_chapter(stem, text, "en")
    assert f"en/{stem}" in str(wrong.value)


def test_bad_references() -> None:
    with pytest.raises(BadRulebook, match=r"no kind: \[\[page:1\]\]"):
        spans("See [[page:1]].", "en")
    with pytest.raises(MissingText):
        spans("See [[ruling:nonsense]].", "en")
    with pytest.raises(MissingText):
        chapters("de")


def test_labels_of_references() -> None:
    assert spans("[[ruling:berserk]]", "fr")[0].text.startswith("Berserk")
    assert spans("[[rule:turn.window]]", "en")[0].text == "Phase 2, Summoning"
    assert spans("[[term:mana]]", "fr")[0].text == "Mana"
    assert spans("[[rule:turn.window|cards]]", "en")[0].text == "cards"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary(language: str) -> None:
    terms = glossary(language)
    ids = [term.id for term in terms]
    assert len(set(ids)) == len(ids)
    assert {term.id for term in terms if term.is_ability} == {*FLAG_OF_SLUG, "aura"}
    for term in terms:
        assert term.name and term.words and len(set(term.words)) == len(term.words)
        assert term.text.endswith(".")
        assert find_term(term.id, language) is term
        assert (term.see == "") == term.is_ability
        assert term.is_ability or term.see in paragraphs(language), term.id
        assert term.is_ability or (term.text.count(". ") == 0 and len(term.text.split()) <= 30), term.id
    assert find_term("nonsense", language) is None
