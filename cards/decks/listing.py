"""Lists of cards as other programs and people write them, taken apart without knowing which cards there are.

A line may be a card with what that program puts beside it (a count, the set and its number, a category, a bullet), the
heading of a part, a comment. What of a line is the card's name nobody can tell who does not know the cards, so a
``ListedLine`` has all that may be one, the longest first.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any, Final

from accounts.pasted_text import readings, unwrapped
from cards.folding import folded

DECK, LABORATORY, CHAMPION, STRONGHOLD = "deck", "laboratory", "champion", "stronghold"
NAME, ABOUT = "name", "about"
MAX_FORMS: Final = 40  # of a line that may be the name of a card
MAX_LINE: Final = 600  # characters of a line of which more than the whole may be a name
MAX_LISTED: Final = 400  # cards that are read out of JSON or XML
_SECTIONS: Final = {
    **dict.fromkeys(
        (
            *("deck", "main", "mainboard", "main deck", "maindeck", "main board", "cards", "creature", "creatures"),
            *("incantation", "incantations", "spell", "spells", "instants", "sorceries", "instant", "sorcery", "mb"),
            *("jeu", "cartes", "paquet", "principal", "sort", "sorts", "sortileges", "decklist", "deck list", "liste"),
        ),
        DECK,
    ),
    **dict.fromkeys(
        (
            *("sideboard", "side board", "side", "sb", "laboratory", "lab", "laboratoire", "labo", "maybeboard"),
            *("reserve", "considering", "maybe", "side deck", "sidedeck", "wishboard"),
        ),
        LABORATORY,
    ),
    **dict.fromkeys(
        ("champion", "champions", "commander", "commanders", "commandant", "leader", "hero", "heros", "companion"),
        CHAMPION,
    ),
    **dict.fromkeys(("stronghold", "strongholds", "forteresse", "forteresses", "bastion", "fort"), STRONGHOLD),
}
# What may stand before a colon, with what follows it.
HEADS: Final = {
    **{word: section for word, section in _SECTIONS.items() if section != DECK},
    **dict.fromkeys(("deck", "name", "jeu", "nom", "title", "titre", "deck name", "nom du jeu"), NAME),
    **dict.fromkeys(("about", "description", "a propos", "comment", "comments"), ABOUT),
}
_HEAD: Final = re.compile(r"([^\W\d_][^:=/]{1,15}?)\s*[:=]\s*(.*)")
_COMMENT: Final = re.compile(  # the last one: what stands under the heads of a table
    r"(?:#|//|--\s|;|/\*|<!--|```|~~~|={3,}|-{3,}|_{3,}|\*{3,}|LAYOUT\s|[|\s:+-]{3,}\Z)"
)
_NAME_COLUMNS: Final = frozenset(("name", "card", "card name", "nom", "carte"))
_COLUMNS: Final = frozenset(
    (
        *("count", "qty", "quantity", "amount", "number", "copies", "name", "card", "card name", "set", "edition"),
        *("collector number", "foil", "condition", "language", "type", "cost", "zone", "board", "section", "category"),
        *("nombre", "quantite", "nom", "carte", "extension", "set code", "set name", "id", "rarity", "tags", "n", "#"),
    )
)
_BULLET: Final = re.compile(
    r"(?:[-*+\u2022\u00b7\u25aa\u25e6\u2023\u25cf\u25cb\u25a1\u2610-\u2612\u2713\u2714\u2043>~\u2013\u2014]"
    r"|\[[ xX\u2713]?\]|\d{1,3}[.)])\s*(?=\S)"
)
_COUNT: Final = re.compile(r"[(\[]?(\d{1,3})[)\]]?\s*(?:[xX\u00d7]\s*|\s)(?=\S)|[xX\u00d7]\s?(\d{1,3})\s+(?=\S)")
_COUNT_BEHIND: Final = re.compile(
    r"(?<=\S)\s*(?:[(\[]\s*[xX\u00d7]?\s*(\d{1,3})\s*[xX\u00d7]?\s*[)\]]|\s[xX\u00d7]\s?(\d{1,3})"
    r"|\s(\d{1,3})\s?[xX\u00d7]|\s*[:=\t]\s*(\d{1,3}))\Z"
)
_BEHIND: Final = re.compile(  # a set with its number, a mark, a category, values, a comment, decoration
    r"(?<=\S)\s*(?:(?:\([^()]{0,60}\)|\[[^\[\]]{0,60}\]|\{[^{}]{0,60}\}|<[^<>]{0,60}>)"
    r"(?:\s*[A-Za-z]{0,5}-?\d{1,4}[a-z\u2605\u2020]?)?"
    r"|\s\*[A-Za-z-]{1,10}\*|\^[^^]{0,60}\^|~[^~]{0,60}~|\s[A-Z0-9]{2,5}\s#?\d{1,4}|\s#.{0,200}|\s\d{1,2}/\d{1,2}"
    r"|\s//.{0,200}|\s--?\s.{0,200}|\s[\u2013\u2014]\s.{0,200}|\|.{0,200}|[^\w\s()\[\]{}<>]{1,9})\Z"
)
_BEFORE: Final = re.compile(r"(?:A-|[(\[{<][^()\[\]{}<>]{1,16}[)\]}>]\s*|[A-Z0-9]{2,5}\s+)(?=[^\s(])")
_SECTION_MARK: Final = re.compile(r"(?:SB|MB|SIDE|MAIN)\s*:\s*(?=\S)", re.IGNORECASE)
_LABEL: Final = re.compile(r"!?\[([^\[\]]{1,200})\]\([^()]{0,400}\)")
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+")
_DECORATION: Final = " \t[](){}#!/*=-~_<>:\"'`\u2022.\u2013\u2014|"
_HEADING_COUNT: Final = re.compile(r"[\s:(\[]+\d{1,3}(?:/\d{1,3})?[)\]]?(?:\s*(?:cards?|cartes?))?\s*$")
_HEADING: Final = re.compile(r"\[.+\]|.*:|[=#*_]{2,}.+|-{2,}.+|.+\(\d{1,3}\)|//.*|\*.+\*")
_TOTAL: Final = re.compile(
    r"\W*(?:total\W*)?(?:cards?\W*|cartes?\W*)?\d{1,3}\s*(?:cards?|cartes?)?(?:\s*total)?\W*", re.IGNORECASE
)
_COMMENTED: Final = re.compile(r"#+\s*\d{1,2}x\s")
_CODE: Final = re.compile(r"[A-Za-z0-9+/=_-]{8,}")
_LEADER: Final = re.compile(r"\*CMDR\*|\[Commander\b", re.IGNORECASE)
_ASIDE: Final = re.compile(r"\[(?:Sideboard|Maybeboard)\b", re.IGNORECASE)
_NAMED: Final = re.compile(r"(?:Name|Nom)\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class ListedName:
    """What may be the name of a card in a line, and how many of it that line then asks for."""

    name: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line: its ``number`` from 1, how it reads, and all that it may be; what is empty it is not.

    ``head`` is one of the constants above, with ``words`` behind it; ``names`` may be those of a card, which belongs to
    the part ``section`` where the line itself says so, and its ``cells`` may be cards each. If it is no card,
    ``begins`` is the part whose heading it is, ``is_silent`` says that nobody misses it, and ``is_heading`` that it
    looks like the heading of a part that is unknown.
    """

    number: int
    line: str
    names: tuple[ListedName, ...] = ()
    head: str = ""
    words: str = ""
    section: str = ""
    begins: str = ""
    is_silent: bool = False
    is_heading: bool = False
    cells: tuple[ListedLine, ...] = ()


