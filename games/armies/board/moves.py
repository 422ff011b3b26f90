"""What can be done on the board: which card goes to which place, and what a seat can know of what comes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.armies.formats.state_reading import read_options
from engine.armies.pack.cards import CARD_OF_NAME, DEATH, NUMBERS, WILD, Card
from engine.armies.pack.options import Options
from engine.armies.rules import scoring
from engine.armies.rules.legality import armies_needed
from engine.armies.rules.state import HAND
from engine.kernel.reading import Reader
from games.armies import words
from games.armies.faces import CardFace

ICONS: Final = {
    "draw": "card-draw",
    "lay-down": "laurel-crown",
    "deal": "card-exchange",
    "stand": "crossed-swords",
    "surrender": "flag-objective",
    "join": "spyglass",
    "guard": "guards",
    "castle": "castle",
}
MAIN: Final = ("lay-down", "end-turn", "deal", "stand", "join", "guard", "castle")

Known = Mapping[str, Mapping[str, int]]  # cards that seats hold for sure


@dataclass(frozen=True)
class Deed:
    """A button on the table: something that is done without a card being laid anywhere."""

    action: str
    words: str
    says: str
    icon: str
    is_main: bool


class Outlook:
    """What a seat's actions would come to; ``known`` are the cards that others hold for sure."""

    def __init__(self, view: Mapping[str, Any], seat: str, names: Mapping[str, str], known: Known) -> None:
        self.view = view
        self.seat = seat
        self.names = names
        self.known = known
        self.hand: list[str] = view["players"][seat]["hand"]
        self.battle = view["battle"]
        self.options: Options = read_options(Reader(), view["options"], "/options")

    # Buttons on the table

    def deeds(self) -> Iterator[Deed]:
        for action in sorted(self.view["actions"], key=lambda action: action not in MAIN):
            if " " not in action:
                icon = ICONS.get(action, "")
                yield Deed(action, words.action_words(action), self._deed_says(action), icon, action in MAIN)

    def _deed_says(self, action: str) -> str:
        at_stake = len(self.battle["pile"].get(self.seat, ())) if self.battle else 0
        in_pile = sum(map(len, self.battle["pile"].values())) if self.battle else 0
        match action:
            case "deal":
                return _("Eight cards each.")
            case "draw":
                left = self.view["deck"]
                return ngettext("%(n)d card is left to draw.", "%(n)d cards are left to draw.", left) % {"n": left}
            case "lay-down":
                points = self.points().total
                total = self.view["players"][self.seat]["score"] + points
                return _("The hand ends: %(points)d points for you, %(total)d in all.") % {
                    "points": points,
                    "total": total,
                }
            case "end-turn":
                return _("All players draw up to eight cards.")
            case "stand":
                text = ngettext("%(n)d card of yours is at stake.", "%(n)d cards of yours are at stake.", at_stake)
                return text % {"n": at_stake}
            case "surrender":
                text = ngettext(
                    "You lose %(n)d card and keep your champion.",
                    "You lose %(n)d cards and keep your champion.",
                    at_stake,
                )
                return text % {"n": at_stake}
            case "join":
                text = ngettext(
                    "The Spy is spent: you can win %(n)d card.", "The Spy is spent: you can win %(n)d cards.", in_pile
                )
                return text % {"n": in_pile}
            case "pass":
                return _("Nothing changes for you.")
            case "guard":
                return _("The Guardian is spent: %(card)s returns to your hand.") % {"card": self._champion()}
            case "decline":
                return _("You discard %(card)s.") % {"card": self._champion()}
            case "allow":
                return _("You lose the Bonus and its 50 points.")
            case _:
                return _("The Castle is spent: you keep what the Thief wants.")

    def _champion(self) -> str:
        return words.card_in_sentence(self.battle["champions"].get(self.seat) if self.battle else None)

    def points(self) -> scoring.Points:
        """What the hand would bring if it were laid down now."""
        player = self.view["players"][self.seat]
        hand = [CARD_OF_NAME[card] for card in self.hand]
        chest = [CARD_OF_NAME[card] for card in player["chest"]] if player["chest"] else None
        reverse = self.options.reverse
        armies = scoring.best_armies(hand, chest, armies_needed(hand), reverse)
        sixes = scoring.sixes_of(hand, chest)
        return scoring.points_of(armies, sixes, player["bonus"], True, DEATH in hand, reverse)

    # Cards that are laid somewhere

    def moves(self) -> Iterator[dict[str, Any]]:
        chests: dict[int, list[list[str]]] = {}
        for action in self.view["actions"]:
            verb, *arguments = action.split(" ")
            if not arguments:
                yield from self._bare(action)
            elif verb == "battle" and arguments[0] == "spy":
                says = self._battle_says(int(arguments[1]), is_spy=True)
                yield self._move(action, "spy", f"number:{arguments[1]}", _("Battle"), says)
            elif verb == "battle":
                says = self._battle_says(CardFace(arguments[0]).number, is_spy=False)
                yield self._move(action, arguments[0], "field", _("Battle"), says)
            elif verb == "champion":
                tag = _("Champion")
                yield self._move(action, arguments[0], f"champion:{self.seat}", tag, self._champion_says(arguments[0]))
            elif verb == "give":
                thief = self.view["active"]
                says = _("%(seat)s gets it.") % {"seat": self.names[thief]}
                yield self._move(action, arguments[0], f"seat:{thief}", _("Give"), says)
            elif verb == "gravedigger":
                says = _("It comes to your hand. The Gravedigger is spent.")
                yield self._move(action, "gravedigger", f"grave:{arguments[0]}", _("Take"), says)
            elif verb == "thief":
                yield self._thief(action, *arguments)
            elif verb == "chest":
                number = next(CardFace(card).number for card in arguments if card != "wild")
                chests.setdefault(number, []).append(arguments)
        for number, ways in chests.items():
            cards = min(ways, key=lambda way: (way.count("wild"), -len(way)))
            drawn = max(0, HAND - (len(self.hand) - 1 - len(cards)))
            says = ngettext(
                "Safe until the hand ends. You draw %(n)d card.",
                "Safe until the hand ends. You draw %(n)d cards.",
                drawn,
            )
            tag = ngettext("%(n)d card", "%(n)d cards", len(cards)) % {"n": len(cards)}
            yield self._move(" ".join(("chest", *cards)), "chest", f"army:{number}", tag, says % {"n": drawn})

    def _move(self, action: str, card: str, target: str, tag: str, says: str) -> dict[str, Any]:
        return {
            "action": action,
            "from": card,
            "to": target,
            "words": words.action_words(action),
            "tag": tag,
            "says": says,
        }

    def _bare(self, action: str) -> Iterator[dict[str, Any]]:
        """Answers that are a card of the hand can be given with it, too."""
        places = {
            "join": ("spy", "field"),
            "guard": ("guardian", f"champion:{self.seat}"),
            "castle": ("castle", "field"),
            "draw": ("deck", "hand"),
        }
        if action in places:
            yield self._move(action, *places[action], words.action_words(action), self._deed_says(action))

    def _thief(self, action: str, way: str, victim: str, wanted: str = "") -> dict[str, Any]:
        name = {"seat": self.names[victim]}
        if way == "bonus":
            says = _("You get 50 points and draw a card, unless %(seat)s discards a Castle.") % name
            return {**self._move(action, "thief", f"bonus:{victim}", words.wanted("bonus"), says)}
        holds = sum(count for card, count in self.known.get(victim, {}).items() if _is_wanted(card, wanted))
        says = _("You get one if %(seat)s has any, unless %(seat)s discards a Castle.") % name
        if holds:
            says = _("%(seat)s has one for sure: you get it, unless %(seat)s discards a Castle.") % name
        move = self._move(action, "thief", f"number:{wanted}", words.wanted(wanted), says)
        return {**move, "via": f"seat:{victim}"}

    def _battle_says(self, number: int, *, is_spy: bool) -> str:
        if is_spy:
            text = _("All others put in their %(number)ds; you put in nothing. If no one has any, you draw a card.")
        else:
            text = _("All others put in their %(number)ds. If no one has any, yours comes back and you draw a card.")
        says = [text % {"number": number}]
        for seat, cards in self.known.items():
            count = sum(held for card, held in cards.items() if CardFace(card).number == number)
            if count and seat != self.seat:
                sure = ngettext("%(seat)s has %(n)d for sure.", "%(seat)s has %(n)d for sure.", count)
                says.append(sure % {"seat": self.names[seat], "n": count})
        return " ".join(says)

    def _champion_says(self, card: str) -> str:
        if card == "castle":
            count = len(self.battle["pile"].get(self.seat, ()))
            text = ngettext(
                "Your %(n)d card comes back to your hand. You can't win the pile.",
                "Your %(n)d cards come back to your hand. You can't win the pile.",
                count,
            )
            return text % {"n": count}
        if card == "death":
            return _("Every other champion beats it, and the winner takes it.")
        if card == "wild":
            return _("Nothing beats it. It is then discarded.")
        unseen = self._unseen()
        stronger = sum(count for other, count in unseen.items() if CARD_OF_NAME[card] < other <= WILD)
        text = ngettext(
            "%(n)d of the %(all)d cards you can't see beats it.",
            "%(n)d of the %(all)d cards you can't see beat it.",
            stronger,
        )
        return text % {"n": stronger, "all": sum(unseen.values())}

    def _unseen(self) -> Counter[Card]:
        """The cards that this seat does not see: in other hands, under their Chests, in the draw pile."""
        unseen = Counter(dict(enumerate(self.options.copies)))
        seen: list[str] = [*self.hand, *self.view["discard"], *(self.view["players"][self.seat]["chest"] or ())]
        for player in self.view["players"].values():
            seen += ["bonus"] * player["bonus"] + ["chest"] * bool(player["chest_cards"])
        for cards in self.battle["pile"].values() if self.battle else ():
            seen += cards
        unseen.subtract(CARD_OF_NAME[card] for card in seen)
        return +unseen


def _is_wanted(card: str, wanted: str) -> bool:
    return wanted in (card, str(CardFace(card).number))


def wanted_names(options: Options) -> Iterable[str]:
    """All that a Thief can ask for."""
    return [
        *map(str, NUMBERS),
        *(kind for kind in words.KIND_NAMES if kind != "bonus" and options.has(CARD_OF_NAME[kind])),
    ]
