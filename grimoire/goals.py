"""Objectives in words, made from the position: a full sentence, and a short form for lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from board.naming import localised, written_out
from engine.decks.formats.interchange import write_position
from engine.decks.rules.modes import MODES, SEAT_NAMES, Mode
from engine.decks.rules.position import Position
from engine.decks.solving.objective import WAYS
from grimoire.models import Puzzle

Json = Mapping[str, Any]
_FEW: Final = {1: "st", 2: "nd", 3: "rd"}


def goal_text(position: Position | Json, language: str) -> str:
    """The objective as a sentence that leaves nothing open: what, whose, where, by when, against whom.

    ``position`` is the engine's or its JSON, with an objective; ``language`` is ``en`` or ``fr``.
    """
    with override(language):
        return _Goal(position, language).sentence()


def goal_short(puzzle: Puzzle | Position | Json, language: str) -> str:
    """The same for lists, without the circumstances: "Win in 2 turns"."""
    with override(language):
        return _Goal(puzzle.position if isinstance(puzzle, Puzzle) else puzzle, language).short()


def asks_ways(position: Json) -> bool:
    """Whether the number of solutions is asked."""
    return bool(position.get("objective", {}).get("ask") == WAYS)


def lack_text(lack: Json) -> str:
    """The first unmet part of an objective (``Lack.to_json``), as a sentence in the language of the moment."""
    seat, left = lack["player"], lack["left"]
    patterns = {
        "bastion": _("%(seat)s's Bastion still has %(left)d HP."),
        "fort": _("%(seat)s's Fort still has %(left)d HP."),
        "no-bastion": _("%(seat)s has no Bastion left to bring down."),
        "creature": _("%(seat)s's Creature still has %(left)d HP."),
        "damage": ngettext("%(left)d damage is still missing.", "%(left)d damage is still missing.", left),
        "turns": ngettext("%(left)d enemy turn is still to come.", "%(left)d enemy turns are still to come.", left),
        "lost": _("The game is over and the objective wasn't reached."),
        "incantations": _("You played an Incantation, which the objective forbids."),
        "plays": _("You played more cards than the objective allows."),
        "without": _("You played a card that the objective forbids."),
        "with": _("You didn't play every card that the objective asks for."),
        "keep-bastion": _("Your Bastion has fallen: the objective was to keep it."),
        "keep-creatures": _("One of your Creatures was destroyed: the objective was to lose none."),
    }
    return patterns[lack["part"]] % {"seat": seat, "left": left}


def hand_text(objective: Json, tried: Json) -> str:
    """Against how many hands a try fails whose objective hides one, and one of those, as a sentence."""
    cards = [objective["hidden"]["cards"][place]["name"] for place in tried["hand"]]
    count = tried["fails"]
    text = ngettext(
        "It fails against %(count)d hand: when %(seat)s holds, from left to right: %(cards)s.",
        "It fails against %(count)d hands, as when %(seat)s holds, from left to right: %(cards)s.",
        count,
    )
    return text % {"count": count, "seat": objective["hidden"]["player"], "cards": ", ".join(cards)}


class _Goal:
    """An objective and what its words need of the position. Speaks the language of the moment."""

    def __init__(self, position: Position | Json, language: str) -> None:
        self.data: Json = write_position(position) if isinstance(position, Position) else position
        self.language = language
        objective = self.data["objective"]
        self.player = SEAT_NAMES.index(objective["player"])
        self.turns: int = objective["turns"]
        self.others: list[Any] = objective.get("and", [])
        self.is_within: bool = objective.get("within", False)
        self.conditions: Json = objective.get("conditions", {})
        self.asks_ways: bool = objective.get("ask") == WAYS
        self.hidden: Json = objective.get("hidden", {})
        self._take(objective["goal"])
        self.mode: Mode = MODES[self.data.get("mode", "duel")]
        team = self.mode.team_of
        self.enemies = [seat for seat in range(self.mode.seats) if team[seat] != team[self.player]]

    def _take(self, goal: Any) -> None:
        """Makes a goal the one that is spoken of."""
        self.kind: str = goal if isinstance(goal, str) else next(iter(goal))
        self.given: Any = None if isinstance(goal, str) else goal[self.kind]

    # Whole sentences

    def sentence(self) -> str:
        return " ".join([self._first_goal(), *self._further_goals(), *self._conditions()])

    def _further_goals(self) -> Iterator[str]:
        for goal in self.others:
            self._take(goal)
            if self.kind == "win":
                yield _("Also win the game.")
            elif self.kind == "bastion":
                yield _("Also bring down %(bastion)s.") % {"bastion": self._bastion()}
            elif self.kind == "damage":
                facts = {"damage": self._damage(), "strongholds": self._strongholds()}
                yield _("Also deal %(damage)s %(strongholds)s.") % facts
            elif self.kind == "survive":
                if len(self.enemies) > 1:
                    text = ngettext(
                        "Also survive the next turn of every enemy.",
                        "Also survive the next %(count)d turns of every enemy.",
                        self.turns,
                    )
                else:
                    text = ngettext(
                        "Also survive %(whose)s next turn.", "Also survive %(whose)s next %(count)d turns.", self.turns
                    )
                yield text % {"count": self.turns, "whose": self._whose(self.enemies[0])}
            else:
                facts = {"name": self._target_name(), "where": self._target_place()}
                yield _("Also destroy %(name)s, %(where)s.") % facts

    def _conditions(self) -> Iterator[str]:
        conditions = self.conditions
        if self.is_within and self.turns > 1:
            yield _("Fewer turns may be enough.")
        if not conditions.get("incantations", True):
            yield _("Play no Incantation.")
        if conditions.get("fewest"):
            yield _("Play as few cards as possible.")
        elif "plays" in conditions:
            plays = conditions["plays"]
            text = ngettext("Play at most %(count)d card.", "Play at most %(count)d cards.", plays)
            yield text % {"count": plays} if plays else _("Play no card.")
        for card in conditions.get("with", ()):
            yield _("You must play %(card)s.") % {"card": self._card_name(card)}
        for card in conditions.get("without", ()):
            yield _("Don't play %(card)s.") % {"card": self._card_name(card)}
        if "bastion" in conditions.get("keep", ()):
            yield _("Keep your Bastion.")
        if "creatures" in conditions.get("keep", ()):
            yield _("Lose none of your Creatures.")
        if self.asks_ways:
            yield _("In how many ways? Other orders of the same plays and needless plays don't count.")
        if self.hidden:
            count = self._held()
            text = ngettext(
                "It must work whatever %(seat)s holds: %(count)d of these cards: %(cards)s.",
                "It must work whatever %(seat)s holds: %(count)d of these cards, in any order: %(cards)s.",
                count,
            )
            cards = ", ".join(self._card_name(card) for card in self.hidden["cards"])
            yield text % {"seat": self.hidden["player"], "count": count, "cards": cards}

    def _held(self) -> int:
        """How many cards the hidden hand has."""
        return len(self.data["players"][self.hidden["player"]]["hand"]) - 1

    def _card_name(self, card: Any) -> str:
        card = written_out({"card": card})["card"]
        name = localised(card, self.language)["name"] if isinstance(card, Mapping) else card
        return " ".join(name.split()) or _("(nameless)")

    def _first_goal(self) -> str:
        if self.kind == "predict":
            return _("Predict the position after %(whose)s Assault.") % {"whose": self._whose(self.player)}
        if self.kind == "survive":
            return self._survive()
        facts = {"when": self._within(), "defence": self._defence()}
        if self.kind == "win":
            return _("Win the game %(when)s%(defence)s.") % facts
        if self.kind == "bastion":
            return _("Bring down %(bastion)s %(when)s%(defence)s.") % {**facts, "bastion": self._bastion()}
        if self.kind == "damage":
            return _("Deal %(damage)s %(strongholds)s %(when)s%(defence)s.") % {
                **facts,
                "damage": self._damage(),
                "strongholds": self._strongholds(),
            }
        return _("Destroy %(name)s, %(where)s, %(when)s%(defence)s.") % {
            **facts,
            "name": self._target_name(),
            "where": self._target_place(),
        }

    def _survive(self) -> str:
        count, ais = self.turns, self.mode.ai_seats
        if len(self.enemies) > 1 and ais:
            text = ngettext(
                "Survive the next turn of both AIs.", "Survive the next %(count)d turns of both AIs.", count
            )
        elif len(self.enemies) > 1:
            text = ngettext(
                "Survive the next turn of every enemy, whatever they do.",
                "Survive the next %(count)d turns of every enemy, whatever they do.",
                count,
            )
        elif ais:
            text = ngettext("Survive %(whose)s next turn.", "Survive %(whose)s next %(count)d turns.", count)
        else:
            text = ngettext(
                "Survive %(whose)s next turn, whatever happens in it.",
                "Survive %(whose)s next %(count)d turns, whatever happens in them.",
                count,
            )
        return text % {"count": count, "whose": self._whose(self.enemies[0])}

    def _within(self) -> str:
        return _("this turn") if self.turns == 1 else _("within %(count)d turns") % {"count": self.turns}

    def _defence(self) -> str:
        """Who may stop it: nobody within the player's own turn."""
        if self.turns == 1:
            return ""
        if len(self.enemies) > 2:
            return _(", whatever the others do")
        if len(self.enemies) == 2:
            ais = self.mode.ai_seats
            return (
                _(", with your partner's help, against both AIs")
                if ais
                else _(", with your partner's help, against every defence")
            )
        return _(", against the AI") if self.mode.ai_seats else _(", against every defence")

    # Parts

    def _whose(self, seat: int) -> str:
        pattern = _("AI %(seat)s's") if seat in self.mode.ai_seats else _("%(seat)s's")
        return pattern % {"seat": SEAT_NAMES[seat]}

    def _bastion(self) -> str:
        if len(self.enemies) > 1:
            return _("an enemy's Bastion")
        return _("%(whose)s Bastion") % {"whose": self._whose(self.enemies[0])}

    def _strongholds(self) -> str:
        if len(self.enemies) > 1:
            return _("to the enemies' Strongholds")
        return _("to %(whose)s Stronghold") % {"whose": self._whose(self.enemies[0])}

    def _damage(self) -> str:
        return ngettext("%(count)d damage", "%(count)d damage", self.given) % {"count": self.given}

    @property
    def _row(self) -> list[Any]:
        row: list[Any] = self.data["players"][self.given["player"]].get(self.given["line"], [])
        return row

    def _target_name(self) -> str:
        """The Creature's name, that of its Symbiote behind it; nothing worse than a place where it is not there."""
        if self.given["position"] >= len(self._row):
            return _("a Creature")
        creature = localised(written_out(self._row[self.given["position"]]), self.language)
        names = [" ".join(creature[part]["name"].split()) for part in ("card", "symbiote") if creature.get(part)]
        name = " + ".join(name or _("(nameless)") for name in names)
        return _("the Champion %(name)s") % {"name": name} if creature.get("champion") else name

    def _target_place(self) -> str:
        place = self.given["position"]
        facts = {
            "line": _("upper line") if self.given["line"] == "upper" else _("lower line"),
            "kingdom": self._kingdom(SEAT_NAMES.index(self.given["player"])),
            "ordinal": _ordinal(place + 1, self.language),
        }
        if len(self._row) == 1:
            return _("the only Creature on the %(line)s of %(kingdom)s") % facts
        if place == 0:
            return _("the Creature next to the Bridge on the %(line)s of %(kingdom)s") % facts
        return _("the %(ordinal)s Creature from the Bridge on the %(line)s of %(kingdom)s") % facts

    def _kingdom(self, seat: int) -> str:
        if seat == self.player:
            return _("your own Kingdom")
        if seat not in self.enemies:
            return _("your partner's Kingdom")
        return _("%(whose)s Kingdom") % {"whose": self._whose(seat)}

    # For lists

    def short(self) -> str:
        return ", ".join([self._short_goal(), *self._short_conditions()])

    def _short_conditions(self) -> Iterator[str]:
        conditions = self.conditions
        if self.others:
            count = len(self.others)
            yield ngettext("%(count)d more objective", "%(count)d more objectives", count) % {"count": count}
        if not conditions.get("incantations", True):
            yield _("no Incantation")
        if conditions.get("fewest"):
            yield _("as few cards as possible")
        elif "plays" in conditions:
            plays = conditions["plays"]
            text = ngettext("at most %(count)d card", "at most %(count)d cards", plays)
            yield text % {"count": plays} if plays else _("no card")
        for card in conditions.get("with", ()):
            yield _("with %(card)s") % {"card": self._card_name(card)}
        for card in conditions.get("without", ()):
            yield _("without %(card)s") % {"card": self._card_name(card)}
        if "bastion" in conditions.get("keep", ()):
            yield _("keep your Bastion")
        if "creatures" in conditions.get("keep", ()):
            yield _("lose no Creature")
        if self.asks_ways:
            yield _("in how many ways?")
        if self.hidden:
            yield _("whatever %(seat)s holds") % {"seat": self.hidden["player"]}

    def _short_goal(self) -> str:
        if self.kind == "predict":
            return _("Predict the outcome")
        if self.kind == "survive":
            return ngettext("Survive a turn", "Survive %(count)d turns", self.turns) % {"count": self.turns}
        when = _("this turn") if self.turns == 1 else _("in %(count)d turns") % {"count": self.turns}
        facts = {"when": when}
        if self.kind == "win":
            return _("Win %(when)s") % facts
        if self.kind == "bastion":
            return _("Bring down a Bastion %(when)s") % facts
        if self.kind == "damage":
            return _("Deal %(damage)s %(when)s") % {**facts, "damage": self._damage()}
        return _("Destroy %(name)s %(when)s") % {**facts, "name": self._target_name()}


def _ordinal(number: int, language: str) -> str:
    """2nd, 3rd, 11th; 2e in French. The first has words of its own."""
    if language == "fr":
        return f"{number}e"
    tens, units = divmod(number % 100, 10)
    return f"{number}{'th' if tens == 1 else _FEW.get(units, 'th')}"
