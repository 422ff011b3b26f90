"""Making the claims about a pair: what is true in its family, and the smallest position that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from rulings.matrix import ONE_CARD
from tools.matrix.claims import APART, CHANGES, LENT
from tools.matrix.families import (
    Laboratory,
    MatrixMeeting,
    MatrixSpot,
    claim,
    counts,
    shows,
)
from tools.matrix.positions import NAMES
from tools.matrix.ways import counted_ways

FAMILIES: Final = Path(__file__).with_name("families.txt")
_SLOTS: Final = (*NAMES, "")
_GROUPS: Final = (ONE_CARD, LENT, APART)
_BASE: Final = 36


def entry_of(
    laboratory: Laboratory, first: str, second: str, family: list[MatrixSpot] | None = None
) -> tuple[dict[str, Any], list[MatrixSpot]]:
    """A cell as it is written down, and its family: the one that is given, else a new one."""
    family = laboratory.family(first, second) if family is None else family
    met = {spot: meeting for spot in family if (meeting := laboratory.meet(spot, first, second)) is not None}
    claims = {}
    for group in _GROUPS:
        claimed = claim([meeting for spot, meeting in met.items() if spot.group == group], group)
        if claimed:
            claims[group] = claimed
    entry: dict[str, Any] = {"edition": laboratory.edition, "first": first, "second": second, "claims": claims}
    entry["positions"] = {
        group: sum(spot.group == group and counts(claimed, meeting) for spot, meeting in met.items())
        for group, claimed in claims.items()
    }
    entry["ways"] = {group: ways_in(met, group) for group, claimed in claims.items() if claimed == CHANGES}
    example = _example(laboratory, met, claims, entry["ways"])
    if example is not None:
        entry["actions"] = list(laboratory.trials[example.trial].actions)
        entry["position"] = laboratory.notation(example, first, second)
        entry["without"] = [laboratory.notation(example, first, second, without) for without in (1, 2)]
    return entry, sorted(met)


def ways_in(met: Mapping[MatrixSpot, MatrixMeeting], group: str) -> dict[str, int]:
    """How the two change one another in a group, each way with the number of positions that show it."""
    return counted_ways(
        meeting.ways for spot, meeting in met.items() if spot.group == group and shows(CHANGES, meeting)
    )


def _example(
    laboratory: Laboratory,
    met: Mapping[MatrixSpot, MatrixMeeting],
    claims: Mapping[str, str],
    ways: Mapping[str, Mapping[str, int]],
) -> MatrixSpot | None:
    """The smallest spot that shows what is said first, in the way that is said first."""
    for group, claimed in claims.items():
        shown = [spot for spot, meeting in met.items() if spot.group == group and shows(claimed, meeting)]
        if claimed == CHANGES:
            foremost = next(iter(ways[group]))
            shown = [spot for spot in shown if foremost in met[spot].ways]
        if shown:
            return min(shown, key=lambda spot: (laboratory.trials[spot.trial].size, spot))
    return None


def written(family: list[MatrixSpot]) -> str:
    """A family on one line: each spot as a number to the base 36."""
    return ",".join(_in_base(_number(spot)) for spot in family)


def families_written() -> dict[tuple[str, str, str], list[MatrixSpot]]:
    lines = FAMILIES.read_text(encoding="utf-8").splitlines()
    return {(edition, first, second): read(line) for edition, first, second, line in (row.split(" ") for row in lines)}


def read(line: str) -> list[MatrixSpot]:
    """The family that such a line stands for."""
    return [_spot(int(part, _BASE)) for part in line.split(",") if part]


def _number(spot: MatrixSpot) -> int:
    return (spot.trial * len(_SLOTS) + _SLOTS.index(spot.at)) * len(_SLOTS) + _SLOTS.index(spot.other)


def _spot(number: int) -> MatrixSpot:
    quotient, second_at = divmod(number, len(_SLOTS))
    trial, at = divmod(quotient, len(_SLOTS))
    return MatrixSpot(trial, _SLOTS[at], _SLOTS[second_at])


def _in_base(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, _BASE)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits or "0"
