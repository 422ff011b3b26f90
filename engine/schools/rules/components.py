"""The components of the game (rulings M1): schools, Elements, cards. Seats, Elements and levels are numbers."""

from __future__ import annotations

from typing import Final

SEATS: Final = ("dragombre", "blancgriffon")  # seat 0 begins (M2.2)
DRAGOMBRE, BLANCGRIFFON = range(2)

ELEMENTS: Final = ("earth", "water", "air", "fire", "darkness")
EARTH, WATER, AIR, FIRE, DARKNESS = range(5)
STUDENTS_EACH: Final = 12  # of each Element (M1.1)

BATRAX: Final = "batrax"
INUNDATIO: Final = "inundatio"
HYPNOX: Final = "hypnox"
COMBUSTIO: Final = "combustio"
EVERSIO: Final = "eversio"
MALEFICIO: Final = "maleficio"
SPELL_OF: Final = (BATRAX, INUNDATIO, HYPNOX, COMBUSTIO, EVERSIO)  # by Element (M6.2)
SPELLS: Final = (*SPELL_OF, MALEFICIO)

LEVELS_OF_TRIALS: Final = range(1, 7)
TRIALS_OF_LEVEL: Final = (0, 10, 9, 8, 7, 6, 5)  # by level, the two Starting Trials among those of level 1 (M1.2, M1.3)
START: Final = 0  # a Starting Trial that has not been passed, in a column of announced Trials (M1.5)

DEALT: Final = (3, 5)  # by seat (M2.2)
DRAWN: Final = 3  # in Phase 1 (M3.1)
ANNOUNCED: Final = 2  # in Phase 3 (M8.1)
SUMMONED: Final = 3  # Students of one Summon (M5.12)
FIRST_TURNS: Final = 2  # the first turn of each seat (part 4)
LAST_TURN: Final = 100  # M9.9


def level_of(trial: int) -> int:
    """The level of an announced card: a Starting Trial counts as level 1 (M1.5)."""
    return trial or 1
