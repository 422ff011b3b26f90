"""From data to validated cards: shape first, then what the fields of a card say about each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from hashlib import sha256
from typing import Any, Final, TypeVar

from django.utils.translation import gettext as _
from pydantic import BaseModel, ValidationError

from cards.art import ArtError, composed_from, crop_from
from cards.colours import TINTS
from cards.exchange.encodings import MAX_BYTES
from cards.exchange.faults import MAX_WORDED, CardsRefused, ImportFault
from cards.exchange.import_fault_text import sentence
from cards.exchange.shape import MAX_CARDS, SLUG, VERSION, CardContent, CardFile, SetContent
from cards.folding import slug_from
from cards.icons import is_icon
from cards.scenery import SCENES

M = TypeVar("M", bound=BaseModel)
Place = Callable[[tuple[str | int, ...]], Mapping[str, Any]]  # a path of keys to a fault's place
MAX_KEYS: Final = 100  # of a card; those that are none are told one by one
_FIGHTERS: Final = ("creature", "champion")
_SCENERY: Final = ("stronghold", "bridge")
_OF_CROPS: Final = ("x", "y", "rotation", "out")


def pointer_to(path: Sequence[str | int]) -> dict[str, Any]:
    """The place of a fault in a JSON document (RFC 6901)."""
    return {"pointer": "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in path)}


def read_card(data: Any) -> CardContent:
    """One card. Raises ``CardsRefused``."""
    card, faults = check_card(data)
    if card is None:
        raise CardsRefused(faults)
    return card


def read_set(data: Any) -> CardFile:
    """A whole file, as ``write_set`` writes it. Raises ``CardsRefused`` with every fault."""
    if not isinstance(data, dict) or data.get("format") != VERSION:
        raise CardsRefused([_not_this_format(data)])
    cards = data.get("cards")
    shell = {**data, "cards": [_ONE]} if isinstance(cards, list) and cards else data
    file, faults = _shaped(CardFile, shell, pointer_to, ())
    if isinstance(cards, list):
        checked, more = check_cards(cards, lambda path: pointer_to(("cards", *path)))
        faults += more
    if file is not None and file.set is not None and not is_icon(file.set.symbol):
        faults.append(ImportFault(sentence("unknown-icon", {}, file.set.symbol), **pointer_to(("set", "symbol"))))
    if faults or file is None:
        raise CardsRefused(faults)
    return file.model_copy(update={"cards": checked})


_UNTOLD: Final = ImportFault("", row=MAX_BYTES)  # behind all those that are told
_ONE: Final = {"type": "bridge", "name": "-"}  # stands for the list of cards, which is checked card by card


def check_cards(entries: Sequence[Any], place: Place) -> tuple[list[CardContent], list[ImportFault]]:
    """Every card with every fault; ``place`` gets paths that begin with the card's index."""
    if len(entries) > MAX_CARDS:
        return [], [ImportFault(sentence("too_long", {"max_length": MAX_CARDS}, ""), **place(()))]
    cards: list[CardContent] = []
    faults: list[ImportFault] = []
    seen: dict[str, tuple[int, bool]] = {}
    for index, entry in enumerate(entries):
        if len(faults) >= MAX_WORDED:
            faults += [_UNTOLD] * _count_faults(entry)
            continue
        card, wrong = check_card(entry, place, (index,))
        faults += wrong
        if card is not None:
            cards.append(card)
            faults += _met_before(card, index, seen, place)
    return cards, faults


def _count_faults(entry: Any) -> int:
    try:
        CardContent.model_validate(entry)
    except ValidationError as error:
        return error.error_count()
    return 0


def check_card(
    data: Any, place: Place = pointer_to, path: tuple[str | int, ...] = ()
) -> tuple[CardContent | None, list[ImportFault]]:
    """A card, or None, and what is wrong with it."""
    if isinstance(data, dict) and len(data) > MAX_KEYS:
        return None, [ImportFault(_("A card has at most %(count)d keys.") % {"count": MAX_KEYS}, **place(path))]
    card, faults = _shaped(CardContent, data, place, path)
    sound = card or _sound_part(data)
    if sound is not None:
        faults += [
            fault
            for key, kind, context, value in _disagreements(sound)
            if (fault := ImportFault(sentence(kind, context, value), **place((*path, *key)))).place
            not in {known_fault.place for known_fault in faults}
        ]
    return (None if faults else card), faults


