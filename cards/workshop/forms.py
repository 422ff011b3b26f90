"""The form of a card: every field of the editor, and what its values say about each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.core.validators import MinValueValidator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic_core import PydanticCustomError

from accounts.models import Owner
from cards.abilities import ability_name
from cards.art import LEAST_ZOOM, ZOOM, ArtError, Composed, Crop, art_by_name, composed_from
from cards.colours import TINTS
from cards.exchange.shape import cleaned
from cards.figures import MOST_IN_BAND
from cards.folding import folded
from cards.models import FIGHTERS, FLAVOUR_LENGTH, MAX_ABILITIES, MAX_VALUE, NAME_LENGTH, Card, Kind, Picture
from cards.scenery import SCENES
from cards.workshop.assessment import usable_editions
from cards.workshop.content import MAKEABLE, Content, blank, is_crop, picture_for
from cards.workshop.queries import own_sets
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG, SEASON_1, SEASON_2
from web.languages import current_language

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

SLOTS: Final = tuple(f"ability_{number}" for number in range(1, MAX_ABILITIES + 1))
BY_NAME, COMPOSED, PICTURE = "name", "composed", "picture"  # where the art comes from
SEED_LENGTH: Final = 40
WORDS: Final = ("name", "name_fr", "flavour", "flavour_fr")
MAX_SHOWN: Final = 200  # characters of a text that is too long, on the preview

SCENE_NAMES: Final = {
    "caverns": gettext_lazy("Caverns"),
    "clouds": gettext_lazy("Clouds"),
    "dunes": gettext_lazy("Dunes"),
    "fields": gettext_lazy("Fields"),
    "flames": gettext_lazy("Flames"),
    "marsh": gettext_lazy("Marsh"),
    "peaks": gettext_lazy("Peaks"),
    "ruins": gettext_lazy("Ruins"),
    "spires": gettext_lazy("Spires"),
    "stars": gettext_lazy("Stars"),
    "trees": gettext_lazy("Trees"),
    "waves": gettext_lazy("Waves"),
}
TINT_NAMES: Final = {
    "amber": gettext_lazy("Amber"),
    "blood": gettext_lazy("Blood"),
    "dusk": gettext_lazy("Dusk"),
    "ember": gettext_lazy("Ember"),
    "frost": gettext_lazy("Frost"),
    "grove": gettext_lazy("Grove"),
    "iron": gettext_lazy("Iron"),
    "moss": gettext_lazy("Moss"),
    "rose": gettext_lazy("Rose"),
    "sand": gettext_lazy("Sand"),
    "storm": gettext_lazy("Storm"),
    "tide": gettext_lazy("Tide"),
}
KINDS: Final = tuple((kind.value, kind.label) for kind in MAKEABLE)


class LineField(forms.CharField):
    """A text in one line: composed letters, single spaces, nothing that cannot be printed or seen."""

    def to_python(self, value: Any) -> str:
        try:
            return str(cleaned(super().to_python(value)))
        except PydanticCustomError as error:
            raise forms.ValidationError(_("Contains characters that can't be printed.")) from error


def whole(least: int, label: StrPromise, required: bool = True) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=MAX_VALUE, required=required)


def measure(label: StrPromise, low: float, high: float, start: float, step: float, unit: str = "") -> forms.FloatField:
    """A number of the crop; what is left empty is as at the start."""
    widget = forms.NumberInput(attrs={"step": step, "data-start": start, "data-unit": unit, "inputmode": "decimal"})
    return forms.FloatField(label=label, min_value=low, max_value=high, required=False, widget=widget)


class CardForm(forms.Form):
    """A card as it is being made. ``card`` is the one that is changed, None for a new one."""

    use_required_attribute = False

    kind = forms.ChoiceField(label=gettext_lazy("Type"), choices=KINDS, widget=forms.RadioSelect)
    name = LineField(label=gettext_lazy("Name"), max_length=NAME_LENGTH)
    name_fr = LineField(label=gettext_lazy("Name in French"), max_length=NAME_LENGTH, required=False)
    cost = whole(0, gettext_lazy("Mana cost"))
    av = whole(0, gettext_lazy("Attack value"))
    hp = whole(1, gettext_lazy("HP"), required=False)
    flavour = LineField(label=gettext_lazy("Flavour line"), max_length=FLAVOUR_LENGTH, required=False)
    flavour_fr = LineField(label=gettext_lazy("Flavour line in French"), max_length=FLAVOUR_LENGTH, required=False)
    set = forms.ChoiceField(label=gettext_lazy("Set"), required=False)
    new_set = LineField(label=gettext_lazy("Or new set"), max_length=NAME_LENGTH, required=False)
    art = forms.ChoiceField(
        label=gettext_lazy("Art"),
        choices=(
            (BY_NAME, gettext_lazy("From the name")),
            (COMPOSED, gettext_lazy("Composed")),
            (PICTURE, gettext_lazy("My picture")),
        ),
        widget=forms.RadioSelect,
    )
    icon = forms.CharField(label=gettext_lazy("Icon"), max_length=60, required=False)
    scene = forms.ChoiceField(
        label=gettext_lazy("Landscape"), choices=[(s, SCENE_NAMES[s]) for s in SCENES], required=False
    )
    tint = forms.ChoiceField(label=gettext_lazy("Colours"), choices=[(t, TINT_NAMES[t]) for t in TINTS], required=False)
    seed = forms.CharField(label=gettext_lazy("Variation"), max_length=SEED_LENGTH, required=False)
    flip = forms.BooleanField(label=gettext_lazy("Mirror the icon"), required=False)
    hand = forms.CharField(label=gettext_lazy("Icon in hand"), max_length=60, required=False)
    back = forms.CharField(label=gettext_lazy("Icon behind"), max_length=60, required=False)
    band = forms.TypedChoiceField(
        label=gettext_lazy("Number"),
        choices=[(number, number) for number in range(1, MOST_IN_BAND + 1)],
        coerce=int,
        empty_value=None,
        required=False,
    )
    picture = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)
    x = measure(gettext_lazy("Across"), 0, 100, 50, 0.1, "%")
    y = measure(gettext_lazy("Down"), 0, 100, 50, 0.1, "%")
    zoom = measure(gettext_lazy("Zoom"), 100 * LEAST_ZOOM, 100 * ZOOM[1], 100, 1, "%")
    rotation = measure(gettext_lazy("Rotation"), -180, 180, 0, 0.5, "°")
    over = forms.BooleanField(label=gettext_lazy("Over a landscape"), required=False)
    out = forms.BooleanField(label=gettext_lazy("Out of the frame"), required=False)

    def __init__(self, data: Any = None, *, owner: Owner | None, card: Card | None = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.owner, self.card = owner, card
        sets = self.fields["set"]
        assert isinstance(sets, forms.ChoiceField)
        sets.choices = [
            ("", _("No set")),
            *((card_set.slug, card_set.name) for card_set in own_sets(owner)),
        ]
        choices = ability_choices(current_language())
        for number, slot in enumerate(SLOTS, start=1):
            label = _("Ability %(number)d") % {"number": number}
            self.fields[slot] = forms.ChoiceField(label=label, choices=choices, required=False)
        for field in self.fields.values():
            field.widget.attrs |= {"autocomplete": "off"}
        for name in (*WORDS, "new_set"):  # what is too long is said, and not cut off by the browser
            attrs = self.fields[name].widget.attrs
            attrs["data-most"] = attrs.pop("maxlength")
        for name in self.fields:
            self.fields[name].widget.attrs["aria-describedby"] = f"e-{name}"

    @property
    def slots(self) -> Iterator[forms.BoundField]:
        return (self[slot] for slot in SLOTS)

    @property
    def crop_fields(self) -> Iterator[forms.BoundField]:
        """The numbers that say which part of the picture is seen."""
        return (self[name] for name in ("x", "y", "zoom", "rotation"))

    @cached_property
    def kept_picture(self) -> Picture | None:
        """The picture that the form names, if its owner may use it."""
        token = self.data.get(self.add_prefix("picture")) if self.is_bound else self.initial.get("picture")
        return picture_for(self.card, token, self.owner)

    def clean(self) -> dict[str, Any]:
        """Faults between fields, which no field can find alone."""
        data = self.cleaned_data
        if data.get("kind") in FIGHTERS and data.get("hp") is None and "hp" not in self.errors:
            self.add_error("hp", _("A Creature needs Health Points."))
        self._check_abilities()
        if data.get("art") == COMPOSED:
            self._check_composition()
        elif data.get("art") == PICTURE and self.kept_picture is None:
            self.add_error("art", _("Choose one of your pictures, or upload one."))
        elif data.get("art") == PICTURE:
            self._check_picture()
        return data

    def _check_picture(self) -> None:
        """What the numbers of a crop may be together with what it lies over. The landscape's own are checked alone."""
        if not self._is_over and (self.cleaned_data.get("zoom") or 100) < 100 * ZOOM[0]:
            self.add_error("zoom", MinValueValidator(100 * ZOOM[0]).message % {"limit_value": round(100 * ZOOM[0])})

    @property
    def _is_over(self) -> bool:
        """Whether there is a landscape to be seen behind the picture."""
        return bool(self._is_clear and self.cleaned_data.get("over"))

    @property
    def _is_clear(self) -> bool:
        return self.kept_picture is not None and self.kept_picture.is_clear

    def _check_abilities(self) -> None:
        seen: set[str] = set()
        for slot in SLOTS:
            slug = self.cleaned_data.get(slot)
            if slug and slug in seen:
                name = ability_name(slug, current_language())
                self.add_error(slot, _("%(name)s is already on the card.") % {"name": name})
            seen.add(slug or "")
        if not self.errors and not usable_editions(self.draft().printed):
            self.add_error(SLOTS[0], mixed_editions(self.abilities()))

    def _check_composition(self) -> None:
        try:
            self.composition()
        except ArtError as error:
            problem = {
                **dict.fromkeys(("icon", "hand", "back"), _("No icon has this name. Search below.")),
                "scene": _("Unknown landscape."),
                "tint": _("Unknown colours."),
            }.get(error.field, _("Can't draw this."))
            self.add_error(error.field if error.field in self.fields else "art", problem)

    def composition(self) -> Composed:
        """The composition that the fields describe. Raises ``ArtError``."""
        data = self.cleaned_data
        texts = {field: data.get(field) or "" for field in ("icon", "scene", "tint", "seed", "hand", "back")}
        return composed_from({**texts, "flip": bool(data.get("flip")), "band": data.get("band") or 1})

    def crop(self) -> Crop:
        """The crop that the fields describe; a number that is missing or wrong is as at the start."""
        data = self.cleaned_data

        def number(name: str, start: float) -> float:
            value = data.get(name)
            return start if value is None else value

        zoom = max(number("zoom", 100) / 100, LEAST_ZOOM if self._is_over else ZOOM[0])
        numbers = number("x", 50) / 100, number("y", 50) / 100, zoom, number("rotation", 0)
        out = self._is_clear and bool(data.get("out"))
        if not self._is_over:
            return Crop(*numbers, out=out)
        by_name = art_by_name(data.get("name") or "", data.get("kind") in FIGHTERS)
        scene, tint = data.get("scene") or by_name.scene, data.get("tint") or by_name.tint
        return Crop(*numbers, scene, tint, data.get("seed") or "", out)

    def abilities(self) -> list[str]:
        """The slugs in the order of the slots, without gaps."""
        return [slug for slot in SLOTS if (slug := self.cleaned_data.get(slot))]

    def content(self) -> Content:
        """The card's content as far as its fields could be read; the rest is as on a new card."""
        data = self.cleaned_data
        content = blank(data.get("kind") or Kind.CREATURE)
        for field in ("name", "name_fr", "cost", "av", "hp", "flavour", "flavour_fr"):
            if data.get(field) is not None:
                content[field] = data[field]
        if content["kind"] not in FIGHTERS:
            content["hp"] = None
        content["abilities"] = self.abilities()
        content["set"] = data.get("set") or None
        # The picture stays with the card while another art is tried.
        content["picture"] = self.kept_picture.token if self.kept_picture else None
        content["art"] = self._art()
        return content

    def _art(self) -> dict[str, Any]:
        source = self.cleaned_data.get("art")
        if source == PICTURE and self.kept_picture is not None:
            return self.crop().to_json()
        if source == COMPOSED:
            try:
                return self.composition().to_json()
            except ArtError:
                return {}
        return {}

    def draft(self) -> Card:
        """The card as it would be, not saved: for previews and checks. Words that are too long are on it too."""
        content = self.content()
        plain = {key: value for key, value in content.items() if key not in ("picture", "set", "abilities")}
        card = Card(**plain, picture=self.kept_picture)
        for field in WORDS:
            if self.has_error(field, "max_length"):
                setattr(card, field, " ".join(self.data.get(self.add_prefix(field), "").split())[:MAX_SHOWN])
        card.abilities = list(dict.fromkeys(content["abilities"]))
        card.owner = self.owner
        if content["set"]:
            card.set = own_sets(self.owner).filter(slug=content["set"]).first()
        if card.kind not in FIGHTERS:
            card.hp = None
        return card


