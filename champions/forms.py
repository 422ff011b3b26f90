"""Dealing a game with a Champion."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from cards.models import Card, Deck
from champions.queries import decks_for, rivals_for


class TitleField(forms.ModelChoiceField):
    """A choice of decks or cards by their titles in the language of the moment."""

    def label_from_instance(self, obj: Card | Deck) -> str:
        return obj.title


class DealForm(forms.Form):
    """Whose cards meet: two decks, the other player's Champion, and a seed for dealing the same game again."""

    mine = TitleField(Deck.objects.none(), label=_("Your deck"))
    theirs = TitleField(Deck.objects.none(), label=_("The other deck"))
    rival = TitleField(Card.objects.none(), label=_("The other Champion"), required=False, empty_label=_("The same"))
    seed = forms.IntegerField(label=_("Deal number"), required=False, min_value=0, max_value=2**32 - 1)

    def __init__(self, *args: Any, champion: Card, owner: Owner | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        decks = decks_for(owner)
        for name, first in (("mine", 0), ("theirs", 1)):
            field = self._choice(name)
            field.queryset = decks
            field.empty_label = None
            field.initial = next((deck.pk for deck in decks[first : first + 1]), None)
        self._choice("rival").queryset = rivals_for(owner).exclude(pk=champion.pk)

    def _choice(self, name: str) -> TitleField:
        field = self.fields[name]
        assert isinstance(field, TitleField)
        return field