def _sound_part(data: Any) -> CardContent | None:
    """The card without the fields that are wrong by themselves, to see what else is."""
    if not isinstance(data, dict):
        return None
    try:
        CardContent.model_validate(data)
    except ValidationError as error:
        # Where a key itself is wrong there is no place at all.
        wrong = {key for detail in error.errors(include_url=False) for key in detail["loc"][:1]}
    valid = {"name": "-", **{key: value for key, value in data.items() if key not in wrong}}
    try:
        return CardContent.model_validate(valid)
    except ValidationError:
        return None


def slug_of(card: CardContent) -> str:
    """The short name by which a card is known in its set: its own, else made of its name."""
    return card.slug or slug_from(card.name)[:60].strip("-") or "card-" + sha256(card.name.encode()).hexdigest()[:8]


def _shaped(model: type[M], data: Any, place: Place, path: tuple[str | int, ...]) -> tuple[M | None, list[ImportFault]]:
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        faults = (_fault(detail, model, place, path) for detail in error.errors(include_url=False)[:MAX_WORDED])
        return None, list(dict.fromkeys(faults)) + [_UNTOLD] * max(0, error.error_count() - MAX_WORDED)


def _fault(error: Any, model: type[BaseModel], place: Place, path: tuple[str | int, ...]) -> ImportFault:
    context = dict(error.get("ctx") or {})
    context["expected"] = str(context.get("expected", "")).replace("'", "").replace(" or ", ", ")
    kind, key = error["type"], error["loc"]
    if kind == "extra_forbidden":
        known = SetContent if key[:1] == ("set",) else model
        context["near"] = next(iter(get_close_matches(str(key[-1]), known.model_fields, 1)), "")
    if kind == "string_pattern_mismatch" and str(context.get("pattern", "")).startswith(SLUG):
        kind = "slug"
    if key[:1] == ("art",):
        key = key[:2]  # pydantic names each type that it tried
        kind = "wrong-type"
    return ImportFault(sentence(kind, context, error.get("input")), **place((*path, *key)))


def _not_this_format(data: Any) -> ImportFault:
    if not isinstance(data, dict):
        return ImportFault(_("Must be an object with “format”, “cards” and optionally “set”."))
    if "format" not in data:
        return ImportFault(_("Required: must be “%(version)s”.") % {"version": VERSION}, pointer="/format")
    message = _("This site reads “%(version)s”, not “%(given)s”.")
    return ImportFault(message % {"version": VERSION, "given": str(data["format"])[:40]}, pointer="/format")


def _disagreements(card: CardContent) -> Iterator[tuple[tuple[str | int, ...], str, dict[str, Any], Any]]:
    """(path, kind, context, given) for what is right by itself and wrong together."""
    if card.type in _FIGHTERS and card.hp is None:
        yield ("hp",), "hp-missing", {}, None
    if card.type not in _FIGHTERS and card.hp is not None:
        yield ("hp",), "hp-not-here", {}, card.hp
    for field in ("cost", "av"):
        if card.type in _SCENERY and getattr(card, field):
            yield (field,), "not-on-scenery", {}, getattr(card, field)
        if card.type not in _SCENERY and getattr(card, field) is None:
            yield (field,), "missing", {}, None
    if card.type in _SCENERY and card.abilities:
        yield ("abilities",), "not-on-scenery", {}, card.abilities
    for index, slug in enumerate(card.abilities):
        if slug in card.abilities[:index]:
            yield ("abilities", index), "ability-twice", {}, slug
    yield from _wrong_art(card)


def _wrong_art(card: CardContent) -> Iterator[tuple[tuple[str | int, ...], str, dict[str, Any], Any]]:
    if not card.art:
        return
    if "zoom" not in card.art and not card.art.keys().isdisjoint(_OF_CROPS):
        yield ("art", "zoom"), "missing", {}, None  # it is what tells a crop from a composition
        return
    try:
        if "zoom" in card.art:
            crop_from(card.art)
        else:
            composed_from(card.art)
    except ArtError as error:
        known = {"unknown-scene": SCENES, "unknown-tint": TINTS}.get(error.problem, ())
        yield ("art", error.field), error.problem, {"known": ", ".join(known)}, error.value


def _met_before(
    card: CardContent, index: int, first_uses: dict[str, tuple[int, bool]], place: Place
) -> Iterator[ImportFault]:
    slug = slug_of(card)
    if slug not in first_uses:
        first_uses[slug] = (index, bool(card.slug))
        return
    first_use = str(ImportFault("", **place((first_uses[slug][0],))).place)
    kind, key, value = ("same-slug", "slug", slug) if card.slug else ("same-name", "name", card.name)
    yield ImportFault(sentence(kind, {"other": first_use}, value), **place((index, key)))