def initial_of(content: Content) -> dict[str, Any]:
    """Initial values of the editor's fields for a card's content."""
    art = content["art"]
    source = BY_NAME if not art else PICTURE if is_crop(art) else COMPOSED
    initial = {key: content[key] for key in content if key not in ("abilities", "art")}
    initial |= dict(zip(SLOTS, content["abilities"], strict=False))
    initial |= {"art": source, "picture": content["picture"] or "", "set": content["set"] or ""}
    initial |= art if source == COMPOSED else art_by_name(content["name"], content["kind"] in FIGHTERS).to_json()
    crop = art if source == PICTURE else {}
    if "scene" in crop:
        initial |= {"scene": crop["scene"], "tint": crop["tint"], "seed": crop.get("seed", "")}
    initial |= {"over": source != PICTURE or "scene" in crop, "out": bool(crop.get("out"))}
    scaled = {"x": (100, 0.5), "y": (100, 0.5), "zoom": (100, 1.0), "rotation": (1, 0.0)}
    return initial | {name: round(crop.get(name, start) * by, 2) for name, (by, start) in scaled.items()}


def ability_choices(language: str) -> list[Any]:
    """The options of a slot: nothing, an ability, an Aura of one; in the order of their names."""
    named = sorted(
        ((ability_name(slug, language), slug) for slug in FLAG_OF_SLUG), key=lambda choice: folded(choice[0])
    )
    auras = [(AURA_PREFIX + slug, ability_name(AURA_PREFIX + slug, language)) for _name, slug in named]
    return [("", "—"), (_("Abilities"), [(slug, name) for name, slug in named]), (_("Auras"), auras)]


def mixed_editions(slugs: list[str]) -> str:
    """Why no edition has all these abilities, by their names."""
    language = current_language()
    only: dict[str, list[str]] = {SEASON_1: [], SEASON_2: []}
    for slug in slugs:
        flag = FLAG_OF_SLUG[slug.removeprefix(AURA_PREFIX)]
        for edition, other in ((SEASON_1, SEASON_2), (SEASON_2, SEASON_1)):
            if not flag & ABILITIES_OF_EDITION[other]:
                only[edition].append(ability_name(slug, language))
    return _("No season has all of these: %(first)s (first only), %(second)s (second only).") % {
        "first": ", ".join(only[SEASON_1]),
        "second": ", ".join(only[SEASON_2]),
    }
