"""What players may be called: cleaned as everybody reads it, and nobody's but theirs."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import MAX_PLAYER_NAME, cleaned_player_name


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("A\u200bd\u00ada\ufeff", "Ada"),  # unseen signs
        ("\u202eAda\u202c", "Ada"),  # turned round
        ("\u2066Ada\u2069\u200f", "Ada"),
        ("\uff21\uff44\uff41", "Ada"),  # full width
        ("E\u0301lodie", "\u00c9lodie"),
        ("L\u2019\u00c9toile", "L\u2019\u00c9toile"),
        ("Ольга", "Ольга"),
        ("明", "明"),
        ("J. R. R.", "J. R. R."),
        ("Abbot 12", "Abbot 12"),
        ("", ""),
        (" \u200b\u2800 ", ""),
        ("Guest", ""),
        ("invité", ""),
        ("Ada\nBob\tCyd", "Ada Bob Cyd"),
    ],
)
def test_what_is_kept(said: str, kept: str) -> None:
    assert cleaned_player_name(said) == kept


@pytest.mark.parametrize(
    ("said", "code"),
    [
        *((name, "taken") for name in ("Bot", "b o t", "B0T", "Bot medium", "The Robot", "\u0412\u043e\u0442", "Bót")),
        *((name, "taken") for name in ("Moderator", "M0derat0r", "modérateur", "The Admin", "Grimoire", "AI", "You")),
        *((name, "taken") for name in ("A", "b", "Reserved", "r\u00e9served")),
        *((name, "signs") for name in ("<b>Ada</b>", "Bot, strong", "Ada (AI)", "{{ name }}", "%(seat)s", "👑 Ada")),
        *((name, "signs") for name in ("---", "a;b", '"Ada"', "&lt;Ada")),
        *((name, "private") for name in ("ada@example.org", "www Ada", "ada.example", "https://a", "06 12 34 56 78")),
        ("a" * (MAX_PLAYER_NAME + 1), "too-long"),
        ("\ufdfa" * 3, "too-long"),  # one letter that stands for eighteen
        ("\u0410da", "alphabets"),  # the first letter is Cyrillic
    ],
)
def test_what_is_refused(said: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        cleaned_player_name(said, {"reserved"})
    assert refused.value.code == code


def test_a_heap_of_accents_is_taken_off() -> None:
    name = cleaned_player_name("A" + "\u0301\u0302\u0303\u0304" * 3 + "da")
    assert len(name) <= 6 and name.endswith("da")


@given(st.text(max_size=60))
def test_a_name_that_is_kept_stays_as_it_is(said: str) -> None:
    try:
        kept = cleaned_player_name(said)
    except ValidationError:
        return
    assert len(kept) <= MAX_PLAYER_NAME and kept == kept.strip() and not set(kept) & set('<>&"@{}()\n\u202e\u200b')
    assert not kept or cleaned_player_name(kept) == kept
