"""Several at the same moment: threads on a database as a server has it."""

from __future__ import annotations

from typing import Any

NAMES = """
from datetime import timedelta
from django.utils import timezone
from grimoire.contests import services
from grimoire.models import Contest, ContestEntry, Puzzle
from tests.grimoire.factories import make_owner, make_puzzle

judge, author, now = make_owner("judge"), make_owner("author"), timezone.now()
contest = Contest.objects.create(owner=judge, judge=judge, title="T", theme="T", visibility="public", agreed_at=now,
    opens_at=now - timedelta(days=1), closes_at=now + timedelta(days=1), entries_each=2)
drafts = [make_puzzle(author, published=False, position=name) for name in ("win", "damage", "destroy", "bastion")]
"""


def test_nobody_has_more_entries_than_the_contest_allows(race: Any) -> None:
    answers, count = race(
        NAMES
        + """
def enter(draft):
    return services.enter(contest=contest, owner=author, puzzle=draft).pk > 0
answers = at_once(enter, [*drafts, *drafts], tell=True)
print(json.dumps([answers, ContestEntry.objects.count()]))
"""
    )
    assert count == 2
    assert answers.count(True) == 4


def test_the_award_is_published_once(race: Any) -> None:
    answers, published = race(
        NAMES
        + """
for draft in drafts[:2]:
    services.enter(contest=contest, owner=author, puzzle=draft)
Contest.objects.update(closes_at=now)
def award(_number):
    services.publish_award(contest=contest, owner=judge, fields={"verdict": "Good"})
    return True
answers = at_once(award, range(4), tell=True)
print(json.dumps([answers, Puzzle.objects.published().count()]))
"""
    )
    assert (answers.count(True), published) == (1, 2)
