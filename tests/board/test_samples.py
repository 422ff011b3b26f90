"""The positions to learn from: complete in both languages, and each leads somewhere."""

from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from board.samples import Sample, all_samples, english_name, find_sample
from board.services import resolve
from cards.icons import ABILITY_ICONS, FURNITURE
from engine.decks.formats.interchange import write_position

SAMPLES = all_samples()
EACH = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.slug)


def test_there_are_enough_and_their_numbers_follow_each_other() -> None:
    assert len(SAMPLES) >= 12
    assert [sample.order for sample in SAMPLES] == list(range(1, len(SAMPLES) + 1))


@EACH
def test_a_sample_resolves_without_error(sample: Sample) -> None:
    resolved = resolve(sample.position, sample.actions)
    assert resolved.stop is None
    assert not resolved.cut
    assert len(resolved.events) > 8


def card_names(data: Any) -> list[str]:
    """Of all cards in a position as it is written."""
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list) else []
    own = [data["name"]] if isinstance(data, dict) and "name" in data else []
    return own + [name for part in parts for name in card_names(part)]


@EACH
def test_a_sample_is_told_in_both_languages(sample: Sample) -> None:
    assert sample.icon in ABILITY_ICONS or sample.icon in FURNITURE
    for language in ("en", "fr"):
        assert sample.title[language]
        assert 20 < len(sample.lesson[language]) < 160
    assert sample.lesson["en"] != sample.lesson["fr"]
    english, french = (card_names(write_position(sample.position_in(language))) for language in ("en", "fr"))
    assert not set(english) & set(french)
    assert [english_name(name) for name in french] == english, "drawn by the words of the English name"


@EACH
@pytest.mark.parametrize(("start", "language"), [("/board/", "en"), ("/fr/board/", "fr")])
@pytest.mark.django_db
def test_a_sample_is_shown_at_its_last_step(client: Client, sample: Sample, start: str, language: str) -> None:
    response = client.get(start, {"sample": sample.slug, "step": "999"})
    assert response.status_code == 200
    page = response.context["page"]
    assert page.step == page.last == len(page.rows)
    assert escape(sample.title[language]) in response.text


def test_the_samples_show_what_they_are_about() -> None:
    """The abilities that the lessons are on do act in them."""
    acting = {event.ability for sample in SAMPLES for event in resolve(sample.position, sample.actions).events}
    about = {sample.icon for sample in SAMPLES} - set(FURNITURE) - {"aura", "blackmail"}
    assert about <= acting


def test_an_unknown_sample_is_none() -> None:
    assert find_sample("nothing") is None
