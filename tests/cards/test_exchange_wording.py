"""The words for faults: a whole sentence for each kind, never a hole where something should stand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template import Context, Template
from django.utils.translation import override

from cards.abilities import ability_name
from cards.exchange import VERSION, CardsRefused, ImportFault, read_card, read_file, read_set, template
from cards.exchange.faults import MAX_FAULTS
from cards.exchange.headings import FIELDS
from cards.exchange.import_fault_text import _SENTENCES, _SPECIAL, sentence
from cards.models import Kind

CONTEXT = {"max_length": 5, "ge": 0, "le": 20, "expected": "a, b", "near": "rage", "known": "x, y", "other": "Row 2"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", [*_SENTENCES, *_SPECIAL, "a kind that nobody knows"])
def test_every_kind_makes_a_sentence(kind: str, language: str) -> None:
    with override(language):
        text = sentence(kind, CONTEXT, "given")
    assert text
    assert "%" not in text
    assert text[-1] in ".?"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("x" * 200, "x" * 39 + "…"),
        (True, "true"),
        (None, "null"),
        ([1, "é"], '[1, "\\u00e9"]'),
        ("%s %(a)s", "%s %(a)s"),
    ],
)
def test_what_was_given_is_shown_in_short_and_as_it_is(value: object, shown: str) -> None:
    assert sentence("int_type", {}, value) == f"“{shown}” isn't a whole number."


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (ImportFault("Bad.", 3, "cost"), "Row 3, column “cost”: Bad."),
        (ImportFault("Bad.", 3), "Row 3: Bad."),
        (ImportFault("Bad.", column="cost"), "Column “cost”: Bad."),
        (ImportFault("Bad.", pointer="/cards/0"), "/cards/0: Bad."),
        (ImportFault("Bad."), "Bad."),
    ],
)
def test_a_fault_names_its_place(fault: ImportFault, text: str) -> None:
    assert str(fault) == text


def test_faults_are_told_in_the_order_of_the_rows() -> None:
    refused = CardsRefused([ImportFault("c", 9), ImportFault("a", 1), ImportFault("b", 1)])
    assert [fault.message for fault in refused.faults] == ["a", "b", "c"]
    many = CardsRefused(ImportFault("x", row) for row in range(MAX_FAULTS + 7))
    assert (len(many.faults), many.total, many.untold) == (MAX_FAULTS, MAX_FAULTS + 7, 7)


WRONG: list[dict[str, Any]] = [
    {"cost": "x"},
    {"cost": -1},
    {"cost": 99},
    {"name": ""},
    {"name": "x" * 99},
    {"name": 1},
    {"abilities": {}},
    {"abilities": ["?"]},
    {"abilities": ["rage"] * 9},
    {"art": 1},
    {"art": {"icon": 1, "scene": "waves", "tint": "tide"}},
    {"art": {"x": 0.5, "zoom": 2, "tilt": 1}},
    {"picture": "?"},
    {"slug": "?"},
    {"type": "?"},
    {"more": 1},
]


@pytest.mark.parametrize("changes", WRONG, ids=str)
def test_no_real_fault_falls_back_on_the_general_sentence_by_chance(changes: dict[str, Any]) -> None:
    with pytest.raises(CardsRefused) as refused:
        read_card({"type": "creature", "name": "Imp", "cost": 1, "av": 1, "hp": 1, **changes})
    for fault in refused.value.faults:
        assert not re.search(r"pydantic|Input should|%\(|type=", fault.message)
        assert fault.pointer.startswith(f"/{next(iter(changes))}")


def test_a_key_nearly_right_is_suggested() -> None:
    with pytest.raises(CardsRefused) as refused:
        read_set(
            {"format": VERSION, "cards": [{"type": "bridge", "nam": "B"}], "set": {"name": "x", "acent": "#000000"}}
        )
    messages = {fault.pointer: fault.message for fault in refused.value.faults}
    assert "name" in messages["/cards/0/nam"]
    assert "accent" in messages["/set/acent"]
    assert messages["/cards/0/name"] == "Required."


def render(text: str, **context: Any) -> str:
    return Template("{% load exchange %}" + text).render(Context(context))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_explains_every_column(language: str) -> None:
    with override(language):
        shown = render(
            "{% table_columns as c %}{% for names, about in c %}{{ names|join:' ' }} {{ about|length }};{% endfor %}"
        )
    assert len(re.findall(r"\w+(?= |;)", shown)) > len(FIELDS)
    headings = read_file(template(language)) and template(language).splitlines()[0].split(",")
    assert all(heading in shown for heading in headings)


def test_types_and_abilities_in_words() -> None:
    assert [render("{% type_name t %}", t=kind) for kind in Kind.values] == [str(kind.label) for kind in Kind]
    assert render("{% ability_names a %}", a=["rage", "aura:aim"]) == "Rage, Aura: Aim"
    with override("fr"):
        assert render("{% ability_names a %}", a=["aura:rage"]) == ability_name("aura:rage", "fr")
    assert render("{% ability_names a %}", a=[]) == ""