def listed_in(text: str) -> list[ListedLine]:
    """The lines of a list in whatever form."""
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start in ("{", "[") and (data := _json(text)) is not None:
        return list(_of_json(data, text))
    if start == "<" and (listed := _XmlList.read(text)):
        return listed
    lines = text.replace("\0", " ").removeprefix("\ufeff").splitlines()
    if commented := _all_commented(lines):
        return commented
    about = False
    listed = []
    for number, line in enumerate(lines, 1):
        named = _NAMED.fullmatch(line.strip()) if about else None
        listed.append(ListedLine(number, line, head=NAME, words=named[1]) if named else _line(number, line))
        about = folded(line.strip()) == ABOUT or (about and not line.strip())
    return listed


def _all_commented(lines: list[str]) -> list[ListedLine]:
    """The cards of a list that is written as comments around a code, and its name; empty for other lists."""
    stripped = [line.strip() for line in lines if line.strip()]
    if not any(map(_COMMENTED.match, stripped)) or not all(
        line.startswith("#") or _CODE.fullmatch(line) for line in stripped
    ):
        return []
    listed = []
    for number, line in enumerate(lines, 1):
        if _COMMENTED.match(line.strip()):
            listed.append(_line(number, line.strip().lstrip("# ")))
        elif line.startswith("###"):
            listed.append(ListedLine(number, line, head=NAME, words=line.lstrip("# ")))
    return listed


