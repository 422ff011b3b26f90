"""Dealing a game with a Champion."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from cards.models import Card, Deck
from champions.queries import decks_for, rivals_for


class DealForm(forms.Form):
    """Whose cards meet: two decks, the other player's Champion, and a seed for dealing the same game again."""

    mine = forms.ModelChoiceField(Deck.objects.none(), label=_("Your deck"))
    theirs = forms.ModelChoiceField(Deck.objects.none(), label=_("The other deck"))
    rival = forms.ModelChoiceField(
        Card.objects.none(), label=_("The other Champion"), required=False, empty_label=_("The same one")
    )
    seed = forms.IntegerField(label=_("Number of the deal"), required=False, min_value=0, max_value=2**32 - 1)

    def __init__(self, *args: Any, champion: Card, owner: Owner | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        decks = decks_for(owner)
        for name, first in (("mine", 0), ("theirs", 1)):
            field = self.fields[name]
            field.queryset = decks
            field.empty_label = None
            field.label_from_instance = _title
            field.initial = next((deck.pk for deck in decks[first : first + 1]), None)
        self.fields["rival"].queryset = rivals_for(owner).exclude(pk=champion.pk)
        self.fields["rival"].label_from_instance = _title


def _title(thing: Card | Deck) -> str:
    return thing.title
