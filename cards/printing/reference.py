"""The cards that explain the abilities as they are printed: one language in front, the other behind."""

from __future__ import annotations

from itertools import zip_longest

from cards.reference import ReferenceFace, reference_faces
from cards.texts import LANGUAGES


def reference_pairs(language: str) -> list[tuple[ReferenceFace, ReferenceFace | None]]:
    """(front in this language, back in the other) of each card; a language that needs fewer cards has no back on the
    last ones, and one that needs more has fronts of its own."""
    other = next(one for one in LANGUAGES if one != language)
    found: list[tuple[ReferenceFace, ReferenceFace | None]] = []
    for front, back in zip_longest(reference_faces(language), reference_faces(other)):
        found.append((front, back) if front is not None else (back, None))
    return found
