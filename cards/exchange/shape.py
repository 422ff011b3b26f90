"""The format of a file of cards as pydantic models: the published JSON Schema is made from these."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr
from pydantic_core import PydanticCustomError

from accounts.text_cleaning import readable_line
from cards.models import FLAVOUR_LENGTH, MAX_ABILITIES, MAX_VALUE, NAME_LENGTH
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG

VERSION: Final = "clash-cards/1"
MAX_CARDS: Final = 1000
SLUG: Final = r"^[a-z0-9]+(-[a-z0-9]+)*$"
ABOUT_LENGTH: Final = 400
CREDIT_LENGTH: Final = 160
_SPACES: Final = re.compile("[ \t-\r\x1c-\x1f\x85\u2028\u2029]+")  # those that do not break a line stay
# Letters that turn the direction of the text around them can make a page read as something else.
_TURNING: Final = frozenset(chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F))

Slugs = list[Annotated[str, AfterValidator(lambda slug: known_ability(slug))]]


def cleaned(value: Any) -> Any:
    """A text in one line, tidied; empty if nothing of it is seen. Raises for what cannot be printed."""
    if not isinstance(value, str):
        return value
    text = value if _surrogates(value) else _SPACES.sub(" ", unicodedata.normalize("NFC", value)).strip()
    if any(unicodedata.category(letter) in ("Cc", "Cs") or letter in _TURNING for letter in text):
        raise PydanticCustomError("strange-characters", "characters that cannot be printed")
    return readable_line(text)


def _surrogates(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def whole(value: Any) -> Any:
    """1 for 1.0, which is the same number in JSON; all else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def known_ability(slug: str) -> str:
    """The slug, if it is an ability's or ``aura:`` with one; else raises, naming the nearest."""
    if slug.removeprefix(AURA_PREFIX) in FLAG_OF_SLUG and slug.count(AURA_PREFIX) <= 1:
        return slug
    prefix = AURA_PREFIX if slug.startswith(AURA_PREFIX) else ""
    near = difflib.get_close_matches(slug.removeprefix(prefix), FLAG_OF_SLUG, 1, 0.7)
    if near:
        raise PydanticCustomError("unknown-ability-near", "unknown ability", {"near": prefix + near[0]})
    raise PydanticCustomError("unknown-ability", "unknown ability")


CLEANED: Final = BeforeValidator(cleaned)
WHOLE: Final = BeforeValidator(whole)


def _text(length: int, shortest: int = 0, about: str = "") -> Any:
    return Field(min_length=shortest, max_length=length, description=about or None)


def _number(least: int, about: str) -> Any:
    return Field(ge=least, le=MAX_VALUE, description=about)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class CardContent(_Strict):
    """One card, as printed."""

    type: Literal["creature", "incantation", "champion", "stronghold", "bridge"]
    name: Annotated[str, _text(NAME_LENGTH, 1, "In English, or in the language of its maker"), CLEANED]
    name_fr: Annotated[str, _text(NAME_LENGTH, about="In French, where there are both"), CLEANED] = ""
    slug: Annotated[
        str, Field(pattern=SLUG + "|^$", max_length=60, description="Short name, one of its kind in the set")
    ] = ""
    cost: Annotated[int | None, _number(0, "Mana"), WHOLE] = None
    av: Annotated[int | None, _number(0, "Attack value"), WHOLE] = None
    hp: Annotated[int | None, _number(1, "Health Points: of Creatures and Champions only"), WHOLE] = None
    abilities: Annotated[
        Slugs, Field(max_length=MAX_ABILITIES, description="Slugs in the order of the face; aura:SLUG for an Aura")
    ] = []
    flavour: Annotated[str, _text(FLAVOUR_LENGTH), CLEANED] = ""
    flavour_fr: Annotated[str, _text(FLAVOUR_LENGTH), CLEANED] = ""
    art: Annotated[
        dict[str, str | int | float | bool],
        Field(max_length=8, description="A composition, or the crop of a picture and what it lies over"),
    ] = {}
    picture: Annotated[
        str,
        Field(max_length=16, pattern=r"^[A-Za-z0-9_-]*$", description="Token of an uploaded picture of the same owner"),
    ] = ""
    credit: Annotated[str, _text(CREDIT_LENGTH), CLEANED] = ""
    reference: Annotated[
        str,
        Field(
            max_length=40,
            pattern=r"^(own/[A-Za-z0-9_-]+)?$",
            description="The card of the same owner that this is: an import updates it where it is",
        ),
    ] = ""
    set: Annotated[
        str,
        _text(NAME_LENGTH, about="The set that it is of, in a file of several; an import does not move it"),
        CLEANED,
    ] = ""

    def fields(self) -> dict[str, Any]:
        """The card model's fields, all but its picture."""
        return {
            "kind": self.type,
            "name": self.name,
            "name_fr": self.name_fr,
            "cost": self.cost or 0,
            "av": self.av or 0,
            "hp": self.hp,
            "abilities": list(self.abilities),
            "flavour": self.flavour,
            "flavour_fr": self.flavour_fr,
            "art": dict(self.art),
            "credit": self.credit,
        }


