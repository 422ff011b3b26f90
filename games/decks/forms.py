"""The forms that begin a game: how it is to be, who sits where, and what an AI's points are spent on."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from django import forms
from django.db.models import Count, Q
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import Owner
from board.mode_names import EDITION_NAMES, MODE_NAMES
from cards.models import CardSet, Deck
from cards.sets import SLUGS, read_set
from contract.deadlines import TIMES, time_asked
from contract.seating import ANYBODY, LEVEL_NAMES, ME, MIDDLING, OPEN
from contract.simple_form import seat_asked, seat_choices
from engine.decks.bots import LEVELS
from engine.decks.game.custom_play import DEFAULT_PRICES
from engine.decks.game.custom_play import LEVELS as AI_LEVELS
from engine.decks.game.setup import (
    CARDS_OF_DRAFT,
    CONSTRUCTED,
    DRAFT,
    MODES_OF_FORMAT,
    PRECONSTRUCTED,
    players_of,
)
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, SEASON_2
from engine.decks.rules.modes import MODES, SEAT_NAMES, Mode
from games.decks.cardpool import deck_sources
from games.decks.characters import CHARACTERS
from web.languages import current_language

MODE_HINTS: Final = {
    "duel": _("One against one."),
    "solo": _("You against the rulebook's AI."),
    "coop": _("Two allies against two AIs."),
    "ffa": _("Four players, no allies."),
    "teams": _("Two against two."),
}
FORMAT_NAMES: Final = (
    (PRECONSTRUCTED, _("Ready-made decks")),
    (DRAFT, pgettext_lazy("a format of play", "Draft")),
    (CONSTRUCTED, _("Constructed")),
)
FORMAT_HINTS: Final = {
    PRECONSTRUCTED: _("Choose a deck from the box. Quickest."),
    DRAFT: _("Take turns choosing face-up cards."),
    CONSTRUCTED: _("Bring your own deck."),
}
BROUGHT: Final = "brought"  # a deck that whoever joins brings
BOT_NAMES: Final = [(level, LEVEL_NAMES[level]) for level in LEVELS]
QUICK: Final = "quick"
CUSTOM: Final = "custom"
AI_NAMES: Final = (
    (QUICK, _("Quick Play: the rulebook's standard AI")),
    (CUSTOM, _("Custom Play: choose the AI's level")),
)
DEFAULT_LEVEL: Final = 3
MAX_SETS_OFFERED: Final = 40  # of people
MAX_DECKS_OFFERED: Final = 200
DECK_SIZE: Final = 8
DeckGroups = Sequence[tuple[str, Sequence[tuple[str, str]]]]  # of decks to choose from: token, title


def formats_of(mode: Mode) -> list[tuple[str, Any]]:
    """The formats that a mode can be played in, with their names."""
    return [(value, name) for value, name in FORMAT_NAMES if mode in MODES_OF_FORMAT[value]]


def default_sets(mode: Mode, edition: str) -> list[str]:
    """As many sets of the site, Initiation first, as a draft of this mode takes."""
    chosen, cards = [], 0
    allowed = ABILITIES_OF_EDITION[edition]
    for slug in SLUGS:
        usable = sum(
            not (set_card.card.abilities | set_card.card.auras) & ~allowed for set_card in read_set(slug).cards
        )
        if cards < CARDS_OF_DRAFT[mode.name] and usable:
            chosen.append(slug)
            cards += usable
    return chosen


class NewGameForm(forms.Form):
    """How a game is to be. Every choice has been made already: one press is a Duel against a bot.

    Its fields are those of one mode and one format, which ``given`` names (the query of the page, or what is sent);
    what the query says beside is chosen in it. With ``is_sent`` the form is what is sent.
    """

    def __init__(self, params: QueryDict, owner: Owner | None, *, is_sent: bool = False) -> None:
        super().__init__(params if is_sent else None)
        self.mode = MODES.get(params.get("mode", "duel"), MODES["duel"])
        formats = formats_of(self.mode)
        format_name = params.get("format", PRECONSTRUCTED)
        self.format = format_name if format_name in dict(formats) else PRECONSTRUCTED
        self.seats = tuple(SEAT_NAMES[number] for number in players_of(self.mode))
        self.has_ai = bool(self.mode.ai_seats)
        self.fields["mode"] = _hidden(list(MODE_NAMES.items()), self.mode.name)
        self.fields["format"] = _hidden(formats, self.format)
        self._add_seats(params, owner)
        if self.has_ai:
            self._add_ai()
        self._add_options(owner)
        if not is_sent and params.get("kept"):
            self._keep(params)

    def _add_seats(self, params: QueryDict, owner: Owner | None) -> None:
        for number, letter in enumerate(self.seats):
            field = forms.ChoiceField(
                label=_("Seat %(letter)s") % {"letter": letter},
                choices=seat_choices(BOT_NAMES, CHARACTERS, is_first=number == 0),
                initial=ME if number == 0 else MIDDLING,
                required=False,
            )
            self.fields[f"seat_{letter}"] = field
        if self.format == CONSTRUCTED:
            decks = list(deck_choices(owner, [params.get(f"deck_{letter}", "") for letter in self.seats]))
            all_decks = [token for _group, group in decks for token, _name in group]
            self.usual_decks = {
                letter: all_decks[number % len(all_decks)] if all_decks else ""
                for number, letter in enumerate(self.seats)
            }
            for number, letter in enumerate(self.seats):
                self.fields[f"deck_{letter}"] = forms.ChoiceField(
                    label=_("Deck for seat %(letter)s") % {"letter": letter},
                    choices=[(BROUGHT, _("The joining player's deck; otherwise one of the site's decks")), *decks],
                    initial=BROUGHT if number else self.usual_decks[letter],
                    required=False,
                )

    def _add_ai(self) -> None:
        self.fields["ai"] = forms.ChoiceField(
            label=_("The AI"), choices=AI_NAMES, initial=QUICK, required=False, widget=forms.RadioSelect
        )
        self.fields["level"] = forms.TypedChoiceField(
            label=_("Level in Custom Play"),
            choices=[(level, str(level)) for level in AI_LEVELS],
            initial=DEFAULT_LEVEL,
            coerce=int,
            required=False,
            help_text=_("The AI gets 1 point per level. You spend them on the next page."),
        )

    def _add_options(self, owner: Owner | None) -> None:
        if self.format != PRECONSTRUCTED:
            self.fields["edition"] = forms.ChoiceField(
                label=_("Rules"), choices=list(EDITION_NAMES.items()), initial=SEASON_2, required=False
            )
        if self.format == DRAFT:
            self.fields["sets"] = forms.MultipleChoiceField(
                label=_("Sets in the draft"),
                choices=list(set_choices(owner)),
                required=False,
                widget=forms.CheckboxSelectMultiple,
                help_text=_("If none is chosen: enough for the draft, Initiation first."),
            )
        self.fields["exhaustion"] = forms.BooleanField(label=_("With Exhaustion"), required=False)
        champions = _("With Champions: each player chooses one after the decks")
        if self.has_ai:
            champions = _("With Champions (Custom Play, level 3 or higher)")
        self.fields["champions"] = forms.BooleanField(label=champions, required=False)
        if not self.has_ai:
            self.fields["first"] = forms.ChoiceField(
                label=_("First player"),
                choices=[
                    ("", _("Random")),
                    *((letter, _("Seat %(letter)s") % {"letter": letter}) for letter in self.seats),
                ],
                required=False,
            )
        self.fields["deadline"] = forms.ChoiceField(label=_("Time"), choices=TIMES, required=False)
        self.fields["spectators"] = forms.BooleanField(
            label=_("Allow spectators (hidden cards stay hidden)"), required=False, initial=True
        )
        self.fields["kept"] = forms.CharField(required=False, initial="1", widget=forms.HiddenInput)

    def _keep(self, params: QueryDict) -> None:
        """Chooses what the query says, as far as this mode and this format have it."""
        for name, field in self.fields.items():
            if name in ("mode", "format"):
                continue
            value = field.widget.value_from_datadict(params, {}, name)
            try:
                cleaned = field.clean(value)
            except forms.ValidationError:
                continue
            if cleaned or isinstance(field, forms.BooleanField | forms.MultipleChoiceField):
                field.initial = cleaned

    def clean(self) -> dict[str, Any]:
        """Refuses what nobody could play or look at."""
        cleaned = super().clean() or {}
        seats = [self.chosen(f"seat_{letter}") for letter in self.seats]
        if "kept" in self.data and not cleaned.get("spectators") and ME not in seats:
            self.add_error("spectators", _("You have no seat: allow spectators, so that you can watch."))
        if cleaned.get("champions") and self.has_ai:
            if self.chosen("ai") != CUSTOM:
                self.add_error("champions", _("There are no Champions in Quick Play. Choose Custom Play."))
            elif self.chosen("level") <= DEFAULT_PRICES.champion:
                self.add_error("level", _("Champions cost 2 levels: choose level 3 or higher."))
        return cleaned

    def chosen(self, name: str) -> Any:
        """The choice in a field of the form that was sent, or the one that had been made for it."""
        return self.cleaned_data.get(name) or self.fields[name].initial

    @property
    def is_custom(self) -> bool:
        """Whether the AI's points are still to be spent."""
        return self.has_ai and self.chosen("ai") == CUSTOM

    def asked(self) -> dict[str, Any]:
        """The request to *Create* of the API, without seats and decks."""
        cleaned = self.cleaned_data
        edition = cleaned.get("edition") or SEASON_2
        data: dict[str, Any] = {
            "mode": self.mode.name,
            "format": self.format,
            "edition": edition,
            "exhaustion": cleaned["exhaustion"],
            "champions": cleaned["champions"],
            "spectators": cleaned["spectators"] or "kept" not in self.data,
            **time_asked(cleaned["deadline"]),
            "first": cleaned.get("first") or None,
        }
        if self.format == DRAFT:
            data["sets"] = sorted(cleaned["sets"]) or default_sets(self.mode, edition)
        return data

    def arrangement(self) -> dict[str, Any]:
        kinds = {letter: self.chosen(f"seat_{letter}") for letter in self.seats}
        data = self.asked() | {"seats": {letter: seat_asked(kind, CHARACTERS) for letter, kind in kinds.items()}}
        if self.format == CONSTRUCTED:
            data["decks"] = self.chosen_decks()
        return data

    def chosen_decks(self) -> dict[str, str]:
        """The decks that are there already, by seat: all but those that whoever joins brings."""
        chosen = {letter: self.chosen(f"deck_{letter}") for letter in self.seats}
        return {
            letter: self.usual_decks[letter] if deck == BROUGHT else deck or ""
            for letter, deck in chosen.items()
            if letter not in self.brought()
        }

    def own_deck(self) -> str:
        """The deck of the first seat, for a game with a stranger."""
        first = self.seats[0]
        chosen = self.chosen(f"deck_{first}")
        return str(self.usual_decks[first] if chosen == BROUGHT else chosen or "")

    def brought(self) -> list[str]:
        """The seats whose decks are brought by those who join: then the game is made when they have come."""
        if self.format != CONSTRUCTED:
            return []
        return [
            letter
            for letter in self.seats
            if self.chosen(f"seat_{letter}") in (OPEN, ANYBODY) and self.chosen(f"deck_{letter}") == BROUGHT
        ]

    def listed(self) -> str:
        """The letters of the seats that the lobby is to offer."""
        return ",".join(letter for letter in self.seats if self.chosen(f"seat_{letter}") == ANYBODY)

    # For the template.

    def seat_rows(self) -> Iterator[tuple[str, forms.BoundField, forms.BoundField | None]]:
        """Each seat's letter, choice, and deck where one is brought."""
        for letter in self.seats:
            deck = self[f"deck_{letter}"] if self.format == CONSTRUCTED else None
            yield letter, self[f"seat_{letter}"], deck

    def further(self) -> Iterator[forms.BoundField]:
        """The fields that are folded away: choices that few people change."""
        names = ("edition", "sets", "exhaustion", "champions", "first", "deadline", "spectators")
        return (self[name] for name in names if name in self.fields)

    @property
    def unfolds(self) -> bool:
        """Whether something in what is folded away is to be seen: a fault, or another choice than the usual."""
        return any(field.errors for field in self.further()) if self.is_bound else self._differs()

    def _differs(self) -> bool:
        usual = {"edition": SEASON_2, "spectators": True}
        return any((field.field.initial or None) != usual.get(field.name) for field in self.further())