def _line(number: int, line: str) -> ListedLine:
    text = line.strip("\ufeff \t")
    if len(text) > MAX_LINE:
        return ListedLine(number, line, (ListedName(text),), is_silent=text.startswith(("#", "//")))
    head, words = _head(text.removeprefix("//").strip())
    if words and head in (NAME, ABOUT):
        return ListedLine(number, line, head=head, words=words)
    if words and head in (CHAMPION, STRONGHOLD):
        return ListedLine(number, line, tuple(_names(words)), head=head, words=words)
    is_comment = not text or _COMMENT.match(text) is not None
    is_note = text.startswith(("#", "//"))
    names = () if is_note else (*_names(text), *(_names(words) if head == LABORATORY else ()))
    return ListedLine(
        number,
        line,
        tuple(names),
        section=LABORATORY
        if (head == LABORATORY and words) or _ASIDE.search(text)
        else CHAMPION
        if _LEADER.search(text)
        else "",
        begins=_section(text),
        is_silent=is_comment or bool(head) or _are_columns(text) or bool(_TOTAL.fullmatch(text)) or text == "About",
        is_heading=_HEADING.fullmatch(text) is not None or _ADDRESS.search(text) is not None,
        cells=tuple(_line(number, cell) for cell, _count in _cells(text, 1))
        if re.search("[,;\t].*[^\\W\\d]", text)
        else (),
    )


def _head(text: str) -> tuple[str, str]:
    match = _HEAD.fullmatch(text)
    head = HEADS.get(folded(match[1]), "") if match else ""
    return (head, match[2].strip()) if match and head else ("", "")


def _section(text: str) -> str:
    """The part whose heading this is; empty where it is none that is known."""
    bare = text.strip(_DECORATION)
    for heading in (
        bare,
        _HEADING_COUNT.sub("", text).strip(_DECORATION),
        _HEADING_COUNT.sub("", bare).strip(_DECORATION),
    ):
        if section := _SECTIONS.get(folded(" ".join(heading.split()))):
            return section
    return ""


def _are_columns(text: str) -> bool:
    """Whether this is the first line of a table."""
    cells = [folded(cell.strip(" \"'")) for cell in re.split(r"[,;\t|]", text.strip("| "))]
    known = [cell in _COLUMNS for cell in cells]
    return len(cells) > 1 and (all(known) or (sum(known) > 1 and not _NAME_COLUMNS.isdisjoint(cells)))


def _names(text: str) -> Iterator[ListedName]:
    """All that may be the name of a card, with ever more taken away around it."""
    forms: dict[str, int] = {}
    waiting: list[tuple[str, int]] = [(form, 1) for form in readings(text)]
    while waiting and len(forms) < MAX_FORMS:
        form, count = waiting.pop(0)
        form = form.strip()
        if form in forms or not any(letter.isalnum() for letter in form):
            continue
        forms[form] = count
        yield ListedName(form, count)
        waiting += _smaller(form, count)


