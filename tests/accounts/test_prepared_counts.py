"""What is counted with SQL that was made once is what Django counts."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Owner
from accounts.prepared_counts import PreparedCount
from cards.models import Card
from grimoire.community import news
from tables.own_games import queries
from tests.cards.factories import make_card, make_owner

pytestmark = pytest.mark.django_db


def test_each_owner_is_told_of_their_own(django_assert_num_queries: Any) -> None:
    ada, bob = make_owner("ada"), make_owner("bob")
    count = PreparedCount(lambda owner: Card.objects.filter(owner=owner).exclude(likes__owner=owner))
    assert (count(ada), count(bob)) == (0, 0)
    for number in range(3):
        make_card(f"Card {number}", owner=ada)
    make_card("Another", owner=bob)
    with django_assert_num_queries(2):
        assert (count(ada), count(bob)) == (3, 1)


@pytest.mark.parametrize("counted", [news._count_unread, queries._count_turns])
def test_it_asks_what_django_asks(counted: PreparedCount, django_assert_num_queries: Any) -> None:
    owner: Owner = make_owner("ada")
    counted(owner)
    with django_assert_num_queries(2) as captured:
        counted(owner)
        counted._rows(owner.pk).count()
    ours, theirs = captured.captured_queries
    assert ours["sql"] == theirs["sql"]
