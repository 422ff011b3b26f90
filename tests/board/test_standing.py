"""What is so of a Creature now, in words; and who strikes whom, step by step."""

from __future__ import annotations

from typing import Any

from django.utils.translation import override

from board.arrangement import Arrangement, arrange
from board.services import resolve
from engine.decks.formats import notation
from engine.decks.rules.trace.scenes import Scene

HANDS = "| A [B Ca(c1 1/1)] {a} | B [B Cb(c1 1/1) Cc(c1 1/1) Cd(c1 1/1)] {b}"


def now(creatures: str, language: str = "en") -> list[list[str]]:
    with override(language):
        scene = Scene(notation.parse(f"cod1 duel A summoning {HANDS.format(a=f'upper {creatures}', b='')}"))
        return [item.get("n", []) for item in arrange([scene])[0].zones["row-A-upper"]]


def steps(a: str, b: str, *actions: str) -> list[Arrangement]:
    resolved = resolve(notation.parse(f"cod1 duel A summoning m9 {HANDS.format(a=a, b=b)}"), actions)
    assert resolved.stop is None
    return arrange(resolved.scenes())


def aims(arranged: list[Arrangement]) -> list[dict[str, Any]]:
    """Each blow once, as soon as it has a target."""
    by_source: dict[tuple[str, int], dict[str, Any]] = {}
    for step in arranged:
        if step.aim and step.aim["to"]:
            by_source.setdefault(step.aim["from"], step.aim)
    return list(by_source.values())


def test_a_creature_as_it_is_printed_has_nothing_to_say() -> None:
    assert now("Ox(c3 2/6)") == [[]]


def test_a_creature_says_what_the_turn_has_left_on_it() -> None:
    (notes,) = now("Ox(c3 2/6){entered struck d2}")
    assert notes == ["entered this turn: it attacks from the next turn", "struck this turn", "2 damage, 4 of 6 HP left"]
    assert now("Ox(c3 2/6 rage){entered}") == [["entered this turn; Rage lets it attack Creatures"]]
    assert now("Ox(c3 2/6 protection){struck}") == [["struck this turn: its Protection is used"]]


def test_it_says_whose_aura_gives_what() -> None:
    elf, ox, _cub = now("Elf(c2 1/1 aura:rage) Ox(c3 2/6) Cub(c2 3/3)")
    assert (elf, ox) == ([], ["Rage, from the Aura of Elf"])
    assert now("Ox(c3 2/6) Elf(c2 1/1 aura:rage)", "fr")[0] == ["Rage, par l\N{RIGHT SINGLE QUOTATION MARK}Aura de Elf"]


def test_a_stack_says_its_sums() -> None:
    assert now("Ox(c3 2/6)+Tick(c1 1/1 symbiote)") == [["attack value 3 now", "7 HP in all"]]


def test_a_line_leads_from_each_attacker_to_what_it_strikes() -> None:
    arranged = steps("upper Near(c1 1/4) Far(c1 2/4) lower Low(c1 1/1)", "upper Wall(c1 0/9)", "assault")
    assert [aim["from"] for aim in aims(arranged)] == [("row-A-upper", 1), ("row-A-upper", 0), ("row-A-lower", 0)]
    wall, stronghold = ("row-B-upper", 0), ("hand-B", 0)
    assert [aim["to"] for aim in aims(arranged)] == [[wall], [wall], [stronghold]]
    assert arranged[0].aim is None
    assert arranged[-1].aim is None  # the Assault is over


def test_who_waits_strikes_nobody_and_who_is_gone_is_no_target() -> None:
    arranged = steps("upper New(c1 1/1){entered}", "upper Wall(c1 0/9)", "assault")
    assert aims(arranged) == []
    arranged = steps("upper Axe(c1 5/5)", "upper Elf(c1 1/1)", "assault")
    (aim, after) = (step.aim for step in (next(s for s in arranged if s.aim and s.aim["to"]), arranged[-2]))
    assert aim is not None
    assert aim["to"] == [("row-B-upper", 0)]
    assert after is None or after["to"] == []


def test_an_incantation_strikes_from_where_it_is_played() -> None:
    position = "cod1 duel A summoning m9 | A [B Zap(c1 2) Ca(c1 1/1)] | B [B Cb(c1 1/1)] lower Ox(c1 1/5)"
    resolved = resolve(notation.parse(position), ["1 at B lower 0"])
    arranged = arrange(resolved.scenes())
    assert aims(arranged)[0]["to"] == [("row-B-lower", 0)]
    assert all(aim["from"][0] in ("hand-A", "limbo") for aim in aims(arranged))
    assert arranged[-1].aim is None  # it is back in the hand
