"""A book's order: pages, and titles of parts between them. Pure: what is changed is a list of entries.

A title stands before a page. A page that goes past a title goes from one part into the next, while its number stays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

NO_TITLE: Final = ("", "")
Titles = tuple[str, str]  # in English, in French


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A page by its key, and the titles of the part that begins with it."""

    key: int
    titles: Titles = NO_TITLE

    @property
    def begins(self) -> bool:
        """Whether a part begins here."""
        return any(self.titles)


Outline = tuple[OutlineEntry, ...]
_Item = int | Titles  # a page's key, or a title that stands by itself


def find(outline: Outline, key: int) -> int:
    """The place of a page, from 0. Raises ``KeyError`` for a page that is not there."""
    for place, entry in enumerate(outline):
        if entry.key == key:
            return place
    raise KeyError(key)


def step(outline: Outline, key: int, by: int) -> Outline:
    """Moves a page by one, ``by`` being -1 or 1: past its neighbour, or past the title between them."""
    items = _items(outline)
    at = items.index(key)
    to = at + by
    if not 0 <= to < len(items):
        return outline
    items[at], items[to] = items[to], items[at]
    return _entries(items)


def move(outline: Outline, key: int, place: int) -> Outline:
    """Moves a page to a place, from 0: into the part of the page that stands there now, on whose far side it comes."""
    here, place = find(outline, key), min(max(place, 0), len(outline) - 1)
    if place == here:
        return outline
    items = _items(outline)
    items.remove(key)
    target = items.index(outline[place].key)
    items.insert(target + (1 if place > here else 0), key)
    return _entries(items)


def remove(outline: Outline, key: int) -> Outline:
    """Takes a page out; the title of its part passes to the next page of that part."""
    items = _items(outline)
    items.remove(key)
    return _entries(items)


def entitle(outline: Outline, key: int, titles: Titles) -> Outline:
    """Lets a part of this title begin with a page; with empty titles none begins there any more."""
    place = find(outline, key)
    return (*outline[:place], replace(outline[place], titles=titles), *outline[place + 1 :])


def _items(outline: Outline) -> list[_Item]:
    items: list[_Item] = []
    for entry in outline:
        items += [entry.titles, entry.key] if entry.begins else [entry.key]
    return items


def _entries(items: list[_Item]) -> Outline:
    """Back to entries. A title stays before the page that comes next; a part that is left without a page is gone."""
    entries: list[OutlineEntry] = []
    waiting = NO_TITLE
    for item in items:
        if isinstance(item, tuple):
            waiting = item
        else:
            entries.append(OutlineEntry(item, waiting))
            waiting = NO_TITLE
    return tuple(entries)


def lost(before: Outline, after: Outline) -> list[Titles]:
    """The titles of parts that have gone with a change."""
    remaining = [entry.titles for entry in after]
    return [entry.titles for entry in before if entry.begins and entry.titles not in remaining]
