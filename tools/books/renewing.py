"""A page of the shelf with its set's cards as they are now: after a card's values were changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cards.sets import SetFile
from engine.decks.formats.interchange import read_position
from engine.decks.solving.result import UNIQUE, UNIQUE_UP_TO_ORDER
from tools.books.book_file import page_of, write_pages

ONE_SOLUTION: Final = (UNIQUE, UNIQUE_UP_TO_ORDER)


class HoldsNoLonger(ValueError):
    """With the cards as they are now the page has another solution, or another level; the message says which."""


def renewed(page: Mapping[str, Any], file: SetFile) -> dict[str, Any]:
    """The page, as ``edition.bound`` makes it, with the set's cards as they are now, and proved anew.

    Its solution is the one that it had, to the action, since a person has written words about it; so are its verdict
    and its level, which is where it stands in the book. What the tries come to may have changed.
    Raises ``HoldsNoLonger``.
    """
    cards = {card.name.en: card.card.written_out() for card in file.cards}
    position = read_position(_with(cards, page["position"]))
    now = page_of(position, part=page["part"], attempt=page["attempt"])
    before, after = page["answer"], now["answer"]
    if after["verdict"] not in ONE_SOLUTION or after["solutions"] != before["solutions"]:
        raise HoldsNoLonger(f"{page['key']}: {after['verdict']}, not the solution that it had")
    if after["difficulty"]["level"] != before["difficulty"]["level"]:
        raise HoldsNoLonger(f"{page['key']}: level {after['difficulty']['level']}")
    return now


def write_renewed(
    words: Path, proofs: Path, old: Sequence[Mapping[str, Any]], pages: Sequence[Mapping[str, Any]]
) -> None:
    """Writes a book's pages in the place of its ``old`` ones, one for one, and their keys into the file of words."""
    text = words.read_text(encoding="utf-8")
    for before, page in zip(old, pages, strict=True):
        text = text.replace(f'"{before["key"]}"', f'"{page["key"]}"')
    write_pages(proofs, pages)
    words.write_text(text, encoding="utf-8")


def _with(cards: Mapping[str, Mapping[str, Any]], data: Any) -> Any:
    """A position's JSON with these cards, by their English names, wherever it writes one of them out."""
    if isinstance(data, list):
        return [_with(cards, item) for item in data]
    if not isinstance(data, dict):
        return data
    if "cost" in data:
        return {**data, **cards.get(data["name"], {})}
    return {key: _with(cards, value) for key, value in data.items()}
