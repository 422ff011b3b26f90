"""Hostile and honest text in comments."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as some

from accounts.text_cleaning import MAX_MARKS, readable, tidied
from grimoire.community.forms import CommentForm, FavouriteForm, VoteForm
from grimoire.models.community import COMMENT_LENGTH

ZALGO = "Z" + "\u0336\u0315\u0489" * 40 + "a" + "\u0301" * 200


@pytest.mark.parametrize(
    "text",
    [
        "The Assault first, then the Bat.",
        "Déjà vu : l\u2019Assaut d\u2019abord !",
        "two\nlines",
        "a blank line\n\nbetween",
        "  indented code stays",
        "שלום, זה יפה",
        "مرحبا بالعالم",
        "हिन्दी में भी",
        "Tiếng Việt có nhiều dấu",
        "👩\u200d👩\u200d👧 🏳️\u200d🌈",
        "<b>not bold</b> & 'quoted' \"text\"",
    ],
)
def test_honest_text_stays_as_it_is(text: str) -> None:
    assert tidied(text) == unicodedata.normalize("NFC", text).strip()


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\u2028b\u0085c", "a\nb\nc"),
        ("a" + "\n" * 400 + "b", "a\n\nb"),
        ("a \t \n  \n \nb", "a\n\nb"),
        ("\u202egnisrever\u202c", "gnisrever"),
        ("\u2066isolated\u2069", "isolated"),
        ("a\x00b\x07c\x1bd\x7f", "abcd"),
        ("pass\u200bword\ufeff", "password"),
        ("\ue000private", "private"),
        ("   ", ""),
    ],
)
def test_what_is_taken_out(text: str, left: str) -> None:
    assert tidied(text) == left


def test_heaps_of_accents_are_cut_down() -> None:
    tidy = tidied(ZALGO)
    assert len(tidy) <= 2 * (1 + MAX_MARKS)
    assert tidy.startswith("Z")
    assert "a" in unicodedata.normalize("NFD", tidy)


@given(some.text(max_size=300))
def test_whatever_comes(text: str) -> None:
    tidy = tidied(text)
    assert tidied(tidy) == tidy
    assert "\r" not in tidy
    assert "\n\n\n" not in tidy
    assert not set(tidy) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\x00")
    marks = 0
    for letter in tidy:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        assert marks <= MAX_MARKS


@pytest.mark.parametrize(
    "text", ["", " \n\t", "\u200b\u200b", "\u0301\u0301", "\u3164", "\u200e\u200f", "\u2800", "\ue000\ufffe"]
)
def test_nothing_to_read_is_no_comment(text: str) -> None:
    assert not readable(text)
    form = CommentForm({"text": text})
    assert not form.is_valid()
    assert form.errors["text"]


@pytest.mark.parametrize("text", ["a", "?", "1", "👍", "\u0627"])
def test_something_to_read(text: str) -> None:
    assert CommentForm({"text": text}).is_valid()


def test_a_text_that_is_too_long_is_refused_and_kept_whole() -> None:
    text = "x" * 100_000
    form = CommentForm({"text": text})
    assert not form.is_valid()
    assert str(COMMENT_LENGTH) in str(form.errors["text"])
    assert text in str(form["text"])
    assert "maxlength" not in str(form["text"])


def test_the_longest_text_is_taken() -> None:
    assert CommentForm({"text": "x" * COMMENT_LENGTH}).is_valid()
    assert not CommentForm({"text": "x" * (COMMENT_LENGTH + 1)}).is_valid()


@pytest.mark.parametrize("value", ["2", "-2", "1.0", "", "one", "1; DROP TABLE", "٣"])
def test_a_vote_is_for_against_or_neither(value: str) -> None:
    assert not VoteForm({"value": value}).is_valid()


@pytest.mark.parametrize(("value", "meant"), [("1", 1), ("0", 0), ("-1", -1)])
def test_votes(value: str, meant: int) -> None:
    form = VoteForm({"value": value})
    assert form.is_valid()
    assert form.cleaned_data["value"] == meant


@pytest.mark.parametrize(("value", "meant"), [("yes", True), ("no", False), ("", None), ("true", None)])
def test_a_favourite_is_said_outright(value: str, meant: bool | None) -> None:
    form = FavouriteForm({"wanted": value})
    assert form.is_valid() == (meant is not None)
    assert form.cleaned_data.get("wanted") == meant