def _smaller(text: str, count: int) -> Iterator[tuple[str, int]]:
    """The text without one of the things that may stand around a card's name, each with the count that it has then."""
    if label := _LABEL.search(text):
        yield label[1], count
    if text.startswith("[[") and "]]" in text:
        yield text[2 : text.index("]]")], count
    if (bare := unwrapped(text)) != text:
        yield bare, count
    for before in (_SECTION_MARK, _BULLET, _BEFORE):
        if match := before.match(text):
            yield text[match.end() :], count
    if match := _COUNT.match(text):
        yield text[match.end() :], int(match[1] or match[2])
    if match := _COUNT_BEHIND.search(text):
        yield text[: match.start()], int(next(filter(None, match.groups())))
    if match := _BEHIND.search(text):
        yield text[: match.start()], count
    yield from _cells(text, count)


def _cells(text: str, count: int) -> Iterator[tuple[str, int]]:
    """The cells of a row of a table that may be a name; a number in the first one is the count."""
    for sign in "\t;,":
        if sign not in text:
            continue
        try:
            cells = next(csv.reader([text], delimiter=sign, skipinitialspace=True), [])
        except csv.Error:
            continue
        first = cells[0].strip().rstrip("xX\u00d7") if cells else ""
        many = int(first) if first.isascii() and first.isdigit() and len(first) <= 3 else count
        for cell in cells:
            if any(letter.isalpha() for letter in cell):
                yield cell, many


# JSON and XML


def _json(text: str) -> Any:
    try:
        return json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


_NAME_KEYS: Final = ("reference", "name", "card_name", "cardname", "title", "card", "nom", "carte")
_COUNT_KEYS: Final = ("count", "quantity", "qty", "number", "amount", "copies")


def _of_json(data: Any, text: str) -> Iterator[ListedLine]:
    walked = list(_walked(data, "", 0))[:MAX_LISTED]
    while isinstance(data, dict) and len(data) == 1 and isinstance(inner := next(iter(data.values())), dict):
        data = inner
    if isinstance(data, dict):
        if isinstance(name := next((data[key] for key in ("name", "title", "nom") if key in data), None), str):
            yield ListedLine(1, name, head=NAME, words=name)
        if isinstance(about := next((data[key] for key in ("about", "description") if key in data), None), str):
            yield ListedLine(1, about, head=ABOUT, words=about)
    for name, count, section in walked:
        at = text.find(json.dumps(name, ensure_ascii=False)[1:-1])
        number = text.count("\n", 0, max(at, 0)) + 1
        names = tuple(ListedName(listed.name, max(listed.count, count)) for listed in _names(name))
        head = section if section in (CHAMPION, STRONGHOLD) else ""
        yield ListedLine(number, name, names, head=head, words=name if head else "", section=section)


def _walked(data: Any, section: str, depth: int) -> Iterator[tuple[str, int, str]]:
    """Names with their counts and parts out of JSON: texts in lists, objects with a name, objects of counts."""
    if depth > 8:
        return
    if isinstance(data, str):
        yield data, 1, section
    elif isinstance(data, list):
        for item in data:
            yield from _walked(item, section, depth + 1)
    elif isinstance(data, dict):
        named = next((data[key] for key in _NAME_KEYS if isinstance(data.get(key), str)), None)
        parts = (value for key, value in data.items() if key == "boards" or folded(key) in _SECTIONS)
        inner = data.get("card")
        if data and all(isinstance(value, int) for value in data.values()):
            for name, count in data.items():
                yield name, count, section
        elif named is not None and not any(isinstance(part, dict | list) for part in parts):
            yield named, _count_in(data), section
        elif isinstance(inner, dict):
            for name, count, _section_of_card in _walked(inner, section, depth + 1):
                yield name, max(count, _count_in(data)), section
        else:
            for key, value in data.items():
                part = _SECTIONS.get(folded(key).strip(), section)
                part = section if part == DECK and section else part  # the cards of a sideboard
                if isinstance(value, dict | list) or (isinstance(value, str) and part in (CHAMPION, STRONGHOLD)):
                    yield from _walked(value, part, depth + 1)


