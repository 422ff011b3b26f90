"""Lists of cards in JSON and XML, as other programs write them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any, Final

from cards.decks.list_lines import (
    ABOUT,
    CHAMPION,
    DECK,
    LABORATORY,
    MAYBE,
    NAME,
    SECTIONS,
    STRONGHOLD,
    ListedLine,
    ListedName,
    names_in,
)
from cards.folding import folded

MAX_LISTED: Final = 400  # cards that are read out of JSON or XML
_NAME_KEYS: Final = (
    "reference",
    "nickname",
    "name",
    "card_name",
    "cardname",
    "card_title",
    "title",
    "card",
    "nom",
    "carte",
)
# What other programs say of a deck or a card with names that are no cards'.
_ASIDE: Final = frozenset(
    (
        *("author", "authors", "owner", "user", "categories", "category", "tags", "metadata", "meta", "set"),
        *(
            "transform",
            "customdeck",
            "deckids",
            "colors",
            "format",
            "hubs",
            "prices",
            "legalities",
            "types",
            "subtypes",
            "houses",
            "_links",
        ),
    )
)
_HOLDING: Final = ("boards", "containedobjects", "objectstates", "cards", "slots")
_COUNT_KEYS: Final = ("count", "quantity", "qty", "number", "amount", "copies")


def parsed_json(text: str) -> Any:
    try:
        return json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


def lines_of_json(data: Any, text: str) -> Iterator[ListedLine]:
    walked = list(_walked(data, "", 0))[:MAX_LISTED]
    if isinstance(data, dict) and ("_linked" in data or "included" in data):
        data = data.get("data")
    while isinstance(data, dict) and len(data) == 1 and isinstance(inner := next(iter(data.values())), dict):
        data = inner
    if isinstance(data, dict):
        if isinstance(name := next((data[key] for key in ("name", "title", "nom") if key in data), None), str):
            yield ListedLine(1, name, head=NAME, words=name)
        if isinstance(about := next((data[key] for key in ("about", "description") if key in data), None), str):
            yield ListedLine(1, about, head=ABOUT, words=about)
    for name, count, section, is_counted in walked:
        at = text.find(json.dumps(name, ensure_ascii=False)[1:-1])
        number = text.count("\n", 0, max(at, 0)) + 1
        names = tuple(ListedName(listed.name, max(listed.count, count)) for listed in names_in(name))
        head = section if section in (CHAMPION, STRONGHOLD) else ""
        yield ListedLine(
            number,
            name,
            names,
            head=head,
            words=name if head else "",
            section=section,
            counted="beside" if is_counted else "",
        )


def _walked(data: Any, section: str, depth: int) -> Iterator[tuple[str, int, str, bool]]:
    """Names out of JSON with their counts, parts, and whether a count is said: texts in lists, objects with a name,
    objects of counts."""
    if depth > 8:
        return
    if isinstance(data, str):
        yield data, 1, section, False
    elif isinstance(data, list):
        for item in data:
            yield from _walked(item, section, depth + 1)
    elif isinstance(data, dict):
        yield from _walked_object({str(key).casefold(): (key, value) for key, value in data.items()}, section, depth)


def _walked_object(
    members: dict[str, tuple[str, Any]], section: str, depth: int
) -> Iterator[tuple[str, int, str, bool]]:
    """``members`` go from keys in small letters to the keys as written and their values."""
    data = {key: value for key, (_written, value) in members.items()}
    counts = _count_in(data)
    if _is_maybe(data):
        section = MAYBE
    keys = (*_NAME_KEYS, "id") if "id" in data and any(key in data for key in _COUNT_KEYS) else _NAME_KEYS
    named = next((data[key] for key in keys if isinstance(data.get(key), str) and data[key].strip()), None)
    parts = [value for key, value in data.items() if key in _HOLDING or folded(key) in SECTIONS]
    inner = data.get("card")
    if data and all(isinstance(value, int) and 0 < value < 100 for value in data.values()):
        for written, count in members.values():
            yield written, count, section, True
    elif named is not None and not any(isinstance(part, dict | list) for part in parts):
        yield named, counts, section, any(key in data for key in _COUNT_KEYS)
    elif isinstance(linked := data.get("_linked", data.get("included")), dict | list):  # what the deck refers to
        yield from _walked(linked, section, depth + 1)
    elif isinstance(inner, dict):
        for name, count, _section_of_card, _is_counted in _walked(inner, section, depth + 1):
            yield name, max(count, counts), section, True
    else:
        for key, value in data.items():
            part = SECTIONS.get(folded(key).strip(), section)
            part = section if part == DECK and section else part  # the cards of a sideboard
            if key in _ASIDE:
                continue
            if isinstance(value, dict | list) or (isinstance(value, str) and part in (CHAMPION, STRONGHOLD)):
                yield from _walked(value, part, depth + 1)


def _is_maybe(data: dict[str, Any]) -> bool:
    """Whether a card says of itself that somebody only thinks of it, by its categories or its board."""
    categories, board = data.get("categories"), data.get("board")
    said = [*(categories if isinstance(categories, list) else ()), board]
    return any(isinstance(part, str) and SECTIONS.get(folded(part)) == MAYBE for part in said)


def _count_in(data: dict[str, Any]) -> int:
    counts = (data[key] for key in _COUNT_KEYS if key in data)
    return next((int(count) for count in counts if re.fullmatch(r"\d{1,3}", str(count))), 1)


class XmlList(HTMLParser):
    """The cards of a list in XML, as Cockatrice (``.cod``) and Magic Online (``.dek``) write them, or with the names
    between the tags, as OCTGN (``.o8d``) and LackeyCCG (``.dek``) do. A parser of HTML knows no entities but letters,
    and loads nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[ListedLine] = []
        self.zone = ""
        self.inside = ""
        self.card: ListedLine | None = None  # one without a name so far
        self.count = 1  # of that card

    @classmethod
    def read(cls, text: str) -> list[ListedLine]:
        """The lines; none where there is no card in it."""
        parser = cls()
        parser.feed(text)
        return parser.found if any(line.names for line in parser.found) else []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A zone, a card, or what holds the name."""
        attributes = {name: value or "" for name, value in attrs}
        self.inside = {"deckname": NAME, "comments": ABOUT, "name": NAME}.get(tag, "")
        if tag in ("zone", "section", "superzone"):
            self.zone = SECTIONS.get(folded(attributes.get("name", "")), "")
        elif tag in ("card", "cards") and attributes.get("name") and len(self.found) < MAX_LISTED:
            is_side = attributes.get("sideboard", "").casefold() == "true"
            section = LABORATORY if is_side else self.zone
            self._add(ListedLine(self.getpos()[0], "", section=section), attributes["name"], _count_in(attributes))
        elif tag == "card":
            self.card, self.count = ListedLine(self.getpos()[0], "", section=self.zone), _count_in(attributes)
            self.inside = tag

    def _add(self, line: ListedLine, name: str, count: int) -> None:
        names = tuple(ListedName(listed.name, max(count, listed.count)) for listed in names_in(name))
        self.found.append(replace(line, line=name, names=names))

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""
        if tag == "card":
            self.card = None

    def handle_data(self, data: str) -> None:
        """The name of a card or of the deck, or what it is about."""
        words = " ".join(data.split())
        if self.card is not None:
            if self.inside in ("card", NAME) and words and len(self.found) < MAX_LISTED:
                self._add(self.card, words, self.count)
                self.card = None
        elif self.inside and words and all(line.head != self.inside for line in self.found):
            self.found.append(ListedLine(self.getpos()[0], words, head=self.inside, words=words))


_BLOCKS: Final = frozenset(("li", "tr", "p", "div", "br", "ul", "ol", "table", "h1", "h2", "h3", "h4"))


class HtmlLines(HTMLParser):
    """The lines of a list in HTML, each with the number of the line where it begins; cells are apart by tabs."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[tuple[int, str]] = [(1, "")]

    @classmethod
    def read(cls, text: str) -> list[tuple[int, str]]:
        """The lines that hold something."""
        parser = cls()
        parser.feed(text)
        return [(number, line.strip()) for number, line in parser.lines if line.strip()]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begins a line, or a cell."""
        if tag in _BLOCKS:
            self.lines.append((self.getpos()[0], ""))
        elif tag in ("td", "th"):
            self.handle_data("\t")

    def handle_data(self, data: str) -> None:
        """Each line of what stands between tags."""
        first, *others = data.split("\n")
        number, line = self.lines[-1]
        self.lines[-1] = (number, line + first)
        self.lines += [(self.getpos()[0] + at, text) for at, text in enumerate(others, 1)]
