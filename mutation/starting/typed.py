"""Cards that somebody types, a name in each line: found in the two sets, in either language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Final

from django.utils.translation import gettext as _

from engine.decks.game.mutation_draft import HAND
from mutation.services.creating import PlayableSet

MAX_LINES: Final = 40
MAX_SUGGESTED: Final = 4  # names that are looked for among those that are alike
MAX_NAME: Final = 60


class TypedFault(Exception):
    """The faults in the cards of a seat, in words that name the line."""

    def __init__(self, texts: list[str]) -> None:
        super().__init__("; ".join(texts))
        self.texts = texts


def read_cards(text: str, sets: Iterable[PlayableSet], taken: dict[str, str], letter: str) -> list[str]:
    """The ids of 16 cards. ``taken`` has the seats of those that were read before, and gets these.

    Raises ``TypedFault``.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    faults: list[str] = []
    if len(lines) != HAND:
        faults.append(_("%(count)d cards found; %(wanted)d needed.") % {"count": len(lines), "wanted": HAND})
    known = dict(_known(sets))
    ids: list[str] = []
    suggested = 0
    for number, line in lines[:MAX_LINES]:
        card_id, _name = known.get(plain(line), ("", ""))
        if not card_id:
            suggested += 1
            faults.append(_unknown(number, line, known if suggested <= MAX_SUGGESTED else {}))
        elif card_id in taken:
            words = {"number": number, "name": line, "seat": taken[card_id]}
            faults.append(_("Line %(number)d: seat %(seat)s already has “%(name)s”.") % words)
        else:
            taken[card_id] = letter
            ids.append(card_id)
    if faults:
        raise TypedFault(faults)
    return ids


def plain(name: str) -> str:
    """A name without what people leave out: accents, case, signs."""
    letters = unicodedata.normalize("NFKD", name[:MAX_NAME].casefold().replace("œ", "oe"))
    return "".join(letter for letter in letters if letter.isalnum())


def _known(sets: Iterable[PlayableSet]) -> Iterator[tuple[str, tuple[str, str]]]:
    """(plain name, (id, name as printed)) of each card in both languages, and by its id."""
    for playable in sets:
        for card_id, names in playable.names.items():
            yield plain(card_id), (card_id, names[0])
            for name in names:
                if name:
                    yield plain(name), (card_id, name)


def _unknown(number: int, line: str, known: Mapping[str, tuple[str, str]]) -> str:
    words = {"number": number, "name": line[:MAX_NAME]}
    alike = get_close_matches(plain(line), list(known), 1)
    if alike:
        return _("Line %(number)d: no card “%(name)s” in these sets. Did you mean “%(other)s”?") % {
            **words,
            "other": known[alike[0]][1],
        }
    return _("Line %(number)d: no card “%(name)s” in these sets.") % words
