"""Pages in the place of those that hold no longer after a card's values were changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cards.sets import SetFile
from tools.books.book_file import bound
from tools.books.candidates import Candidate, compose, composed
from tools.books.choosing import NO_PLAYS, TooFew
from tools.books.recipes import parts_of


def replaced(
    pages: Sequence[Mapping[str, Any] | None], old: Sequence[Mapping[str, Any]], file: SetFile, taken: Iterable[str]
) -> list[Mapping[str, Any]]:
    """A book's pages with new ones where there is ``None``, each of the part and the level of the ``old`` one.

    Candidates are composed for those parts with the set's cards as they are now. ``taken`` are the likenesses of other
    books' pages. Raises ``TooFew`` if a part has no candidate that fits.
    """
    lost = {page["part"] for now, page in zip(pages, old, strict=True) if now is None}
    with TemporaryDirectory() as folder:
        parts = [part for part in parts_of(file) if part.name in lost]
        for _progress in compose(Path(folder), file, parts):
            pass
        candidates = composed(Path(folder), file)
    known = {*taken, *(page["likeness"] for page in pages if page is not None)}
    whole = list(pages)
    for place, page in enumerate(old):
        if whole[place] is None:
            beside = [page["likeness"] for page in whole[max(place - 1, 0) : place + 2] if page is not None]
            whole[place] = new = _successor(page, candidates, known, beside)
            known.add(new["likeness"])
    return [page for page in whole if page is not None]


def _successor(
    page: Mapping[str, Any], candidates: Sequence[Candidate], taken: set[str], beside: Sequence[str]
) -> dict[str, Any]:
    """The candidate that is most like the page: its part, its level, and as many of its abilities as can be."""
    level, patterns = page["answer"]["difficulty"]["level"], {likeness.rpartition(" | ")[2] for likeness in beside}
    fitting = [
        candidate
        for candidate in candidates
        if candidate.part.name == page["part"] and candidate.level == level and candidate.likeness not in taken
    ]

    def unlike(candidate: Candidate) -> tuple[bool, int, int]:
        same_pattern = candidate.pattern != NO_PLAYS and candidate.pattern in patterns
        abilities = set(candidate.puzzle["abilities"]) ^ set(page["abilities"])
        return same_pattern, len(abilities), candidate.puzzle["attempt"]

    if not fitting:
        raise TooFew(f"{page['part']}, level {level}")
    return bound(min(fitting, key=unlike))
