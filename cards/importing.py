"""Making a set of somebody's own out of a file of cards: first what would become of it, then all of it or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import repeat
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Owner, Visibility
from accounts.pasted_text import same_to_the_eye
from accounts.quotas import QuotaExceeded
from accounts.text_cleaning import tidied_line
from cards.art import Crop
from cards.exchange import CardContent, CardFile, CardsRefused, ImportFault, slug_of
from cards.exchange.table import ART, CROP
from cards.folding import slug_from
from cards.import_notes import import_notes
from cards.models import VALUED, Card, CardSet, CardVersion, Picture
from cards.sets import SLUGS
from cards.workshop import versions
from cards.workshop.content import content_of
from cards.workshop.services import MAX_CARDS, create_set

# Words that stand where a set's slug stands in an address or in a reference. A set of somebody's own ends in letters
# that cannot be guessed (see create_set), so that it collides with none of the site's and tells nobody of its name.
RESERVED: Final = frozenset({"own", "sets", "import", "export", "compare"})
TRIES: Final = 3  # to write an import before anybody else saves into the same set
# The fields of a card that an import may change.
_WRITTEN: Final = frozenset(
    {
        *("kind", "name", "name_fr", "cost", "av", "hp", "abilities", "flavour", "flavour_fr", "art", "picture"),
        *("credit", "revision", "deleted_at", "updated", "search_text", "search_abilities"),
        *("by_name", "by_name_fr", "fair"),
    }
)
_ART: Final = ("art", "picture")  # what no word can tell
_UNTOLD: Final = frozenset({"name_fr", "abilities", "flavour", "flavour_fr", "credit"})  # what a table may not speak of


class ImportAction(StrEnum):
    """The outcome of a line of the file."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class ImportRow:
    """A card of the file: its short name in the set, the card that it changes, if any.

    ``wanted`` are the fields of the card as they will be.
    """

    content: CardContent
    slug: str
    card: Card | None
    wanted: dict[str, Any]
    change: ImportAction
    copies: int = 1  # to print, as far as the file says

    @property
    def notes(self) -> list[str]:
        """What to know about it, worked out for pages that show it alone: most of it takes a look at every letter."""
        return list(import_notes(self.content, self.wanted))

    @property
    def differences(self) -> list[tuple[str, Any, Any]]:
        """(field, before, after) of what changes of a card that is there; art and picture are the one field "art"."""
        if self.card is None or self.change != ImportAction.CHANGED:
            return []
        changed = [field for field, value in self.wanted.items() if getattr(self.card, field) != value]
        differences = [(field, getattr(self.card, field), self.wanted[field]) for field in changed if field not in _ART]
        return differences if len(differences) == len(changed) else [*differences, ("art", None, None)]


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes that an import would make. ``card_set`` is None where a set would be made."""

    name: str
    card_set: CardSet | None
    lines: tuple[ImportRow, ...]
    is_in_place: bool = False  # every card is one of the owner's by its reference, and stays where it is
    strange_columns: tuple[str, ...] = ()  # of the table, which cards have not
    columns: frozenset[str] = frozenset()  # fields that the table has columns for
    copies: tuple[int, ...] = ()  # of each card, in the order of the lines, that the file asks for
    notes: tuple[str, ...] = ()  # what was skipped of it

    @property
    def unusual_name(self) -> str:
        """The first name with other letters than English has, by which an encoding is judged."""
        names = (name for line in self.lines for name in (line.content.name, line.content.name_fr))
        return next((name for name in names if not name.isascii()), "")

    @property
    def by_change(self) -> list[ImportRow]:
        """The lines, what changes first."""
        return sorted(self.lines, key=lambda line: line.change == ImportAction.SAME)

    def count(self, change: ImportAction) -> int:
        return sum(line.change == change for line in self.lines)

    @property
    def counts(self) -> dict[str, int]:
        """The number of lines by what becomes of them."""
        return {change.value: self.count(change) for change in ImportAction}


def plan_import(*, owner: Owner | None, file: CardFile, name: str = "", for_site: bool = False) -> Plan:
    """The plan for a file imported into the owner's set of that name, else of the file's own name.

    ``owner`` None is somebody who has nothing yet, or ``for_site`` the site itself. Raises ``CardsRefused``.
    """
    referred = _referred(owner, file)
    if _are_all(referred, file):
        return _plan("", None, _lines(owner, file, None, referred), file, is_in_place=True)
    card_set = _set_named(owner, _name(file, name)) if owner or for_site else None
    plan = _plan(_name(file, name), card_set, _lines(owner, file, card_set, referred), file)
    _check_room(owner, plan)
    return plan


def _plan(
    name: str, card_set: CardSet | None, lines: Iterable[ImportRow], file: CardFile, is_in_place: bool = False
) -> Plan:
    return Plan(
        name,
        card_set,
        tuple(lines),
        is_in_place,
        file.strange_columns,
        columns=file.columns or frozenset(),
        copies=file.copies,
        notes=file.notes,
    )


def _referred(owner: Owner | None, file: CardFile) -> dict[str, Card]:
    """The owner's own cards that the file refers to, by their references; those of others are none of them."""
    tokens = {content.reference.removeprefix("own/") for content in file.cards if content.reference}
    if owner is None or not tokens:
        return {}
    references = [content.reference for content in file.cards if content.reference]
    if twice := next((reference for reference in references if references.count(reference) > 1), ""):
        raise CardsRefused([ImportFault(_("“%(reference)s” appears twice.") % {"reference": twice})])
    cards = Card.everything.filter(owner=owner, token__in=tokens).select_related("picture", "set")
    return {f"own/{card.token}": card for card in cards}


