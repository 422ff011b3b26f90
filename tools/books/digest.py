"""A page in a few lines of text, for whoever writes its title: the board, the hands, the goal, the solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tools.books.candidates import played


def digest(number: int, page: Mapping[str, Any]) -> Iterator[str]:
    """The lines about a page as ``edition.bound`` makes it; they tell the solution."""
    position, difficulty = page["position"], page["answer"]["difficulty"]
    objective = position["objective"]
    yield (
        f"{number}. {page['key']} [{page['part']}] level {difficulty['level']} {position['mode']} "
        f"{objective['player']}: {goal_in_short(objective)}, {position['mana']} Mana, at work: "
        f"{' '.join(page['abilities'])}"
    )
    for seat, player in position["players"].items():
        for line in ("upper", "lower"):
            if player.get(line):
                yield f"   {seat} {line}: {', '.join(_creature(creature) for creature in player[line])}"
        held = player.get("hand") or [f"AI {player.get('side')}", *player.get("pile", ())]
        yield f"   {seat} hand: {', '.join(card if isinstance(card, str) else card['name'] for card in held)}"
    if objective["goal"] != "predict":
        line = page["answer"]["solutions"][0]
        names = iter(played(position, line))
        yield f"   solution: {'; '.join(_step(action, names) for action in line)}"


def goal_in_short(objective: Mapping[str, Any]) -> str:
    goal = objective["goal"]
    if isinstance(goal, Mapping):
        name, value = next(iter(goal.items()))
        goal = f"{name} {value if isinstance(value, int) else ' '.join(map(str, value.values()))}"
    return f"{goal} in {objective['turns']}"


def _creature(creature: Mapping[str, Any]) -> str:
    card = creature["card"]
    name = f"{card['name']} {card['av']}/{card['hp']}"
    name += f"-{creature['damage']}" if creature.get("damage") else ""
    name += f" + {creature['symbiote']['name']}" if "symbiote" in creature else ""
    name += f" holding {creature['enchained']['name']}" if "enchained" in creature else ""
    return f"{name} ({' '.join(card['abilities'])})" if card["abilities"] else name


def _step(action: Mapping[str, Any], names: Iterator[str]) -> str:
    if "play" not in action:
        return str(action["do"])
    where = action.get("line") or action.get("onto") or action.get("target")
    place = " ".join(map(str, where.values())) if isinstance(where, Mapping) else where
    return f"{next(names, action['play'])} -> {place}"
