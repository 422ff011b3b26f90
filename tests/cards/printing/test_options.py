"""Options, the form that is filled in with them, and what a browser remembers of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.printing.forms import NAMES, SHOWN, PrintForm, fields_of, recalled, remembered
from cards.printing.options import CHOICES, OptionError, PrintOptions
from cards.rendering.geometry import PRESETS

options = st.builds(
    PrintOptions,
    **{name: st.sampled_from(allowed) for name, allowed in CHOICES.items()},
    right=st.integers(-50, 50),
    up=st.integers(-50, 50),
)


@given(options)
def test_options_go_through_json_and_through_a_form(chosen: PrintOptions) -> None:
    assert PrintOptions.of(chosen.to_json()) == chosen
    form = PrintForm(fields_of(chosen))
    assert form.is_valid(), form.errors
    assert form.options == chosen


@given(options)
def test_what_belongs_to_a_printer_is_remembered(chosen: PrintOptions) -> None:
    again = recalled(remembered(chosen), "fr")
    assert (again.paper, again.turning, again.right, again.up) == (
        chosen.paper,
        chosen.turning,
        chosen.right,
        chosen.up,
    )
    assert (again.language, again.backs) == ("fr", "sides")


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", "3", '{"paper": "a0"}', '{"right": "x"}', '{"up": 51}', '{"paper": []}']
)
def test_a_strange_cookie_is_forgotten(text: str) -> None:
    assert recalled(text, "en") == PrintOptions()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("paper", "a0"),
        ("right", 51),
        ("up", -10_000),
        ("right", True),
        ("dpi", "6000"),
        ("gutter", 3),
        ("tint", "red"),
    ],
)
def test_what_cannot_be_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(OptionError) as refused:
        PrintOptions.of({name: value})
    assert (refused.value.name, refused.value.value) == (name, value)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("paper", "a0", "a0 is not one of the available choices"),
        ("right", "1000", "less than or equal to 5"),
        ("up", "-5.1", "greater than or equal to -5"),
        ("up", "0.05", "no more than 1 decimal place"),
        ("right", "one metre", "Enter a number"),
        ("right", "NaN", "Enter a number"),
        ("purpose", "poster", "poster is not one of the available choices"),
    ],
)
def test_a_form_says_what_cannot_be(field: str, value: str, words: str) -> None:
    form = PrintForm({field: value})
    assert not form.is_valid()
    assert words in form.errors[field][0]


def test_every_option_has_names_and_every_purpose_its_fields() -> None:
    assert {name: set(choices) for name, choices in NAMES.items()} == {
        name: set(all_) for name, all_ in CHOICES.items()
    }
    for main, details in SHOWN.values():
        assert set(main) | set(details) <= set(PrintForm.names())
    assert set(SHOWN) == set(CHOICES["purpose"])


def test_details_open_by_themselves_when_they_matter() -> None:
    assert not PrintForm({"paper": "a3"}).details_matter
    assert PrintForm({"gutter": "6"}).details_matter
    assert PrintForm({"right": "9"}).details_matter
    assert PrintForm({"purpose": "nonsense"}).aim == "home"


def test_what_follows_from_options() -> None:
    assert PrintOptions(ink="saver").saver
    assert not PrintOptions(purpose="shop", ink="saver").saver
    assert PrintOptions(turning="fold").folded
    assert not PrintOptions(turning="fold", backs="none").folded
    assert PrintOptions(size="cr80").geometry == PRESETS["cr80"]
    assert PrintOptions(right=3, up=-4, turning="short").sheeting.offset == (3, -4)
    assert PrintOptions(turning="short").sheeting.flip == "short"