def _hidden(choices: Any, initial: str) -> forms.ChoiceField:
    return forms.ChoiceField(choices=choices, initial=initial, required=False, widget=forms.HiddenInput)


def deck_choices(owner: Owner | None, tokens: Collection[str] = ()) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The decks that can be brought: one's own, those of rooms above, what is asked for too, then those of the site."""
    whole = Deck.objects.annotate(
        playable=Count("places", filter=Q(places__card__kind__in=("creature", "incantation")))
    ).filter(playable=DECK_SIZE)
    own = [(deck.token, deck.title) for deck in whole.owned_by(owner)[:MAX_DECKS_OFFERED]]
    if own:
        yield gettext("Your decks"), own
    for name, source in deck_sources().items():
        named = [token.removeprefix(f"{name}:") for token in tokens if token.startswith(f"{name}:")]
        elsewhere = [(f"{name}:{reference}", words) for reference, words in source.choices(owner, named)]
        if elsewhere:
            yield source.label, elsewhere
    yield gettext("The site's decks"), [(deck.token, deck.title) for deck in whole.filter(owner=None)]


def built_context(decks: DeckGroups, owner: Owner | None, token: str) -> dict[str, Any]:
    """The deck that somebody has just built to bring it: the one that is chosen, or why it cannot be."""
    deck = Deck.objects.owned_by(owner).filter(token=token).first() if decks else None
    can_play = any(value == token for _group, choices in decks for value, _title in choices)
    return {"built_deck": deck, "is_unfinished": deck is not None and not can_play}


class BringDeckForm(forms.Form):
    """The deck that somebody brings to a game; ``built`` is the token of the one that is chosen at first."""

    deck = forms.ChoiceField(label=_("Your deck"))

    def __init__(self, sent: QueryDict | None, owner: Owner | None, built: str = "") -> None:
        super().__init__(sent, initial={"deck": built})
        self.decks = list(deck_choices(owner))
        self.fields["deck"] = forms.ChoiceField(label=_("Your deck"), choices=self.decks)


def set_choices(owner: Owner | None) -> Iterator[tuple[str, str]]:
    """The sets that a draft can draw from: the site's, one's own, and those that people have made public."""
    language = current_language()
    for slug in SLUGS:
        yield slug, read_set(slug).name.in_language(language[:2])
    of_people = CardSet.objects.listed_or_owned(owner).exclude(slug__in=SLUGS).filter(owner__isnull=False)
    for card_set in of_people.order_by("-updated")[:MAX_SETS_OFFERED]:
        yield card_set.slug, card_set.title
