"""Every small change of a position's JSON that makes another position of it (or one that is refused)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]
IMP = {"name": "Imp", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []}
TICK = {**IMP, "name": "Tick", "abilities": ["symbiote"]}


def changes(data: Json) -> Iterator[tuple[str, Json]]:
    """(what was changed, the changed position) for every field of a position but the objective."""
    seats = list(data["players"])
    top: list[tuple[str, Any]] = [("mana", data["mana"] + 1), ("exhaustion", not data["exhaustion"])]
    top += [("edition", edition) for edition in ("season-1", "season-2") if edition != data["edition"]]
    top += [("mode", mode) for mode in ("duel", "ffa", "teams", "solo", "coop") if mode != data["mode"]]
    top += [("phase", phase) for phase in ("mana", "summoning", "end", "over") if phase != data["phase"]]
    top += [("active", seat) for seat in seats if seat != data["active"]]
    top += [("first", seat) for seat in seats if seat != data.get("first", "A")]
    for key, value in top:
        yield key, {**data, key: value}
    if data["phase"] != "over":
        for winners, reason in ((["A"], "fort-destroyed"), (["B"], "fort-destroyed"), (["A"], "stronghold-alone")):
            over = {**data, "phase": "over", "result": {"winners": winners, "reason": reason}}
            yield f"result {winners} {reason}", over
    for seat, player in data["players"].items():
        for what, changed in _players(player):
            yield f"{seat} {what}", {**data, "players": {**data["players"], seat: changed}}


def _players(player: Json) -> Iterator[tuple[str, Json]]:
    yield "turn", {**player, "turn": player["turn"] + 1}
    if "ai" in player:
        yield from _ais(player)
    else:
        for what, hand in _hands(player["hand"]):
            yield what, {**player, "hand": hand}
    for line in ("upper", "lower"):
        row = player[line]
        yield f"{line} +", {**player, line: [*row, {"card": IMP}]}
        if len(row) > 1 and row[0] != row[1]:
            yield f"{line} swapped", {**player, line: [row[1], row[0], *row[2:]]}
        for place, creature in enumerate(row):
            yield f"{line} {place} -", {**player, line: [*row[:place], *row[place + 1 :]]}
            for what, changed in _creatures(creature):
                yield f"{line} {place} {what}", {**player, line: [*row[:place], changed, *row[place + 1 :]]}
    yield "lines swapped", {**player, "upper": [*player["lower"], {"card": IMP}], "lower": player["upper"]}
    if "ai" in player:
        return
    champion = player.get("champion")
    if champion is None:
        for state in ("ready", "exhausted"):
            yield f"champion {state}", {**player, "champion": {"card": IMP, "state": state}}
        return
    for state in ("ready", "exhausted"):
        if state != champion["state"]:
            yield f"champion {state}", {**player, "champion": {**champion, "state": state}}
    yield "champion -", {key: value for key, value in player.items() if key != "champion"}
    for what, card in _cards(champion["card"]):
        yield f"champion {what}", {**player, "champion": {**champion, "card": card}}


def _ais(player: Json) -> Iterator[tuple[str, Json]]:
    ai = player["ai"]
    yield "side", {**player, "side": "fort" if player["side"] == "bastion" else "bastion"}
    for key in ("fixed_mana", "variable_mana"):
        yield key, {**player, "ai": {**ai, key: ai[key] + 1}}
    yield "resistance", {**player, "ai": {**ai, "resistance": not ai["resistance"]}}
    for slug in ("rage", "splash"):
        kept = [other for other in ai["abilities"] if other != slug]
        yield slug, {**player, "ai": {**ai, "abilities": kept if slug in ai["abilities"] else [*kept, slug]}}
    for key in ("pile", "discard"):
        pile = player[key]
        yield f"{key} +", {**player, key: [*pile, IMP]}
        if pile:
            yield f"{key} -", {**player, key: pile[1:]}
            if pile[0] != pile[-1]:
                yield f"{key} swapped", {**player, key: [pile[-1], *pile[1:-1], pile[0]]}
            for what, card in _cards(pile[0]):
                yield f"{key} {what}", {**player, key: [card, *pile[1:]]}
    if player["pile"] != player["discard"]:
        yield "piles swapped", {**player, "pile": [*player["discard"], IMP], "discard": player["pile"]}


def _hands(hand: list[Any]) -> Iterator[tuple[str, list[Any]]]:
    place = next(index for index, part in enumerate(hand) if part in ("bastion", "fort"))
    cards = [*hand[:place], *hand[place + 1 :]]
    yield "side", [*hand[:place], "fort" if hand[place] == "bastion" else "bastion", *hand[place + 1 :]]
    for other in range(len(hand)):
        if other != place:
            yield f"Stronghold at {other}", [*cards[:other], hand[place], *cards[other:]]
    yield "card more", [*hand, IMP]
    for index, part in enumerate(hand):
        if index == place:
            continue
        yield f"hand {index} -", [*hand[:index], *hand[index + 1 :]]
        for what, card in _cards(part):
            yield f"hand {index} {what}", [*hand[:index], card, *hand[index + 1 :]]
    if cards[-1] != cards[0]:
        swapped = [cards[-1], *cards[1:-1], cards[0]]
        yield "first and last card", [*swapped[:place], hand[place], *swapped[place:]]


def _creatures(creature: Json) -> Iterator[tuple[str, Json]]:
    yield "damage", {**creature, "damage": creature.get("damage", 0) + 1}
    yield "sprint", {**creature, "sprint": creature.get("sprint", 0) + 1}
    for mark in ("entered", "struck", "sharpened", "activated"):
        yield mark, {**creature, mark: not creature.get(mark, False)}
    for key, card in (("symbiote", TICK), ("enchained", IMP)):
        if creature.get(key) is None:
            yield f"{key} +", {**creature, key: card}
        else:
            yield f"{key} -", {part: value for part, value in creature.items() if part != key}
            for what, changed in _cards(creature[key]):
                yield f"{key} {what}", {**creature, key: changed}
    for what, changed in _cards(creature["card"]):
        yield what, {**creature, "card": changed}


def _cards(card: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(card, str):
        yield "other card", IMP
        return
    yield "name", {**card, "name": card["name"] + "x"}
    for key in ("cost", "av", "hp"):
        if key in card:
            yield key, {**card, key: card[key] + 1}
    if card["type"] == "incantation":
        yield "sharpened", {**card, "sharpened": not card.get("sharpened", False)}
        yield "type", {**card, "type": "creature", "hp": 1}
    for slug in ("rage", "aura:rage", "vanish", "aura:splash"):
        kept = [other for other in card["abilities"] if other != slug]
        yield slug, {**card, "abilities": kept if slug in card["abilities"] else [*kept, slug]}