class SetContent(_Strict):
    """The part of a set's file about the set itself."""

    name: Annotated[str, _text(NAME_LENGTH, 1), CLEANED]
    name_fr: Annotated[str, _text(NAME_LENGTH), CLEANED] = ""
    slug: Annotated[str, Field(pattern=SLUG + "|^$", max_length=40)] = ""
    about: Annotated[str, _text(ABOUT_LENGTH), CLEANED] = ""
    about_fr: Annotated[str, _text(ABOUT_LENGTH), CLEANED] = ""
    accent: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$", description="#rrggbb")] = "#6d4709"
    symbol: Annotated[str, Field(max_length=60, description="Name of an icon of game-icons.net")] = "spell-book"
    abilities: Annotated[Slugs, Field(max_length=40, description="Those that it brings to the fore")] = []

    def fields(self) -> dict[str, Any]:
        """The set model's fields, all but its slug."""
        return self.model_dump(exclude={"slug"})


class CardFile(_Strict):
    """A file of cards, with or without the set that they are of.

    ``columns`` are the fields that a table has columns for: it says nothing of others. Of JSON it is None, for JSON
    says everything, and leaves out what is empty.
    """

    format: Annotated[Literal["clash-cards/1"], Field(description="The version of this format")]
    set: SetContent | None = None
    cards: Annotated[list[CardContent], Field(min_length=1, max_length=MAX_CARDS)]
    _columns: frozenset[str] | None = PrivateAttr(None)
    _strange: tuple[str, ...] = PrivateAttr(())
    _notes: tuple[str, ...] = PrivateAttr(())
    _copies: tuple[int, ...] = PrivateAttr(())

    @property
    def copies(self) -> tuple[int, ...]:
        """How often each card is to be printed, in the order of the cards; empty where the file does not say."""
        return self._copies

    def with_copies(self, copies: Iterable[int]) -> CardFile:
        """This file, which says how often each card is to be printed."""
        self._copies = tuple(copies)
        return self

    @property
    def columns(self) -> frozenset[str] | None:
        return self._columns

    @property
    def strange_columns(self) -> tuple[str, ...]:
        """The headings of columns of its maker's own, which are left out."""
        return self._strange

    @property
    def notes(self) -> tuple[str, ...]:
        """What was skipped of the table that it was, in words."""
        return self._notes

    @classmethod
    def of_table(
        cls, cards: list[CardContent], columns: Iterable[str], strange: Iterable[str] = (), notes: Iterable[str] = ()
    ) -> CardFile:
        """The file that a table with these columns is."""
        file = cls(format=VERSION, cards=cards)
        file._columns, file._strange, file._notes = frozenset(columns), tuple(strange), tuple(notes)
        return file
