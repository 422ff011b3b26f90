"""A line of a list of cards as other programs and people write it, taken apart without knowing which cards there are.

It may be a card with what that program puts beside it (a count, the set and its number, a category, a bullet), the
heading of a part, a comment. What of a line is the card's name nobody can tell who does not know the cards, so a
``ListedLine`` has all that may be one, the longest first.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from accounts.pasted_text import readings, unwrapped
from cards.folding import folded

DECK, LABORATORY, CHAMPION, STRONGHOLD = "deck", "laboratory", "champion", "stronghold"
MAYBE = "maybe"  # cards that somebody thinks of: no part of the deck
OTHER = "other"  # things beside the cards: what of them is no card is left out
NAME, ABOUT = "name", "about"
MAX_FORMS: Final = 40  # of a line that may be the name of a card
MAX_COPIES: Final = 9  # of a card that lists ask for: a larger number counts something else
MAX_LINE: Final = 600  # characters of a line of which more than the whole may be a name
SECTIONS: Final = {
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
            *("sideboard", "side board", "side", "sb", "laboratory", "lab", "laboratoire", "labo"),
            *("reserve", "side deck", "sidedeck", "wishboard"),
        ),
        LABORATORY,
    ),
    **dict.fromkeys(("maybeboard", "maybe board", "maybe", "considering", "peut-etre", "a envisager"), MAYBE),
    **dict.fromkeys(
        (
            "champion",
            "champions",
            "commander",
            "commanders",
            "commandant",
            "leader",
            "leaders",
            "hero",
            "heros",
            "companion",
        ),
        CHAMPION,
    ),
    **dict.fromkeys(("stronghold", "strongholds", "forteresse", "forteresses", "bastion", "fort"), STRONGHOLD),
    **dict.fromkeys(
        ("dice", "des", "base", "bases", "token", "tokens", "jeton", "jetons", "energy", "energie", "runes"), OTHER
    ),
}
# What may stand before a colon, with what follows it.
HEADS: Final = {
    **{word: section for word, section in SECTIONS.items() if section not in (DECK, OTHER)},
    **dict.fromkeys(("deck", "name", "jeu", "nom", "title", "titre", "deck name", "nom du jeu"), NAME),
    **dict.fromkeys(("about", "description", "a propos", "comment", "comments"), ABOUT),
}
_HEAD: Final = re.compile(r"([^\W\d_][^:=/]{1,15}?)\s*[:=]\s*(.*)")
_COMMENT: Final = re.compile(  # the last one: what stands under the heads of a table
    r"(?:#|//|--\s|;|/\*|<!--|```|~~~|={3,}|-{3,}|_{3,}|\*{3,}|LAYOUT\s|[|\s:+-]{3,}\Z)"
)
_NAME_COLUMNS: Final = frozenset(("name", "card", "card name", "card title", "nom", "carte"))
_COLUMNS: Final = frozenset(
    (
        *("count", "qty", "quantity", "amount", "number", "copies", "name", "card", "card name", "set", "edition"),
        *("collector number", "foil", "condition", "language", "type", "cost", "zone", "board", "section", "category"),
        *("nombre", "quantite", "nom", "carte", "extension", "set code", "set name", "id", "rarity", "tags", "n", "#"),
        *("card title", "house", "expansion", "aspect", "faction", "cost", "keywords"),
    )
)
_PARTS: Final = frozenset(("board", "zone", "section", "part", "partie"))  # a column of these names parts of a deck
_MAYBE_COLUMN: Final = "maybeboard"  # and this one says of each card whether it is in it
_BULLET: Final = re.compile(
    r"(?:[-*+\u2022\u00b7\u25aa\u25e6\u2023\u25cf\u25cb\u25a1\u2610-\u2612\u2713\u2714\u2043>~\u2013\u2014]"
    r"|[\u25a0-\u27bf\ufe0f\U0001f000-\U0001faff]{1,9}|\[[ xX\u2713]?\]|\d{1,3}[.)])\s*(?=\S)"
)
_COUNT: Final = re.compile(r"[(\[]?(\d{1,3})[)\]]?\s*(?:[xX\u00d7]\s*|\s)(?=\S)|[xX\u00d7]\s?(\d{1,3})\s+(?=\S)")
_COUNT_BEHIND: Final = re.compile(
    r"(?<=\S)\s*(?:[(\[]\s*[xX\u00d7]?\s*(\d{1,3})\s*[xX\u00d7]?\s*[)\]]|\s[xX\u00d7]\s?(\d{1,3})"
    r"|\s(\d{1,3})\s?[xX\u00d7]|\s*[:=\t]\s*(\d{1,3}))\Z"
)
_BEHIND: Final = re.compile(  # a set with its number, a mark, a category, values, a comment, decoration
    r"(?<=\S)\s*(?:(?:\([^()]{0,60}\)|\[[^\[\]]{0,60}\]|\{[^{}]{0,60}\}|<[^<>]{0,60}>)"
    r"(?:\s*[A-Za-z]{0,5}-?\d{1,4}[a-z\u2605\u2020]?)?"
    r"|\s(?i:common|uncommon|rare|epic|legendary|mythic|special|promo|fixed|variant|commune|peu commune)"
    r"|\s[A-Z]{1,5}\d{0,3}-[A-Z]{0,3}\d{1,4}[a-z]?|\s\*[A-Za-z-]{1,10}\*|\^[^^]{0,60}\^|~[^~]{0,60}~|\s[A-Z0-9]{2,5}\s#?\d{1,4}(?:\s[A-Z]{1,3})?|\s#.{0,200}|\s\d{1,2}/\d{1,2}"
    r"|\s//.{0,200}|\s--?\s.{0,200}|\s[\u2013\u2014]\s.{0,200}|\|.{0,200}|[^\w\s()\[\]{}<>]{1,9})\Z"
)
_BEFORE: Final = re.compile(
    r"(?:A-|[Cc]op(?:y|ies) of\s+|[Ee]xemplaires? de\s+|[(\[{<][^()\[\]{}<>]{1,16}[)\]}>]\s*"
    r"|[A-Z0-9]{2,5}(?:[_-][A-Z0-9]{1,5}){0,6}\s+)"
    r"(?=[^\s(])"
)
_SECTION_MARK: Final = re.compile(r"(?:SB|MB|SIDE|MAIN)\s*:\s*(?=\S)", re.IGNORECASE)
CODE: Final = re.compile(r"[A-Z]{2,6}(?:[_-]?[A-Z0-9]{1,5}){0,6}[_-]?\d{2,4}[a-z]?")  # of a card in another game
_LIST: Final = re.compile(r"\w{1,20}\s*[:=]\s*\[(.*)\]\s*,?")  # as YAML and TOML write one
_KEY: Final = re.compile(r"(?:name|card|card name|title|nom|carte)\s*[:=]\s*(?=\S)", re.IGNORECASE)
_LABEL: Final = re.compile(r"!?\[([^\[\]]{1,200})\]\([^()]{0,400}\)")
_ADDRESS: Final = re.compile(r"(?:https?://|www\.)\S+")
_DECORATION: Final = " \t[](){}#!/*=-~_<>:\"'`\u2022.\u2013\u2014|"
_SIGNS: Final = re.compile(r"\A\W+|\W+\Z")
_HEADING_COUNT: Final = re.compile(r"[\s:(\[]+\d{1,3}(?:/\d{1,3})?[)\]]?(?:\s*(?:cards?|cartes?))?\s*$")
_HEADING: Final = re.compile(
    r"\[.+\]|.*:|[^\W\d][^:/]{1,30}:\s+[^:]{1,60}|[=#*_]{2,}.+|-{2,}.+|.+\(\d{1,3}\)|//.*|\*.+\*"
)
_TOTAL: Final = re.compile(
    r"\W*(?:total\W*)?(?:cards?\W*|cartes?\W*)?\d{1,3}\s*(?:cards?|cartes?)?(?:\s*total)?\W*"
    r"|\W*\d{1,3}\s+(?:cards?|cartes?)\W.*",
    re.IGNORECASE,
)
_LEADER: Final = re.compile(r"\*CMDR\*|\[Commander\b", re.IGNORECASE)
_ASIDE: Final = re.compile(r"\[(?:[^\[\]]*,)?(?:(Sideboard)|Maybeboard)\b", re.IGNORECASE)


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
    looks like the heading of a part that is unknown. ``counted`` says where a count of a few copies stands: "before"
    the name, "behind" it, or "beside" it in data; "bullet" is a line with a bullet alone.
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
    counted: str = ""
    cells: tuple[ListedLine, ...] = ()


@dataclass(frozen=True, slots=True)
class PartColumn:
    """The column of a table that says to which part of the deck a row belongs: what separates it, and its place. It
    names the part, or says ``true`` of what is only thought of (``is_maybe``)."""

    sign: str
    place: int
    is_maybe: bool = False

    @classmethod
    def under(cls, line: str) -> PartColumn | None:
        """The one that these headings have; None where the line is none of headings or they have none."""
        if not _are_columns(line.strip()):
            return None
        for sign in "\t;,|":
            heads = [folded(cell.strip()) for cell in _row(line, sign)]
            for at, head in enumerate(heads if len(heads) > 1 else ()):
                if head in _PARTS or head == _MAYBE_COLUMN:
                    return cls(sign, at, head == _MAYBE_COLUMN)
        return None

    def part_of(self, line: str) -> str:
        """The part that a row names; "" where it names none that is known."""
        cells = _row(line, self.sign)
        said = folded(cells[self.place].strip()) if len(cells) > self.place else ""
        if self.is_maybe:
            return MAYBE if said == "true" else ""
        return SECTIONS.get(said, "")


def line_of(number: int, line: str) -> ListedLine:
    text = line.strip("\ufeff \t")
    if len(text) > MAX_LINE:
        return ListedLine(number, line, (ListedName(text),), is_silent=text.startswith(("#", "//")))
    if listed := _LIST.fullmatch(text):
        text = line = listed[1]
    head, words = _head(text.removeprefix("//").strip())
    if words and head in (NAME, ABOUT):
        return ListedLine(number, line, head=head, words=words)
    if words and head in (CHAMPION, STRONGHOLD):
        return ListedLine(number, line, tuple(names_in(words)), head=head, words=words)
    is_comment = not text or _COMMENT.match(text) is not None
    is_note = text.startswith(("#", "//"))
    names = () if is_note else (*names_in(text), *(names_in(words) if head in (LABORATORY, MAYBE) else ()))
    aside = _ASIDE.search(text)
    return ListedLine(
        number,
        line,
        tuple(names),
        section=head
        if head in (LABORATORY, MAYBE) and words
        else (LABORATORY if aside[1] else MAYBE)
        if aside
        else CHAMPION
        if _LEADER.search(text)
        else "",
        begins=_section(text),
        is_silent=is_comment
        or bool(head)
        or _are_columns(text)
        or _is_pair(text)
        or bool(_TOTAL.fullmatch(text))
        or text in ("About", "À propos"),
        is_heading=_HEADING.fullmatch(text) is not None or _ADDRESS.search(text) is not None,
        counted=_counted(text),
        cells=tuple(line_of(number, cell) for cell, _count in _cells(text, 1))
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
        _SIGNS.sub("", text),
    ):
        if section := SECTIONS.get(folded(" ".join(heading.split()))):
            return section
    return ""


def _counted(text: str) -> str:
    bare = _SECTION_MARK.sub("", text, count=1)
    bullet = _BULLET.match(bare)
    before = _COUNT.match(bare) or _COUNT.match(bare, bullet.end() if bullet else 0)
    for place, match in (("before", before), ("behind", _COUNT_BEHIND.search(bare))):
        if match and int(next(filter(None, match.groups()))) <= MAX_COPIES:
            return place
    return "bullet" if bullet else ""


def _is_pair(text: str) -> bool:
    """Whether this says something of the card above it: ``count: 1``."""
    key, colon, value = _BULLET.sub("", text, count=1).partition(":")
    return bool(colon and value.strip()) and folded(key.strip()) in _COLUMNS - _NAME_COLUMNS


def _are_columns(text: str) -> bool:
    """Whether this is the first line of a table."""
    cells = [folded(cell.strip(" \"'")) for cell in re.split(r"[,;\t|]", text.strip("| "))]
    cells = [cell.replace("_", " ") for cell in cells]
    known = [cell in _COLUMNS for cell in cells]
    return (len(cells) > 1 and all(known)) or not _NAME_COLUMNS.isdisjoint(cells)


def names_in(text: str) -> Iterator[ListedName]:
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
    for before in (_SECTION_MARK, _BULLET, _BEFORE, _KEY):
        if match := before.match(text):
            yield text[match.end() :], count
    if match := _COUNT.match(text):
        many = match[1] or match[2]
        yield text[match.end() :], count if many.startswith("0") else int(many)  # 001 is the number of the card
    if match := _COUNT_BEHIND.search(text):
        yield text[: match.start()], int(next(filter(None, match.groups())))
    if match := _BEHIND.search(text):
        yield text[: match.start()], count
    yield from _cells(text, count)


def _row(text: str, sign: str) -> list[str]:
    """The cells of a row; none of a line that is no row."""
    try:
        return next(csv.reader([text], delimiter=sign, skipinitialspace=True), [])
    except csv.Error:
        return []


def _cells(text: str, count: int) -> Iterator[tuple[str, int]]:
    """The cells of a row of a table that may be a name; a number in the first one is the count."""
    for sign in "\t;,|":
        if sign not in text:
            continue
        cells = _row(text, sign)
        first = cells[0].strip().rstrip("xX\u00d7") if cells else ""
        many = int(first) if first.isascii() and first.isdigit() and len(first) <= 3 else count
        for cell in cells:
            if any(letter.isalpha() for letter in cell):
                yield cell, many


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
    if line.head or (line.section in (LABORATORY, MAYBE) and ":" in before):
        before = before.partition(":")[2]
    before = _BULLET.sub("", f"{before.strip()} .", count=1)
    before = _COUNT.sub("", _BULLET.sub("", _SECTION_MARK.sub("", before, count=1), count=1), count=1).rstrip(" .")
    after = _COUNT_BEHIND.sub("", f".{after.rstrip()}", count=1).lstrip(".")
    if line.section == CHAMPION:  # which was understood
        after = after.replace("*CMDR*", "").rstrip()
    if re.match(r"\s*(#|//)", after):  # a comment
        after = ""
    parts = (part.strip(" \t,;|`\"'") for part in (before, after))
    parts = (part.strip("[]|") if part.count("[") != part.count("]") else part for part in parts)
    return " ".join(part for part in parts if any(letter.isalpha() for letter in part))


def texts_of(lines: Iterable[ListedLine]) -> set[str]:
    """All that may be the name of a card."""
    return {named.name for line in lines for part in (line, *line.cells) for named in part.names}
