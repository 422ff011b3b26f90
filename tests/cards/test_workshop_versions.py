"""Versions: one for a session, thinned out, kept, gone back to."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import Owner
from cards.models import Card, CardVersion
from cards.workshop import services, versions
from cards.workshop.content import content_of
from cards.workshop.versions import NEWEST, SESSION, TooManyKept, superfluous
from tests.cards.workshops import content, made

NOW = datetime(2026, 6, 15, 12, tzinfo=UTC)


@pytest.fixture
def card(db: None) -> Card:
    return made(Owner.objects.create())


def saved(card: Card, name: str, at: datetime) -> None:
    card.name = name
    card.save()
    versions.note(card=card, now=at)


def names(card: Card) -> list[str]:
    return [version.content["name"] for version in card.versions.all()]


def test_saves_in_quick_succession_are_one_session(card: Card) -> None:
    start = card.versions.get().made
    saved(card, "A", start + timedelta(minutes=5))
    saved(card, "B", start + timedelta(minutes=30))  # 25 after the last one
    assert names(card) == ["B"]


def test_after_a_pause_a_new_version_begins(card: Card) -> None:
    start = card.versions.get().made
    saved(card, "A", start + SESSION)
    assert names(card) == ["A", "Ember Fox"]
    assert [version.number for version in card.versions.all()] == [2, 1]


def test_a_kept_version_is_not_written_over(card: Card) -> None:
    versions.keep(version=card.versions.get())
    saved(card, "A", card.versions.get().made + timedelta(minutes=1))
    assert names(card) == ["A", "Ember Fox"]


def test_going_back_leaves_what_was_there(card: Card) -> None:
    start = card.versions.get().made
    saved(card, "A", start + timedelta(hours=1))
    services.restore_version(version=card.versions.get(number=1))
    card.refresh_from_db()
    assert card.name == "Ember Fox"
    assert names(card) == ["Ember Fox", "A", "Ember Fox"]


def test_going_back_brings_everything_back(card: Card) -> None:
    before = content_of(card)
    changed = content(
        kind="incantation", name="Other", cost=9, av=1, hp=None, abilities=["splash"], flavour="…", name_fr="Autre"
    )
    services.save_card(card=card, content=changed, seen=None, apart=True)
    services.restore_version(version=card.versions.get(number=1))
    assert content_of(Card.objects.get(pk=card.pk)) == before


def test_only_so_many_are_kept(card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "MAX_KEPT", 1)
    saved(card, "A", card.versions.get().made + timedelta(hours=1))
    first, second = card.versions.all()
    versions.keep(version=first)
    versions.keep(version=first)  # once more does not count twice
    with pytest.raises(TooManyKept):
        versions.keep(version=second)
    versions.keep(version=first, kept=False)
    versions.keep(version=second)
    assert card.versions.get(kept=True) == second


def test_old_versions_are_thinned_when_new_ones_come(card: Card) -> None:
    card.versions.all().delete()
    for hours in range(100, 0, -1):
        CardVersion.objects.create(
            card=card, number=101 - hours, content={}, made=NOW - timedelta(hours=hours), kept=hours == 99
        )
    versions.note(card=card, now=NOW)
    left = list(card.versions.all())
    assert left[0].number == 101
    assert [version.number for version in left[:NEWEST]] == list(range(101, 101 - NEWEST, -1))
    assert sum(version.kept for version in left) == 1
    assert len(left) < NEWEST + 8


ages = st.lists(st.tuples(st.integers(0, 500 * 24), st.booleans()), max_size=60)


@given(ages)
def test_thinning_keeps_what_it_promises(drawn: list[tuple[int, bool]]) -> None:
    """The newest, the kept, one of each day of a month, one of each month before; twice is once."""
    made_at = [(NOW - timedelta(hours=hours), is_kept) for hours, is_kept in sorted(drawn)]
    all_versions = [CardVersion(number=-place, made=at, kept=is_kept) for place, (at, is_kept) in enumerate(made_at)]
    gone = list(superfluous(all_versions, NOW))
    left = [version for version in all_versions if version not in gone]
    assert not any(version.kept for version in gone)
    loose = [version for version in all_versions if not version.kept]
    assert [version for version in left if not version.kept][:NEWEST] == loose[:NEWEST]
    assert {f"{version.made:%Y-%m}" for version in left} == {f"{version.made:%Y-%m}" for version in all_versions}
    recent = {version.made.date() for version in all_versions if NOW - version.made < timedelta(days=30)}
    assert recent <= {version.made.date() for version in left}
    assert list(superfluous(left, NOW)) == []