def _are_all(referred: dict[str, Card], file: CardFile) -> bool:
    return bool(referred) and all(content.reference in referred for content in file.cards)


def carry_out(
    *, owner: Owner | None, file: CardFile, name: str = "", visibility: str = Visibility.PRIVATE
) -> CardSet | None:
    """Makes or extends the owner's set by what is in the file; ``owner`` None makes it the site's own. None where every
    card of the file refers to one that the owner has: they are brought up to date wherever they are.

    Cards are told apart by their references and short names: those that are there already are brought up to date, and
    what they were is kept as a version. All of it or nothing; nobody else waits while it is prepared, only while it is
    written. Raises ``CardsRefused`` when there is no room.
    """
    name = "" if _are_all(_referred(owner, file), file) else _name(file, name)
    for _time in range(TRIES):
        draft = _prepare(owner, file, name, visibility)
        with transaction.atomic():
            if draft.is_true():
                return _write(draft, owner, file, visibility)
    with transaction.atomic():  # somebody is saving all the time: then they have to wait
        return _write(_prepare(owner, file, name, visibility), owner, file, visibility)


@dataclass(frozen=True, slots=True)
class _Draft:
    """The rows to be written, and what they were worked out of: the set, and what tells
    of each of its cards whether it was saved since."""

    owner: Owner | None
    plan: Plan
    seen: set[tuple[Any, ...]]
    made: list[Card]
    changed: list[Card]
    versions: list[CardVersion]  # of those that are changed
    superfluous: list[int]  # keys of older versions

    def is_true(self) -> bool:
        """Whether all is still as it was when this was made."""
        card_set = self.plan.card_set
        known = None if self.plan.is_in_place else _set_named(self.owner, self.plan.name)
        return card_set == known and self.seen == _state_of(card_set, self.changed)


def _state_of(card_set: CardSet | None, changed: list[Card]) -> set[tuple[Any, ...]]:
    """What tells of each card of a set, and of those that are changed, whether it was saved since."""
    among = Q(pk__in=[card.pk for card in changed])
    cards = Card.everything.filter(among | Q(set=card_set) if card_set else among)
    return set(cards.order_by().values_list("pk", "revision", "updated", "deleted_at"))


