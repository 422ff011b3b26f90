"""Writing the notation of ``notation``: from the JSON of a position to its line of text."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from engine.decks.formats.interchange import BASTION, FORMAT, FORT
from engine.decks.rules.abilities import SEASON_2
from engine.decks.rules.modes import SEAT_NAMES
from engine.kernel.errors import BadPosition
from engine.kernel.reading import Reader, pointer

_PLAIN_NAME: Final = re.compile(r"[^\W\d]\w*(?:['\u2019-]\w+)*")
_PLAIN_REFERENCE: Final = re.compile(r"[\w./:-]+")
_WORD: Final = re.compile(r"[a-z][a-z0-9:-]*")
_SEAT: Final = re.compile(r"[A-Z]")
_EDITION: Final = re.compile(r"season-[0-9]+")
_LINES: Final = ("upper", "lower")
_STATES: Final = ("ready", "exhausted", "in-play")
_CARD_KEYS: Final = ("name", "type", "cost", "av")
_MARKS: Final = ("entered", "struck", "sharpened", "activated")


def json_to_text(data: dict[str, Any]) -> str:
    """The line of notation for a ``clash-position/1`` object.

    Raises ``BadPosition`` with all that keeps it from being written; whether it is a sound position is not asked.
    """
    writer = _Writer()
    text = writer.position(data)
    if writer.faults:
        raise BadPosition(writer.faults)
    return text


def quote(name: str) -> str:
    """A name as the notation quotes it: a JSON string, with escapes for all that is not to be seen."""
    literal = json.dumps(name, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in literal)


class _Writer(Reader):
    """Writes from left to right; faults are collected, and harmless text stands for what is at fault."""

    def text(self, data: Any, at: str, pattern: re.Pattern[str], expected: str) -> str:
        if not isinstance(data, str) or not pattern.fullmatch(data):
            self.fault("wrong-type", at, expected)
            return ""
        return data

    def whole(self, data: Any, at: str) -> int:
        return self.number(data, at, 0)

    def position(self, data: Any) -> str:
        optional = ("format", "edition", "mode", "first", "exhaustion", "mana", "objective", "result")
        top = self.object(data, "", ("active", "phase", "players"), optional)
        self.choice(top.get("format", FORMAT), "/format", (FORMAT,))
        words = ["cod1", self.text(top.get("mode", "duel"), "/mode", _WORD, "a mode")]
        edition = self.text(top.get("edition", SEASON_2), "/edition", _EDITION, "an edition")
        if edition != SEASON_2:
            words.append(edition)
        first = self.text(top.get("first", "A"), "/first", _SEAT, "a seat")
        if first != "A":
            words.append(f"first:{first}")
        if self.flag(top.get("exhaustion", False), "/exhaustion"):
            words.append("exhaustion")
        words.append(self.text(top.get("active", "A"), "/active", _SEAT, "a seat"))
        words.append(self.text(top.get("phase", "mana"), "/phase", _WORD, "a phase"))
        words.append(f"m{self.whole(top.get('mana', 0), '/mana')}")
        players = top.get("players", {})
        for seat, player in self.object(players, "/players", (), SEAT_NAMES).items():
            words += ["|", str(seat), *self.player(player, pointer("/players", seat))]
        if top.get("result") is not None:
            words += ["|", *self.result(top["result"], "/result")]
        if top.get("objective") is not None:
            words += ["|", *self.objective(top["objective"], "/objective")]
        return " ".join(words)

    def result(self, data: Any, at: str) -> list[str]:
        fields = self.object(data, at, ("winners", "reason"), ())
        winners = self.list(fields.get("winners", []), f"{at}/winners")
        seats = [self.text(seat, f"{at}/winners/{i}", _SEAT, "a seat") for i, seat in enumerate(winners)]
        return ["result", *seats, self.text(fields.get("reason", "none"), f"{at}/reason", _WORD, "a reason")]

    def objective(self, data: Any, at: str) -> list[str]:
        fields = self.object(data, at, ("player", "goal", "turns"), ("and", "within", "conditions", "ask", "hidden"))
        player = self.text(fields.get("player", "A"), f"{at}/player", _SEAT, "a seat")
        words = ["objective", player, *self.goal(fields.get("goal", "win"), f"{at}/goal")]
        for number, goal in enumerate(self.list(fields.get("and", []), f"{at}/and")):
            words += ["and", *self.goal(goal, f"{at}/and/{number}")]
        words += ["in", str(self.whole(fields.get("turns", 1), f"{at}/turns"))]
        if self.flag(fields.get("within", False), f"{at}/within"):
            words.append("or-sooner")
        if "ask" in fields:
            self.choice(fields["ask"], f"{at}/ask", ("ways",))
            words.append("how-many")
        words += self.conditions(fields.get("conditions", {}), f"{at}/conditions")
        if "hidden" in fields:
            hidden = self.object(fields["hidden"], f"{at}/hidden", ("player", "cards"), ())
            words += ["whatever", self.text(hidden.get("player", "B"), f"{at}/hidden/player", _SEAT, "a seat")]
            words.append(self.cards(hidden.get("cards", []), f"{at}/hidden/cards", False))
        return words

    def conditions(self, data: Any, at: str) -> list[str]:
        names = ("incantations", "plays", "fewest", "with", "without", "keep")
        fields = self.object(data, at, (), names)
        words = []
        if not self.flag(fields.get("incantations", True), f"{at}/incantations"):
            words.append("no-incantations")
        if "plays" in fields:
            words += ["plays", str(self.whole(fields["plays"], f"{at}/plays"))]
        if self.flag(fields.get("fewest", False), f"{at}/fewest"):
            words.append("fewest")
        for key in ("with", "without"):
            for place, card in enumerate(self.list(fields.get(key, []), f"{at}/{key}")):
                words += [key, self.card(card, f"{at}/{key}/{place}")]
        for place, kept in enumerate(self.list(fields.get("keep", []), f"{at}/keep")):
            words += ["keep", self.text(kept, f"{at}/keep/{place}", _WORD, "a word")]
        return words

    def goal(self, goal: Any, at: str) -> list[str]:
        if isinstance(goal, dict) and "damage" in goal:
            self.object(goal, at, ("damage",), ())
            return ["damage", str(self.whole(goal["damage"], f"{at}/damage"))]
        if isinstance(goal, dict):
            destroy = self.object(goal, at, ("destroy",), ()).get("destroy", {})
            where = f"{at}/destroy"
            target = self.object(destroy, where, ("player", "line", "position"), ())
            seat = self.text(target.get("player", "A"), f"{where}/player", _SEAT, "a seat")
            line = self.choice(target.get("line", "upper"), f"{where}/line", _LINES)
            return ["destroy", seat, line, str(self.whole(target.get("position", 0), f"{where}/position"))]
        return [self.text(goal, at, _WORD, "a goal")]

    # A seat

    def player(self, data: Any, at: str) -> list[str]:
        keys = ("turn", "hand", "upper", "lower", "champion", "ai", "side", "pile", "discard")
        fields = self.object(data, at, (), keys)
        words = [f"t{self.whole(fields.get('turn', 0), f'{at}/turn')}"]
        if "ai" in fields:
            words += ["ai", self.ai(fields["ai"], f"{at}/ai")]
            words.append(self.choice(fields.get("side", BASTION), f"{at}/side", (BASTION, FORT)))
            for key in ("pile", "discard"):
                words += [key, self.cards(fields.get(key, []), f"{at}/{key}", False)]
        else:
            for key in ("side", "pile", "discard"):
                if key in fields:
                    self.fault("unknown-key", at, key)
        if "hand" in fields:
            words.append(self.cards(fields["hand"], f"{at}/hand", True))
        for line in _LINES:
            creatures = self.list(fields.get(line, []), f"{at}/{line}")
            if creatures:
                words.append(line)
                words += [self.creature(part, f"{at}/{line}/{i}") for i, part in enumerate(creatures)]
        if fields.get("champion") is not None:
            champion = self.object(fields["champion"], f"{at}/champion", ("card", "state"), ())
            card = self.card(champion.get("card", ""), f"{at}/champion/card")
            words += ["champion", card, self.choice(champion.get("state", "ready"), f"{at}/champion/state", _STATES)]
        return words

    def ai(self, data: Any, at: str) -> str:
        fields = self.object(data, at, (), ("fixed_mana", "variable_mana", "resistance", "abilities"))
        fixed = self.whole(fields.get("fixed_mana", 6), f"{at}/fixed_mana")
        variable = self.whole(fields.get("variable_mana", 1), f"{at}/variable_mana")
        words = [f"{fixed}+{variable}"]
        if self.flag(fields.get("resistance", False), f"{at}/resistance"):
            words.append("resistance")
        return f"[{' '.join(words + self.slugs(fields.get('abilities', []), f'{at}/abilities'))}]"

    def cards(self, data: Any, at: str, in_hand: bool) -> str:
        words = []
        for place, part in enumerate(self.list(data, at)):
            if in_hand and part in (BASTION, FORT):
                words.append("B" if part == BASTION else "F")
            else:
                words.append(self.card(part, f"{at}/{place}", True))
        return f"[{' '.join(words)}]"

    # Cards

    def card(self, data: Any, at: str, may_be_marked: bool = False) -> str:
        if isinstance(data, str):
            return f"@{data if _PLAIN_REFERENCE.fullmatch(data) else quote(data)}"
        fields = self.object(data, at, _CARD_KEYS, ("hp", "abilities", "sharpened"))
        name = fields.get("name", "")
        if not isinstance(name, str):
            self.fault("bad-name", f"{at}/name")
            name = ""
        words = [f"c{self.whole(fields.get('cost', 0), f'{at}/cost')}"]
        av = self.whole(fields.get("av", 0), f"{at}/av")
        if self.choice(fields.get("type", "creature"), f"{at}/type", ("creature", "incantation")) == "creature":
            if "hp" not in fields:
                self.fault("missing-key", at, "hp")
            words.append(f"{av}/{self.whole(fields.get('hp', 1), f'{at}/hp')}")
        else:
            if "hp" in fields:
                self.fault("unknown-key", at, "hp")
            words.append(str(av))
        words += self.slugs(fields.get("abilities", []), f"{at}/abilities")
        text = f"{name if _PLAIN_NAME.fullmatch(name) else quote(name)}({' '.join(words)})"
        if self.flag(fields.get("sharpened", False), f"{at}/sharpened"):
            if not may_be_marked:
                self.fault("mark-not-allowed", f"{at}/sharpened")
            text += "{sharpened}"
        return text

    def slugs(self, data: Any, at: str) -> list[str]:
        return [self.text(slug, f"{at}/{i}", _WORD, "an ability") for i, slug in enumerate(self.list(data, at))]

    def creature(self, data: Any, at: str) -> str:
        optional = ("symbiote", "enchained", "champion", "damage", "sprint", *_MARKS)
        fields = self.object(data, at, ("card",), optional)
        text = self.card(fields.get("card", ""), f"{at}/card")
        if fields.get("symbiote") is not None:
            text += "+" + self.card(fields["symbiote"], f"{at}/symbiote")
        marks = []
        for key, letter in (("damage", "d"), ("sprint", "sprint")):
            number = self.whole(fields.get(key, 0), f"{at}/{key}")
            if number:
                marks.append(f"{letter}{number}")
        marks += [mark for mark in _MARKS if self.flag(fields.get(mark, False), f"{at}/{mark}")]
        champion = fields.get("champion", False)
        if champion == "symbiote":
            marks.append("champion:symbiote")
        elif self.flag(champion, f"{at}/champion"):
            marks.append("champion")
        if fields.get("enchained") is not None:
            marks.append("holds " + self.card(fields["enchained"], f"{at}/enchained"))
        return text + (f"{{{' '.join(marks)}}}" if marks else "")
