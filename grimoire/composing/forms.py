"""The wishes for puzzles that the composer looks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from board.mode_names import EDITION_NAMES, MODE_NAMES
from cards.abilities import ability_name
from cards.sets import all_sets
from engine.decks.composing import GOALS, Wishes
from engine.decks.composing.wishes import DECK, HARDEST
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_2
from engine.decks.rules.modes import DUEL, MODES
from engine.decks.solving.objective import PREDICT
from grimoire.browsing.filter_names import GOAL_NAMES, LEVEL_NAMES
from grimoire.composing.searching import site_pool

MAX_TURNS: Final = 3
MAX_PLAYS: Final = 6
MIN_CARDS: Final = 6
MAX_CARDS: Final = 60
MIN_DECK: Final = 3

Choices = Iterable[tuple[str, Any]]


def _number(label: Any, minimum: int, maximum: int, **options: Any) -> forms.IntegerField:
    widget = forms.NumberInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(label=label, min_value=minimum, max_value=maximum, widget=widget, **options)


class WishesForm(forms.Form):
    """What a puzzle should be like. When valid, ``wishes`` are the composer's."""

    goal = forms.ChoiceField(label=_("Goal"), required=False)
    turns = _number(_("Turns"), 1, MAX_TURNS)
    mode = forms.ChoiceField(label=_("Mode"), choices=MODE_NAMES.items())
    edition = forms.ChoiceField(label=_("Rules"), choices=EDITION_NAMES.items())
    ability = forms.ChoiceField(label=_("Ability that matters"), required=False)
    other_ability = forms.ChoiceField(label=_("Another ability"), required=False)
    card = forms.ChoiceField(label=_("Card that plays a part"), required=False)
    other_card = forms.ChoiceField(label=_("Another card"), required=False)
    plays = _number(_("Plays, at least"), 1, MAX_PLAYS)
    most_plays = _number(_("Plays, at most"), 1, MAX_PLAYS)
    level = forms.TypedChoiceField(label=_("Level, at least"), choices=LEVEL_NAMES.items(), coerce=int)
    most_level = forms.TypedChoiceField(label=_("Level, at most"), choices=LEVEL_NAMES.items(), coerce=int)
    most_cards = _number(_("Cards, at most"), MIN_CARDS, MAX_CARDS)

    INITIAL: Final[Mapping[str, Any]] = {
        "mode": DUEL.name, "edition": SEASON_2, "turns": 1, "plays": 2, "most_plays": 5, "level": 1,
        "most_level": HARDEST, "most_cards": 20,
    }  # fmt: skip

    def __init__(self, *args: Any, language: str = "en", **kwargs: Any) -> None:
        super().__init__(*args, **{"initial": dict(self.INITIAL), **kwargs})
        goals = [("", gettext("Any"))] + [(goal, GOAL_NAMES[goal]) for goal in GOALS]
        abilities = sorted(((slug, ability_name(slug, language)) for slug in FLAG_OF_SLUG), key=lambda row: row[1])
        self._offer(goals, "goal")
        self._offer([("", gettext("Any")), *abilities], "ability", "other_ability")
        self._offer([("", gettext("Any")), *_cards(language)], "card", "other_card")
        self.wishes = Wishes()

    def _offer(self, choices: Choices, *names: str) -> None:
        for name in names:
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = list(choices)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors:
            return data
        edition = data["edition"]
        for name in ("ability", "other_ability"):
            if data[name] and not FLAG_OF_SLUG[data[name]] & ABILITIES_OF_EDITION[edition]:
                self.add_error(name, gettext("These rules don't have this ability."))
        references = {card.reference for card in site_pool(edition)}
        for name in ("card", "other_card"):
            if data[name] and data[name] not in references:
                self.add_error(name, gettext("These rules don't have this card."))
        for name in ("plays", "level"):
            if data[name] > data[f"most_{name}"]:
                self.add_error(f"most_{name}", gettext("The maximum can't be below the minimum."))
        if data["goal"] == PREDICT and data["turns"] > 1:
            self.add_error("turns", gettext("A prediction takes one turn."))
        if not self.errors:
            self.wishes = self._wishes(data)
        return data

    def _wishes(self, data: Mapping[str, Any]) -> Wishes:
        several = data["turns"] > 1
        goals = tuple(goal for goal in GOALS if not (several and goal == PREDICT))
        seats = len(MODES[data["mode"]].facing) // 2
        return Wishes(
            goals=(data["goal"],) if data["goal"] else goals,
            abilities=tuple(dict.fromkeys(data[name] for name in ("ability", "other_ability") if data[name])),
            cards=tuple(dict.fromkeys(data[name] for name in ("card", "other_card") if data[name])),
            plays=data["plays"],
            most_plays=data["most_plays"],
            level=data["level"],
            most_level=data["most_level"],
            turns=data["turns"],
            mode=data["mode"],
            edition=data["edition"],
            deck=min(DECK, max(MIN_DECK, data["most_cards"] // seats)),
            most_cards=data["most_cards"],
        )


def _cards(language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The site's cards by set."""
    usable = {card.reference for edition in EDITION_NAMES for card in site_pool(edition)}
    return [
        (
            file.name.in_language(language),
            sorted(
                ((card.reference, card.name.in_language(language)) for card in file.cards if card.reference in usable),
                key=lambda row: row[1],
            ),
        )
        for file in all_sets()
    ]
