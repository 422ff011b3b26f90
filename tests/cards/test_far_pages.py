"""Pages of a long list are the same from whichever end they are read."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import Case, F, When

from cards.far_pages import keys_from
from cards.models import Card
from tests.cards.factories import make_cards, make_set

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "order",
    [
        ("cost", "-pk"),
        ("-number", "pk"),
        (Case(When(number__lt=4, then=0), default=1), F("number").desc(nulls_last=True)),
    ],
)
def test_pages_from_either_end(order: tuple[Any, ...]) -> None:
    make_cards(11, make_set("lamps"))
    ordered = Card.objects.order_by(*order)
    whole = list(ordered.values_list("pk", flat=True))
    for size in (1, 3, 4, 11, 20):
        for start in range(13):
            for total in (11, None):
                assert keys_from(ordered, start, size, total) == whole[start : start + size], (start, size, total)


def test_what_is_far_down_is_not_read_from_the_beginning(django_assert_num_queries: Any) -> None:
    make_cards(11, make_set("lamps"))
    with django_assert_num_queries(1) as asked:
        keys_from(Card.objects.order_by("pk"), 8, 3, 11)
    assert "DESC LIMIT 3" in asked.captured_queries[0]["sql"]
    with django_assert_num_queries(0):
        assert keys_from(Card.objects.order_by("pk"), 11, 3, 11) == []
