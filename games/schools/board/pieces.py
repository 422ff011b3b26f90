"""Which card lies where: Students of one Element are alike to the rules, but each has a face that stays its own.

Only what everybody sees says which face a card has: nothing can be read from it about hands and decks. A card in hand
gets its face from those that lie on no board; each school takes from its own end, so that they do not meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Self

from engine.schools.rules.components import ELEMENTS, SEATS, STUDENTS_EACH, SUMMONED, TRIALS_OF_LEVEL

START: Final = "start"
FOE: Final = {SEATS[0]: SEATS[1], SEATS[1]: SEATS[0]}

Layout = dict[str, list[str]]


class Pieces:
    """The keys of all cards that lie on the table: ``earth-3`` is a Student, ``trial-2-0`` a Trial.

    ``layout`` has them by their places: ``students:SEAT:ARENA`` and ``stack:SEAT:ARENA`` from the bottom up,
    ``column:SEAT`` (announced Trials, the available one last), ``emblem:SEAT`` (the Arena, nothing on the blazon).
    ``walks`` are the Arenas that each Emblem last came from.
    """

    def __init__(self) -> None:
        self.layout: Layout = {}
        self.walks: dict[str, str] = {}
        self._unused = {element: list(range(STUDENTS_EACH)) for element in ELEMENTS}
        self._returned: dict[str, list[int]] = {element: [] for element in ELEMENTS}
        self._trials = {level: list(range(count)) for level, count in enumerate(TRIALS_OF_LEVEL) if level}
        self._trials[1] = [*self._trials[1][len(SEATS) :], *range(len(SEATS))]  # the Starting Trials last
        self._caster: tuple[str, int] = ("", 0)

    @classmethod
    def of(cls, position: Mapping[str, Any]) -> Self:
        """The pieces of a position, or of a view of one, in which nothing has moved yet."""
        pieces = cls()
        for seat in SEATS:
            column = position["seats"][seat]["column"]
            pieces.layout[f"column:{seat}"] = [pieces._trial(card, seat) for card in column]
        for seat in SEATS:
            side = position["seats"][seat]
            pieces.layout[f"emblem:{seat}"] = [side["emblem"]] if side["emblem"] else []
            for arena, here in side["arenas"].items():
                pieces.layout[f"stack:{seat}:{arena}"] = [pieces._trial(level, seat) for level in here["trials"]]
                students = [pieces._student(seat, element) for element in here["students"]]
                pieces.layout[f"students:{seat}:{arena}"] = students
        return pieces

    @classmethod
    def at_start(cls) -> Self:
        """Before the first action of a game."""
        arenas: dict[str, Any] = {arena: {"students": [], "trials": []} for arena in ELEMENTS}
        side = {"column": [START], "emblem": None, "arenas": arenas}
        return cls.of({"seats": dict.fromkeys(SEATS, side)})

    def copy(self) -> Self:
        copy = type(self)()
        copy.layout = {place: keys[:] for place, keys in self.layout.items()}
        copy.walks = self.walks.copy()
        copy._unused = {element: numbers[:] for element, numbers in self._unused.items()}
        copy._returned = {element: numbers[:] for element, numbers in self._returned.items()}
        copy._trials = {level: numbers[:] for level, numbers in self._trials.items()}
        copy._caster = self._caster
        return copy

    def hand(self, seat: str, counts: Mapping[str, int]) -> Iterator[str]:
        """The faces of the Students that a seat holds."""
        for element in ELEMENTS:
            for number in self._free(seat, element)[: counts.get(element, 0)]:
                yield f"{element}-{number}"

    def _free(self, seat: str, element: str) -> list[int]:
        unused = self._unused[element]
        return [*(unused if seat == SEATS[0] else reversed(unused)), *self._returned[element]]

    def _student(self, seat: str, element: str) -> str:
        number = self._free(seat, element)[0]
        (self._unused if number in self._unused[element] else self._returned)[element].remove(number)
        return f"{element}-{number}"

    def _trial(self, card: int | str, seat: str) -> str:
        free = self._trials[1 if card == START else int(card)]
        number = SEATS.index(seat) if card == START else free[0]
        free.remove(number)
        return f"trial-{1 if card == START else card}-{number}"

    # What happens

    def follow(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Moves the pieces as events say, in the engine's form."""
        for event in events:
            match event["kind"]:
                case "move":
                    self._leave([self._student(event["seat"], event["card"])])
                    self.walks[event["seat"]] = event["from"] or ""
                    self.layout[f"emblem:{event['seat']}"] = [event["to"]]
                case "assign":
                    place = f"students:{event['seat']}:{event['arena']}"
                    self.layout[place].append(self._student(event["seat"], event["card"]))
                case "pass" | "inundatio":
                    card = self.layout[f"column:{event['column']}"].pop()
                    self.layout[f"stack:{event['seat']}:{event['arena']}"].append(card)
                case "summon":
                    source = self.layout[f"students:{event['seat']}:{event['from']}"]
                    self.layout[f"students:{event['seat']}:{event['to']}"] += source[-SUMMONED:]
                    del source[-SUMMONED:]
                case "cast":
                    self._caster = f"students:{event['seat']}:{event['arena']}", event["place"]
                case "caster":
                    place, number = self._caster
                    self._leave([self.layout[place].pop(number)])
                case "batrax":
                    self._leave(self._taken(f"students:{FOE[event['seat']]}:{event['arena']}", event["element"]))
                case "hypnox":
                    taken = self._taken(f"students:{FOE[event['seat']]}:{event['arena']}", event["element"])
                    self.layout[f"students:{event['seat']}:{event['arena']}"] += taken
                case "combustio":
                    stack = self.layout[f"stack:{FOE[event['seat']]}:{event['arena']}"]
                    for key in reversed(stack):
                        _trial, level, trial = key.split("-")
                        self._trials[int(level)].insert(0, int(trial))
                    stack.clear()
                case "eversio":
                    card = self.layout[f"stack:{FOE[event['seat']]}:{event['arena']}"].pop()
                    self.layout[f"stack:{event['seat']}:{event['arena']}"].append(card)
                case "discard":
                    self._leave([self._student(event["seat"], element) for element in event["cards"]])
                case "announce":
                    column = self.layout[f"column:{event['seat']}"]
                    column += [self._trial(level, event["seat"]) for level in event["levels"]]

    def _taken(self, place: str, element: str) -> list[str]:
        """All Students of an Element, out of a column."""
        column = self.layout[place]
        taken = [key for key in column if key.startswith(f"{element}-")]
        self.layout[place] = [key for key in column if key not in taken]
        return taken

    def _leave(self, keys: Iterable[str]) -> None:
        for key in keys:
            element, number = key.split("-")
            self._returned[element].append(int(number))


def totals_of(layout: Layout) -> dict[str, int]:
    """The points of each seat: the levels of the Trials that are to be seen."""
    stacks = {seat: [keys for place, keys in layout.items() if place.startswith(f"stack:{seat}:")] for seat in SEATS}
    return {seat: sum(int(keys[-1].split("-")[1]) for keys in of_seat if keys) for seat, of_seat in stacks.items()}


def keys_in(layout: Layout) -> set[str]:
    """All cards of a layout; where an Emblem stands is no card."""
    return {key for place, keys in layout.items() if not place.startswith("emblem") for key in keys}