def _prepare(owner: Owner | None, file: CardFile, name: str, visibility: str) -> _Draft:
    """Works out what is to be written, without writing. Raises ``CardsRefused``."""
    referred = _referred(owner, file)
    in_place = _are_all(referred, file)
    card_set = None if in_place else _set_named(owner, name)
    state = _state_of(card_set, list(referred.values()))
    lines = tuple(_lines(owner, file, card_set, referred))
    plan = Plan(name, card_set, lines, in_place)
    _check_room(owner, plan)
    numbers = Card.everything.filter(set=card_set).values_list("number", flat=True) if card_set else ()
    number = max((*numbers, 0))
    created, changed = [], []
    now = timezone.now()
    for line in lines:
        if line.card is None:
            number += 1
            card = Card(owner=owner, set=card_set, slug=line.slug, number=number, visibility=visibility)
            created.append(_put(card, line.wanted))
        elif line.change != ImportAction.SAME:
            if line.content.reference not in referred:
                line.card.set = card_set
            line.card.updated = now
            changed.append(_put(line.card, line.wanted))
    return _Draft(owner, plan, state, created, changed, *versions.next_ones(changed, now))


def _put(card: Card, wanted: dict[str, Any]) -> Card:
    """Makes a card say this, without saving it. One that was thrown away comes back."""
    for field, value in wanted.items():
        setattr(card, field, value)
    card.revision += 1
    card.deleted_at = None
    card.index()
    return card


def _write(draft: _Draft, owner: Owner | None, file: CardFile, visibility: str) -> CardSet | None:
    """Writes a draft in a few queries, whatever the number of its cards; new ones with their first versions."""
    _check_room(owner, draft.plan)
    card_set = draft.plan.card_set
    if card_set is None and not draft.plan.is_in_place:
        card_set = _new_set(owner, file, draft.plan.name, visibility)
    for card in draft.made:
        card.set = card_set
    now = timezone.now()
    created = Card.objects.bulk_create(draft.made)
    first = (CardVersion(card=card, number=1, content=content_of(card), made=now) for card in created)
    CardVersion.objects.bulk_create([*first, *draft.versions])
    CardVersion.objects.filter(pk__in=draft.superfluous, kept=False).delete()
    _update(draft.changed)
    return card_set


def _update(cards: list[Card]) -> None:
    """Saves cards that are there already: one statement for all, which takes a tenth of what ``bulk_update`` takes."""
    fields = [field for field in Card._meta.concrete_fields if field.name in _WRITTEN]
    quoted = connection.ops.quote_name
    columns = ", ".join(f"{quoted(field.column or field.attname)} = %s" for field in fields)
    rows = [
        (*(field.get_db_prep_save(getattr(card, field.attname), connection) for field in fields), card.pk)
        for card in cards
    ]
    with connection.cursor() as cursor:
        if rows:
            cursor.executemany(f"UPDATE {quoted(Card._meta.db_table)} SET {columns} WHERE id = %s", rows)


def _name(file: CardFile, name: str) -> str:
    chosen = tidied_line(name) or (tidied_line(file.set.name) if file.set else "")
    if not chosen:
        raise CardsRefused([ImportFault(_("Enter a name for the set."))])
    return chosen[: CardSet._meta.get_field("name").max_length]


def _set_named(owner: Owner | None, name: str) -> CardSet | None:
    """The set that an import of this name extends. The sets that come with the site are not among them."""
    alike = same_to_the_eye(name)
    sets = CardSet.objects.filter(owner=owner, shipped=False).order_by("pk")
    return next((card_set for card_set in sets if same_to_the_eye(card_set.name) == alike), None)


def _new_set(owner: Owner | None, file: CardFile, name: str, visibility: str) -> CardSet:
    fields = {**(file.set.fields() if file.set else {}), "name": name, "visibility": visibility}
    if owner is None:
        return CardSet.objects.create(slug=_site_slug(file, name), **fields)
    try:
        card_set = create_set(owner=owner, name=name)
    except QuotaExceeded:
        raise CardsRefused([ImportFault(_("You've reached the maximum number of sets. Add to one of them."))]) from None
    for field, value in fields.items():
        setattr(card_set, field, value)
    card_set.save()
    return card_set


