"""Text as searches compare it: what looks alike is alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.derived import fold_again
from cards.folding import folded, slug_from
from cards.models import Card
from tests.cards.factories import make_card


@pytest.mark.parametrize("sign", "'\u2018\u2019\u201b\u02bc\u02b9\u00b4`\u2032\uff07")
def test_apostrophes_are_one(sign: str) -> None:
    assert folded(f"Widow{sign}s Driver") == "widow's driver"
    assert slug_from(f"Widow{sign}s Driver") == "widow-s-driver"


@pytest.mark.parametrize("sign", "-\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d")
def test_hyphens_are_one(sign: str) -> None:
    assert folded(f"Coin{sign}Flip") == "coin-flip"


@pytest.mark.parametrize("sign", " \u00a0\u2009\u202f\u3000\t")
def test_spaces_are_one(sign: str) -> None:
    assert folded(f"Coin{sign}Flip") == "coin flip"


@pytest.mark.parametrize("sign", "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\ufe0f\u034f\U000e0041")
def test_what_nobody_sees_counts_for_nothing(sign: str) -> None:
    assert folded(f"Green {sign}Kni{sign}ght") == "green knight"
    assert slug_from(f"Kni{sign}ght") == "knight"


@given(st.text())
def test_folding_a_folded_text_changes_nothing(text: str) -> None:
    assert folded(folded(text)) == folded(text)


@pytest.mark.django_db
def test_stored_texts_are_folded_again() -> None:
    card = make_card("Coin Flip")
    Card.objects.filter(pk=card.pk).update(search_text="coin\u2011flip\n", by_name="coin\u2011flip", by_name_fr="x")
    fold_again(Card.everything.all())
    card.refresh_from_db()
    assert (card.search_text, card.by_name, card.by_name_fr) == ("coin-flip\n", "coin-flip", "x")
