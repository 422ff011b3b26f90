"""Seeded random puzzles of every mode and goal, small enough for a search without any cleverness."""

from __future__ import annotations

import random
from typing import Any

from engine.decks.formats.interchange import read_position, write_position
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, SEASON_1, SEASON_2
from engine.decks.rules.position import Position

Json = dict[str, Any]
# What makes Creatures act, cards move and Strongholds suffer in the turns of others, and what goes with it.
ACTING = ("instinct", "reinforcement", "backlash", "enchain", "immolation", "mercenary", "sharpening", "splash")
ALONG = (
    *("aerial", "aquatic", "berserk", "blackmail", "catalyst", "counter-order", "cursed", "defender"),
    *("indestructible", "lucidity", "perforation", "price-of-blood", "protection", "rage", "regeneration"),
    *("sprint", "symbiote", "vanish", "vulnerability"),
)
SEATS = {"duel": "AB", "solo": "AB", "coop": "ABCD", "ffa": "ABCD", "teams": "ABCD"}
AI_SEATS = {"solo": "B", "coop": "BD"}


class Maker:
    """Makes puzzles from one seeded generator.

    ``cards`` is the most cards in a hand, ``creatures`` the most in a row, ``free`` the chance that a card costs 0.
    ``reacting``: a few of the abilities ``ACTING`` and ``ALONG``, the same on nearly every card of a position, more of
    them in Auras, and Creatures with more HP (in season 1, some of those that there are).
    """

    def __init__(
        self,
        seed: object,
        mode: str = "duel",
        cards: int = 3,
        creatures: int = 2,
        free: float = 0.1,
        mana: int = 4,
        reacting: bool = False,
    ) -> None:
        self.rng = random.Random(str(seed))
        self.mode = mode
        self.cards = cards
        self.creatures = creatures
        self.free = free
        self.mana = mana
        self.edition = SEASON_1 if self.rng.random() < (0.05 if reacting else 0.15) else SEASON_2
        self.slugs = [slug for slug, flag in FLAG_OF_SLUG.items() if flag & ABILITIES_OF_EDITION[self.edition]]
        self.counts = [0, 0, 1, 1, 2]
        self.auras = 0.15
        self.reacting = reacting
        if reacting:
            self.counts = [0, 1, 1, 1, 2]
            self.auras = 0.2
            if self.edition == SEASON_2:
                some = self.rng.sample(ACTING, self.rng.randint(2, 4))
                self.slugs = [*some, *some, *self.rng.sample(ALONG, self.rng.randint(0, 3))]
            else:
                self.slugs = self.rng.sample(self.slugs, 5)

    def puzzle(self, goal: str | None = None, turns: int = 1, phase: str = "summoning") -> Position:
        """A position with an objective of seat A."""
        rng = self.rng
        seats = SEATS[self.mode]
        players = {seat: self._player(seat) for seat in seats}
        data: Json = {
            "edition": self.edition,
            "mode": self.mode,
            "active": "A",
            "phase": phase,
            "mana": rng.randint(0, self.mana),
            "exhaustion": rng.random() < 0.3,
            "players": players,
        }
        data["objective"] = {"player": "A", "goal": self._goal(goal, players), "turns": turns}
        return read_position(data)

    def conditioned(self, turns: int = 1) -> Position:
        """The same with up to two goals and up to two conditions, of every sort."""
        rng = self.rng
        data = write_position(self.puzzle(turns=turns))
        objective = data["objective"] = dict(data["objective"])
        if rng.random() < 0.5:
            other = self._goal(None, data["players"])
            if other != objective["goal"]:
                objective["and"] = [other]
        hand = [card for card in data["players"]["A"]["hand"] if not isinstance(card, str)]
        conditions: list[Json] = [
            {"incantations": False},
            {"plays": rng.randint(0, 2)},
            {"with": [rng.choice(hand)]},
            {"without": [rng.choice(hand)]},
            {"keep": ["bastion"]},
            {"keep": ["creatures"]},
        ]
        chosen: Json = {}
        for condition in rng.sample(conditions, rng.randint(0, 2)):
            chosen.update(condition)
        objective["conditions"] = chosen
        return read_position(data)

    def _goal(self, kind: str | None, players: dict[str, Json]) -> Any:
        rng = self.rng
        kind = kind or rng.choice(["win", "win", "bastion", "destroy", "damage", "survive"])
        if kind == "damage":
            return {"damage": rng.randint(1, 4)}
        if kind != "destroy":
            return kind
        places = [
            {"player": seat, "line": line, "position": at}
            for seat in players
            for line in ("upper", "lower")
            for at in range(len(players[seat][line]))
        ]
        enemies = [place for place in places if place["player"] != "A"]
        return {"destroy": rng.choice(enemies or places)} if places else "win"

    def _player(self, seat: str) -> Json:
        rng = self.rng
        player: Json = {"turn": rng.choice([1, 2, 3, 7, 8])}
        for line in ("upper", "lower"):
            player[line] = [self._creature() for _ in range(rng.randint(0, self.creatures))]
        if seat in AI_SEATS.get(self.mode, ""):
            player["ai"] = {"fixed_mana": rng.randint(1, 5), "variable_mana": 1, "resistance": rng.random() < 0.2}
            if self.reacting and rng.random() < 0.3:
                player["ai"]["abilities"] = [rng.choice(self.slugs)]
            player["side"] = rng.choice(["bastion", "fort"])
            player["pile"] = [self.card() for _ in range(rng.randint(1, 4))]
            player["discard"] = [self.card() for _ in range(rng.randint(0, 2))]
            return player
        hand: list[Any] = [self.card() for _ in range(rng.randint(1, self.cards))]
        hand.insert(rng.randint(0, len(hand) - 1), rng.choice(["bastion", "fort"]))
        player["hand"] = hand
        if rng.random() < 0.15:
            player["champion"] = {"card": self.card("creature"), "state": rng.choice(["ready", "exhausted"])}
        return player

    def card(self, kind: str | None = None) -> Json:
        """A cheap card with up to two abilities; few names and values, so that equal cards occur."""
        rng = self.rng
        kind = kind or rng.choice(["creature", "creature", "incantation"])
        slugs = list(dict.fromkeys(rng.sample(self.slugs, rng.choice(self.counts))))
        slugs = [f"aura:{slug}" if rng.random() < self.auras else slug for slug in slugs]
        card: Json = {"name": rng.choice("abc"), "type": kind, "cost": rng.randint(1, 3), "av": rng.randint(0, 3)}
        if rng.random() < self.free:
            card["cost"] = 0
        if kind == "creature":
            card["hp"] = rng.choice((1, 1, 2, 3, 5)) if self.reacting else rng.randint(1, 3)
        card["abilities"] = slugs
        return card

    def _creature(self) -> Json:
        rng = self.rng
        creature: Json = {"card": self.card("creature")}
        if rng.random() < 0.15:
            creature["entered"] = True
        if rng.random() < 0.15:
            creature["struck"] = True
        if self.edition == SEASON_2 and rng.random() < 0.1:
            creature["enchained"] = self.card()
        if self.edition == SEASON_2 and rng.random() < 0.1 and "symbiote" not in creature["card"]["abilities"]:
            symbiote = self.card("creature")
            symbiote["abilities"] = [*(slug for slug in symbiote["abilities"] if slug != "symbiote"), "symbiote"]
            creature["symbiote"] = symbiote
        return creature