def _site_slug(file: CardFile, name: str) -> str:
    own = file.set.slug if file.set and file.set.name == name else ""
    slug = own or slug_from(name)[:40].strip("-")
    if not slug or slug in RESERVED or slug in SLUGS or CardSet.objects.filter(slug=slug).exists():
        raise CardsRefused([ImportFault(_("The set name “%(name)s” is taken.") % {"name": slug or name})])
    return slug


def _lines(
    owner: Owner | None, file: CardFile, card_set: CardSet | None, referred: dict[str, Card]
) -> Iterator[ImportRow]:
    by_slug = (
        {card.slug: card for card in Card.everything.filter(set=card_set).select_related("picture")} if card_set else {}
    )
    pictures = _pictures(owner, file)
    for content, copies in zip(file.cards, file.copies or repeat(1), strict=False):
        slug = slug_of(content)
        card = referred.get(content.reference) or by_slug.get(slug)
        wanted = _wanted(content, pictures)
        if card is not None and file.columns is not None:
            wanted |= _left_alone(card, wanted, file.columns)
        if card is None or card.deleted_at is not None:
            change = ImportAction.NEW
        else:
            change = ImportAction.SAME if _is_same(card, wanted) else ImportAction.CHANGED
        yield ImportRow(content, slug, card, wanted, change, copies)


def _pictures(owner: Owner | None, file: CardFile) -> dict[str, Picture]:
    """The pictures that the file names, as far as they are the owner's own."""
    tokens = {content.picture for content in file.cards if content.picture}
    if not tokens:
        return {}
    return {picture.token: picture for picture in Picture.objects.filter(owner=owner, token__in=tokens)}


def _wanted(content: CardContent, pictures: dict[str, Picture]) -> dict[str, Any]:
    """The fields that the card gets. A crop of a picture that it does not get is left out; a picture without one is
    shown from its middle, as in the workshop."""
    fields = {**content.fields(), "picture": pictures.get(content.picture)}
    if fields["picture"] is None and "zoom" in fields["art"]:
        fields["art"] = {}
    elif fields["picture"] is not None and not fields["art"]:
        fields["art"] = Crop().to_json()
    return fields


def _left_alone(card: Card, wanted: dict[str, Any], columns: frozenset[str]) -> dict[str, Any]:
    """The properties of a card that a table leaves alone: fields without a column, and art that no cell can say."""
    values = {field: getattr(card, field) for field in _UNTOLD - columns}
    if wanted["kind"] not in VALUED:
        values.pop("abilities", None)
    same_art = all(wanted["art"].get(field) == card.art.get(field) for field in ART)
    if "picture" in columns:
        same_art &= wanted["picture"] == card.picture
    if "crop" in columns:
        same_art &= all(_nearly(wanted["art"].get(name), card.art.get(name)) for name in CROP)
    if "out" in columns:
        same_art &= bool(wanted["art"].get("out")) == bool(card.art.get("out"))
    if same_art or not (wanted["art"] or columns & {*ART, "picture", "crop", "out"}):
        values |= {"art": dict(card.art), "picture": card.picture}
    return values


def _nearly(a: float | None, b: float | None) -> bool:
    """Whether two numbers are the same in a table."""
    return a == b or (a is not None and b is not None and f"{a:g}" == f"{b:g}")


def _is_same(card: Card, wanted: dict[str, Any]) -> bool:
    return all(getattr(card, field) == value for field, value in wanted.items())


def _check_room(owner: Owner | None, plan: Plan) -> None:
    if owner is None:
        return
    room = MAX_CARDS - Card.objects.filter(owner=owner).count()
    if plan.count(ImportAction.NEW) > room:
        message = ngettext(
            "You have room for only %(room)d more card.",
            "You have room for only %(room)d more cards.",
            max(room, 0),
        )
        raise CardsRefused([ImportFault(message % {"room": max(room, 0)})])
