"""The cards that explain the abilities as they are printed: one language in front, the other behind."""

from __future__ import annotations

from itertools import zip_longest

from cards.reference import ReferenceFace, reference_faces
from cards.texts import LANGUAGES


def reference_pairs(language: str) -> list[tuple[ReferenceFace, ReferenceFace | None]]:
    """(front in this language, back in the other) of each card; a language that needs fewer cards has no back on the
    last ones, and one that needs more has fronts of its own."""
    second = next(candidate for candidate in LANGUAGES if candidate != language)
    pairs: list[tuple[ReferenceFace, ReferenceFace | None]] = []
    for front, back in zip_longest(reference_faces(language), reference_faces(second)):
        pairs.append((front, back) if front is not None else (back, None))
    return pairs
