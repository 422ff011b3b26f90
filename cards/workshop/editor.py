"""View model of the editor beside its fields: the face, notes on it, the estimate, what can be picked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.abilities import ability_name, ability_text
from cards.art import Composed
from cards.credits import Credit, credit_of
from cards.faces import Face
from cards.folding import folded
from cards.icons import ABILITY_ICONS
from cards.letters import LETTERS_SHOWN, missing_letters
from cards.models import Card, Kind
from cards.rendering.geometry import DEFAULT
from cards.sharpness import ART_WIDTH, GOOD_DPI, how_sharp
from cards.showing import face_of_card
from cards.workshop.assessment import Judgement, idle_abilities, judge
from cards.workshop.forms import CardForm
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, INCANTATION_ABILITIES, SEASON_1, SEASON_2

_NO_PROBLEMS: Final = ("picture", "flip", "over", "out")  # fields in which nothing can be wrong
SMALL_NAME: Final = 6.0  # hundredths of the card's width
POINTS: Final = DEFAULT.width / 100 / 25.4 * 72  # of a hundredth of the card's width


@dataclass(frozen=True, slots=True)
class CardPreview:
    """The card as it would be. ``notes`` are warnings by the field that they stand beside; nothing hinders saving."""

    card: Card
    face: Face
    notes: dict[str, list[str]]
    judgement: Judgement | None
    dpi: int | None
    credits: tuple[Credit, ...]

    @property
    def is_coarse(self) -> bool:
        """Whether its picture has fewer pixels than paper can show."""
        return self.dpi is not None and self.dpi < GOOD_DPI

    @property
    def composed(self) -> Composed | None:
        """The composition of the face, if there is one."""
        return self.face.art if isinstance(self.face.art, Composed) else None


def preview_of(form: CardForm, language: str) -> CardPreview:
    """The preview of a checked form, valid or not."""
    return preview_of_card(form.draft(), language)


def preview_of_card(card: Card, language: str) -> CardPreview:
    face = face_of_card(card, language)
    picture = face.picture
    dpi = int(picture.dpi(ART_WIDTH)) if picture else None
    by = tuple(credit_of(icon) for icon in face.art.icons) if isinstance(face.art, Composed) else ()
    return CardPreview(card, face, notes_on(card, face, dpi, language), judge(card.printed, language), dpi, by)


def notes_on(card: Card, face: Face, dpi: int | None, language: str) -> dict[str, list[str]]:
    """Warnings by field."""
    notes: dict[str, list[str]] = {}
    if face.title.size < SMALL_NAME:
        size = {"size": f"{face.title.size * POINTS:.1f}"}
        notes.setdefault("name", []).append(_("Long name: printed at %(size)s pt.") % size)
    for field in ("name", "name_fr", "flavour", "flavour_fr"):
        if strange := missing_letters(getattr(card, field)):
            note = _("Not in the cards' font: %(letters)s. They print as empty boxes.")
            notes.setdefault(field, []).append(note % {"letters": " ".join(strange[:LETTERS_SHOWN])})
    idle = [ability_name(slug, language) for slug in idle_abilities(card)]
    if idle:
        where = _("a Champion") if card.kind == Kind.CHAMPION else _("an Incantation")
        text = ngettext("%(names)s does nothing on %(where)s.", "%(names)s do nothing on %(where)s.", len(idle))
        notes.setdefault("abilities", []).append(text % {"names": ", ".join(idle), "where": where})
    if card.kind == Kind.INCANTATION and not card.av and not card.abilities:
        notes.setdefault("av", []).append(_("An Incantation with an attack value of 0 and no ability does nothing."))
    if face.picture is not None and not face.picture.covers:
        note = _("Rotated, the picture leaves corners empty. Zoom to %(zoom)d %% or more to fill them.")
        notes.setdefault("art", []).append(note % {"zoom": face.picture.covering_zoom})
    if face.picture is not None and dpi is not None and dpi < GOOD_DPI:
        notes.setdefault("art", []).append(how_sharp(face.picture))
    return notes


@dataclass(frozen=True, slots=True)
class Pick:
    """An ability in the picker; ``editions`` and ``idle`` are words for filters, ``idle`` the kinds it is idle on."""

    slug: str
    name: str
    text: str
    icon: str
    editions: str
    idle: str


@cache
def picks(language: str) -> tuple[Pick, ...]:
    """Every ability that can be put on a card, in the order of their names."""
    choices = [
        Pick(
            slug,
            ability_name(slug, language),
            ability_text(slug, language, SEASON_2 if flag & ABILITIES_OF_EDITION[SEASON_2] else SEASON_1),
            ABILITY_ICONS[slug],
            " ".join(
                number for number, season in (("1", SEASON_1), ("2", SEASON_2)) if flag & ABILITIES_OF_EDITION[season]
            ),
            _idle_on(slug, flag),
        )
        for slug, flag in FLAG_OF_SLUG.items()
    ]
    return tuple(sorted(choices, key=lambda pick: folded(pick.name)))


def _idle_on(slug: str, flag: int) -> str:
    kinds = [] if flag & INCANTATION_ABILITIES else [Kind.INCANTATION.value]
    if idle_abilities(Card(kind=Kind.CHAMPION, abilities=[slug])):
        kinds.append(Kind.CHAMPION.value)
    return " ".join(kinds)


def problems_of(form: CardForm, preview: CardPreview) -> list[dict[str, Any]]:
    """For every field, also for those without any, what is wrong with it and what is to be noted."""
    places = [*(name for name in form.fields if name not in _NO_PROBLEMS), "abilities"]
    return [
        {
            "name": name,
            "errors": list(form.errors.get(name, ())) if form.is_bound else [],
            "notes": preview.notes.get(name, []),
        }
        for name in places
    ]