def _count_in(data: dict[str, Any]) -> int:
    counts = (data[key] for key in _COUNT_KEYS if key in data)
    return next((int(count) for count in counts if re.fullmatch(r"\d{1,3}", str(count))), 1)


class _XmlList(HTMLParser):
    """The cards of a list in XML, as Cockatrice (``.cod``) and Magic Online (``.dek``) write them. A parser of HTML
    knows no entities but letters, and loads nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[ListedLine] = []
        self.zone = ""
        self.inside = ""

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
        if tag in ("zone", "section"):
            self.zone = _SECTIONS.get(folded(attributes.get("name", "")), "")
        elif tag in ("card", "cards") and attributes.get("name") and len(self.found) < MAX_LISTED:
            is_side = attributes.get("sideboard", "").casefold() == "true"
            count = _count_in(attributes)
            names = tuple(ListedName(listed.name, max(count, listed.count)) for listed in _names(attributes["name"]))
            section = LABORATORY if is_side else self.zone
            self.found.append(ListedLine(self.getpos()[0], attributes["name"], names, section=section))

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        """The name of the deck, or what it is about."""
        words = " ".join(data.split())
        if self.inside and words and all(line.head != self.inside for line in self.found):
            self.found.append(ListedLine(self.getpos()[0], words, head=self.inside, words=words))


_NOTE: Final = re.compile(r"\s(?:#|//|--?\s|[\u2013\u2014]\s).*|\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_JOINING: Final = frozenset(("and", "et", "with", "avec", "or", "ou", "then", "puis", "plus", "x"))


def sentence_of(line: ListedLine) -> str:
    """A line as it may name several cards, without notes and brackets: what stands there says something of a card."""
    return _NOTE.sub(" ", line.line)


def stands_alone(before: str, after: str) -> bool:
    """Whether what stands around a name in a line cannot belong to a longer name."""
    return _ends_there(before, before[-1:].isspace(), -1) and _ends_there(after, after[:1].isspace(), 0)


def _ends_there(text: str, is_spaced: bool, nearest: int) -> bool:
    words = text.split()
    if not words or words[nearest].casefold() in _JOINING or re.fullmatch(r"\d{1,3}[xX]?", words[nearest]):
        return True
    letter = words[nearest][nearest]
    return not letter.isalnum() and (is_spaced or letter not in "-'\u2019")


def skipped_of(line: ListedLine, named: ListedName) -> str:
    """What of a card's line is neither its name nor a count nor a bullet: what another program says beside it."""
    before, name_in_line, after = line.line.partition(named.name)
    if not name_in_line:
        return ""
    if line.head or (line.section == LABORATORY and ":" in before):
        before = before.partition(":")[2]
    before = _BULLET.sub("", f"{before.strip()} .", count=1)
    before = _COUNT.sub("", _BULLET.sub("", _SECTION_MARK.sub("", before, count=1), count=1), count=1).rstrip(" .")
    after = _COUNT_BEHIND.sub("", f".{after.rstrip()}", count=1).lstrip(".")
    if re.match(r"\s*(#|//)", after):  # a comment
        after = ""
    parts = (part.strip(" \t,;|`\"'") for part in (before, after))
    parts = (part.strip("[]|") if part.count("[") != part.count("]") else part for part in parts)
    return " ".join(part for part in parts if any(letter.isalpha() for letter in part))


def texts_of(lines: Iterable[ListedLine]) -> set[str]:
    """All that may be the name of a card."""
    return {named.name for line in lines for part in (line, *line.cells) for named in part.names}
