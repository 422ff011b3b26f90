"""Reading the notation of ``notation``: from a line of text to the JSON of a position."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, Final

from engine.decks.formats.interchange import BASTION, FORMAT, FORT
from engine.kernel.errors import EngineError


class NotationError(EngineError):
    """Text that is no notation: ``column`` (counted from 1) says where, the message what was expected there."""

    def __init__(self, column: int, expected: str, text: str) -> None:
        super().__init__("bad-position", f"column {column}: expected {expected}, found {text}")
        self.column = column


def text_to_json(text: str) -> dict[str, Any]:
    """The ``clash-position/1`` object that a line of notation stands for. Raises ``NotationError``."""
    return _Parser(text).position()


# Signs. A name is told from a word by the bracket that follows it.
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_WORD: Final = re.compile(r"[a-z][a-z0-9:-]*(?!\w)")
_SEAT: Final = re.compile(r"[A-Z](?![\w(])")
_NUMBER: Final = re.compile(r"[0-9]+(?!\w)")
_TURN: Final = re.compile(r"t[0-9]+(?!\w)")
_MANA: Final = re.compile(r"m[0-9]+(?!\w)")
_COST: Final = re.compile(r"c[0-9]+(?!\w)")
_EDITION: Final = re.compile(r"season-[0-9]+(?!\w)")
_PHASE: Final = re.compile(r"[a-z]+(?!\w)")
_FIRST: Final = re.compile(r"first:[A-Z](?!\w)")
_STRONGHOLD: Final = re.compile(r"[BF](?![\w('\u2019-])")
_NAME: Final = re.compile(r"[^\W\d]\w*(?:['\u2019-]\w+)*(?=\()")
_QUOTED: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_REFERENCE: Final = re.compile(r"@[\w./:-]+")
_CARD_STARTS: Final = re.compile(rf'["@]|{_NAME.pattern}')
_COUNTED_MARK: Final = re.compile(r"(d|sprint)([0-9]+)(?!\w)")
_END_OF_PART: Final = re.compile(r"\||\Z")
_ASKED: Final = ("or-sooner", "how-many", "whatever", "no-incantations", "plays", "fewest", "keep")
_NAMING: Final = ("with", "without")
_MARKS: Final = ("entered", "struck", "sharpened", "activated")


class _Parser:
    """Reads a text from left to right: ``at`` is the index of the next sign."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    # Reading signs

    def fail(self, expected: str) -> NotationError:
        """The error of not finding what is expected at the next sign."""
        self.skip()
        rest = self.text[self.at : self.at + 12]
        return NotationError(self.at + 1, expected, ascii(rest) if rest else "the end")

    def skip(self) -> None:
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at

    def sees(self, sign: str | re.Pattern[str]) -> bool:
        self.skip()
        if isinstance(sign, str):
            return self.text.startswith(sign, self.at)
        return sign.match(self.text, self.at) is not None

    def maybe(self, sign: str | re.Pattern[str]) -> str | None:
        """The next sign if it is this one, and goes on."""
        self.skip()
        if isinstance(sign, str):
            text = sign if self.text.startswith(sign, self.at) else None
        else:
            match = sign.match(self.text, self.at)
            text = match.group() if match else None
        if text is not None:
            self.at += len(text)
        return text

    def take(self, sign: str | re.Pattern[str], expected: str) -> str:
        """The next sign, which has to be this one."""
        text = self.maybe(sign)
        if text is None:
            raise self.fail(expected)
        return text

    def word(self, *words: str) -> str | None:
        """The next sign if it is one of these words, and goes on."""
        before = self.at
        text = self.maybe(_WORD)
        if text is not None and text in words:
            return text
        self.at = before
        return None

    def number(self, sign: re.Pattern[str], expected: str) -> int:
        """A number, after the letter that the sign has before it if it has one."""
        before = self.at
        return self.whole(self.take(sign, expected).lstrip("tmc"), before)

    def whole(self, digits: str, at: int) -> int:
        try:
            return int(digits)
        except ValueError:  # Python's limit, thousands of digits
            self.at = at
            raise self.fail("a number with fewer digits") from None

    # The whole

    def position(self) -> dict[str, Any]:
        if self.word("cod1") is None:
            raise self.fail("'cod1'")
        position: dict[str, Any] = {"format": FORMAT, "edition": "season-2"}
        position["mode"] = self.take(_WORD, "a mode, as 'duel'")
        position["edition"] = self.maybe(_EDITION) or "season-2"
        first = self.maybe(_FIRST)
        if first is not None and first != "first:A":
            position["first"] = first[-1]
        position["exhaustion"] = self.word("exhaustion") is not None
        position["active"] = self.take(_SEAT, "the active seat, as 'A'")
        position["phase"] = self.take(_PHASE, "the phase, as 'summoning'")
        position["mana"] = self.number(_MANA, "Mana") if self.sees(_MANA) else 0
        position["players"] = players = {}
        while self.maybe("|") is not None:
            if self.sees(_SEAT) and "result" not in position and "objective" not in position:
                seat = self.take(_SEAT, "a seat")
                if seat in players:
                    self.at -= 1
                    raise self.fail("a seat that has not been described")
                players[seat] = self.player()
            elif "result" not in position and "objective" not in position and self.word("result"):
                position["result"] = self.result()
            elif "objective" not in position and self.word("objective"):
                position["objective"] = self.objective()
            else:
                raise self.fail("a seat, as 'A', 'result' or 'objective'")
        self.skip()
        if self.at < len(self.text):
            raise self.fail("'|' or the end")
        return position

    def result(self) -> dict[str, Any]:
        winners = []
        while self.sees(_SEAT):
            winners.append(self.take(_SEAT, "a seat"))
        return {"winners": winners, "reason": self.take(_WORD, "a winner or a reason, as 'fort-destroyed'")}

    def objective(self) -> dict[str, Any]:
        player = self.take(_SEAT, "a seat")
        goal = self.goal()
        others = []
        while self.word("and") is not None:
            others.append(self.goal())
        if self.word("in") is None:
            raise self.fail("'in'")
        objective = {"player": player, "goal": goal, "turns": self.number(_NUMBER, "a number of turns")}
        if others:
            objective["and"] = others
        conditions: dict[str, Any] = {}
        while not self.sees(_END_OF_PART):
            word = self.word(*_ASKED, *_NAMING)
            if word == "or-sooner":
                objective["within"] = True
            elif word == "how-many":
                objective["ask"] = "ways"
            elif word == "no-incantations":
                conditions["incantations"] = False
            elif word == "plays":
                conditions["plays"] = self.number(_NUMBER, "a number of plays")
            elif word == "fewest":
                conditions["fewest"] = True
            elif word == "whatever":
                objective["hidden"] = {"player": self.take(_SEAT, "a seat"), "cards": self.cards()}
            elif word == "keep":
                conditions.setdefault("keep", []).append(self.take(_WORD, "'bastion' or 'creatures'"))
            elif word is not None:
                conditions.setdefault(word, []).append(self.card())
            else:
                raise self.fail("a condition, as 'no-incantations'")
        if conditions:
            objective["conditions"] = conditions
        return objective

    def goal(self) -> Any:
        goal: Any = self.take(_WORD, "a goal, as 'win'")
        if goal == "damage":
            goal = {"damage": self.number(_NUMBER, "a number")}
        elif goal == "destroy":
            seat = self.take(_SEAT, "a seat")
            line = self.take(_WORD, "'upper' or 'lower'")
            goal = {"destroy": {"player": seat, "line": line, "position": self.number(_NUMBER, "a position")}}
        return goal

    # A seat

    def player(self) -> dict[str, Any]:
        data: dict[str, Any] = {}
        while not self.sees(_END_OF_PART):
            before = self.at
            key, value = self.part()
            if key in data:
                self.at = before
                raise self.fail(f"something else than '{key}' once more")
            data[key] = value
        return _in_order(data)

    def part(self) -> tuple[str, Any]:
        if self.sees(_TURN):
            return "turn", self.number(_TURN, "turns")
        if self.sees("["):
            return "hand", self.cards(True)
        word = self.word(BASTION, FORT, *self._PARTS)
        if word is None:
            raise self.fail("a card, or a part of a seat, as 't3', '[' or 'upper'")
        return (word, self._PARTS[word](self)) if word in self._PARTS else ("side", word)

    def cards(self, in_hand: bool = False) -> list[Any]:
        self.take("[", "'['")
        cards: list[Any] = []
        while self.maybe("]") is None:
            stronghold = self.maybe(_STRONGHOLD) if in_hand else None
            if stronghold is not None:
                cards.append(BASTION if stronghold == "B" else FORT)
            elif self.sees(_CARD_STARTS):
                cards.append(self.hand_card())
            else:
                raise self.fail("a card, 'B', 'F' or ']'" if in_hand else "a card or ']'")
        return cards

    def hand_card(self) -> str | dict[str, Any]:
        card = self.card()
        if self.sees("{"):
            if isinstance(card, str):
                raise self.fail("no mark on a reference")
            self.take("{", "'{'")
            if self.word("sharpened") is None:
                raise self.fail("'sharpened'")
            self.take("}", "'}'")
            card["sharpened"] = True
        return card

    def line(self) -> list[dict[str, Any]]:
        creatures = []
        while self.sees(_CARD_STARTS):
            creatures.append(self.creature())
        return creatures

    def champion(self) -> dict[str, Any]:
        return {"card": self.card(), "state": self.take(_WORD, "'ready', 'exhausted' or 'in-play'")}

    def ai(self) -> dict[str, Any]:
        self.take("[", "'['")
        fixed = self.number(_NUMBER, "the fixed Mana")
        self.take("+", "'+'")
        variable = self.number(_NUMBER, "the variable Mana")
        resistance = self.word("resistance") is not None
        return {
            "fixed_mana": fixed,
            "variable_mana": variable,
            "resistance": resistance,
            "abilities": self.abilities("]"),
        }

    _PARTS: Final[dict[str, Callable[[_Parser], Any]]] = {
        "upper": line,
        "lower": line,
        "champion": champion,
        "ai": ai,
        "pile": cards,
        "discard": cards,
    }

    # Cards

    def card(self) -> str | dict[str, Any]:
        if self.sees("@"):
            return self.reference()
        name = self.quoted() if self.sees('"') else self.take(_NAME, "a card, as 'Ogre(c4 3/5)'")
        self.take("(", "'('")
        cost = self.number(_COST, "a cost, as 'c4'")
        av = self.number(_NUMBER, "an attack value")
        creature = self.maybe("/") is not None
        card: dict[str, Any] = {
            "name": name,
            "type": "creature" if creature else "incantation",
            "cost": cost,
            "av": av,
        }
        if creature:
            card["hp"] = self.number(_NUMBER, "Health Points")
        card["abilities"] = self.abilities(")")
        return card

    def reference(self) -> str:
        if self.text.startswith('@"', self.at):
            self.at += 1
            return self.quoted()
        return self.take(_REFERENCE, "a reference, as '@base/imp'")[1:]

    def quoted(self) -> str:
        before = self.at
        literal = self.take(_QUOTED, "a name that ends with '\"'")
        try:
            text: str = json.loads(literal)
        except ValueError:
            self.at = before
            raise self.fail("a name written as a JSON string") from None
        return text

    def abilities(self, end: str) -> list[str]:
        slugs = []
        while self.maybe(end) is None:
            slugs.append(self.take(_WORD, f"an ability, as 'rage', or '{end}'"))
        return slugs

    def creature(self) -> dict[str, Any]:
        creature: dict[str, Any] = {"card": self.card()}
        if self.maybe("+") is not None:
            creature["symbiote"] = self.card()
        if self.maybe("{") is not None:
            while self.maybe("}") is None:
                before = self.at
                key, value = self.mark()
                if key in creature:
                    self.at = before
                    raise self.fail(f"something else than '{key}' once more")
                if value != 0:
                    creature[key] = value
        return creature

    def mark(self) -> tuple[str, Any]:
        counted = self.maybe(_COUNTED_MARK)
        if counted is not None:
            digits = counted.lstrip("dsprint")
            return "sprint" if counted.startswith("s") else "damage", self.whole(digits, self.at - len(counted))
        word = self.word(*_MARKS, "champion", "champion:symbiote", "holds")
        if word is None:
            raise self.fail("a mark, as 'd1' or 'struck', or '}'")
        if word == "holds":
            return "enchained", self.card()
        if word == "champion:symbiote":
            return "champion", "symbiote"
        return word, True


_ORDER: Final = ("turn", "ai", "side", "pile", "discard", "hand", "upper", "lower", "champion")
_DEFAULTS: Final[dict[str, Any]] = {"turn": 0, "upper": [], "lower": []}
_AI_DEFAULTS: Final[dict[str, Any]] = {**_DEFAULTS, "side": BASTION, "pile": [], "discard": []}


def _in_order(data: dict[str, Any]) -> dict[str, Any]:
    """A seat with its keys in the order of ``write_position``, those left out with their defaults."""
    defaults = _AI_DEFAULTS if "ai" in data else _DEFAULTS
    return {
        key: data[key] if key in data else list(defaults[key]) if defaults[key] == [] else defaults[key]
        for key in _ORDER
        if key in data or key in defaults
    }
