"""The table of Clash of the Cards: the prize pile, the champions, armies that grow in the hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from board.choices import Choice, ChoiceGroup
from contract.advice import Advice
from contract.simple_pages import CardGroup, DrawnCard, EndScores, SimpleGamePages
from engine.armies.formats.views import view_of
from engine.armies.pack.cards import CARD_OF_NAME, COPIES, STRENGTHS
from engine.armies.rules.scoring import ARMY
from games.armies import words
from games.armies.advice import advice_of
from games.armies.faces import BACK, KIND_ICONS, CardFace

_STAGES: Final = {
    "deal": gettext_lazy("Deal the next hand."),
    "turn": gettext_lazy("Draw, open a battle, or play a special card. You can lay down armies first."),
    "stand": gettext_lazy("Your cards are attacked: fight or surrender."),
    "spy": gettext_lazy("Join the battle with a Spy, or stay out."),
    "champion": gettext_lazy("Choose your champion: it stays face down until all are set."),
    "guardian": gettext_lazy("Save your champion with a Guardian, or let it go."),
    "theft": gettext_lazy("Answer the Thief."),
    "after": gettext_lazy("Lay down your armies, or end the turn."),
}


@dataclass(frozen=True)
class HandSlot:
    """A card in hand, and the action that it stands for now ("" for none) in words."""

    face: CardFace
    action: str = ""
    title: str = ""


@dataclass(frozen=True)
class ArmyInHand:
    """The cards of a number in hand: an army as soon as there are four."""

    number: int
    name: str
    slots: Sequence[HandSlot]
    missing: int
    note: str


@dataclass(frozen=True)
class PlayerShown:
    """A player at the table as somebody may see them."""

    seat: str
    name: str
    cards: int
    bonus: int
    chest_cards: int
    score: int
    is_active: bool
    is_to_act: bool
    open_hand: Sequence[CardFace] | None
    pile: Sequence[CardFace]
    champion: CardFace | None
    has_surrendered: bool
    has_joined: bool
    points: Mapping[str, Any] | None


class ArmiesPages(SimpleGamePages):
    board_template = "armies/_board.html"
    end_action = "end-turn"

    def title(self) -> str:
        return _("Clash of the Cards")

    @property
    def about(self) -> str:
        return _("Collect two sets of four, fight for the cards you lack, and be first to 1,000 points.")

    @property
    def in_words(self) -> Sequence[str]:
        return (
            _("On your turn you draw two cards, open a battle, or play a special card."),
            _("In a battle you put up a card. All players with that number add theirs, then fight or surrender."),
            _("The fighters set a champion face down. The highest wins the pile: Wild, then 10 down to 1, then Death."),
            _("At the end of every turn each player draws up to eight cards."),
            _("Four cards of one number are an army. Lay down two armies (three with Death) to end the hand."),
            _("All players score all their armies: 300 points for 1 or 2, down to 100 for 9 or 10."),
        )

    def card_groups(self) -> Iterable[CardGroup]:
        for number, name in words.CHARACTER_NAMES.items():
            faces = [CardFace(f"{number}.{strength}") for strength in range(1, STRENGTHS + 1)]
            cards = [DrawnCard(face.name, face.icon, f"n{number}", str(number), face.pips) for face in faces]
            yield CardGroup(f"{number} · {name}", cards)
        specials = [
            DrawnCard(str(name), KIND_ICONS[kind], f"of-{kind}", text=str(words.KIND_TEXTS[kind]), count=_copies(kind))
            for kind, name in words.KIND_NAMES.items()
        ]
        yield CardGroup(_("Special cards"), specials)

    def seat_word(self, seat: str) -> str:
        return seat

    def thing_word(self, thing: str) -> str:
        return words.thing(thing)

    def seats_in(self, view: Mapping[str, Any]) -> Sequence[str]:
        return list(view["players"])

    def action_words(self, action: str) -> str:
        return words.action_words(action)

    def gives_away(self, actions: Sequence[str], *, has_acted: bool) -> bool:
        """See ``SimpleGamePages``. Armies that are whole can be passed by."""
        return any(_sort_of(action) == "lay-down" for action in actions)

    def given_away_words(self) -> str:
        return _("You can lay down your armies.")

    def event_words(self, event: Mapping[str, Any], names: Mapping[str, str]) -> str:
        return words.event_words(event, names)

    def end_words(self, reason: str) -> str:
        return str(words.REASONS.get(reason, ""))

    def points(self, engine: Any) -> Mapping[str, int]:
        return {seat: player["score"] for seat, player in engine.view(None)["players"].items()}

    def part_words(self, engine: Any) -> str:
        return _("Hand %(number)d") % {"number": max(1, engine.inner.position.hand_number)}

    def end_scores(self, engine: Any) -> EndScores:
        view = engine.view(None)
        hands = ngettext("%(n)d hand", "%(n)d hands", view["hand_number"]) % {"n": view["hand_number"]}
        last = view["last"]["points"] if view["last"] else {}
        by = {
            seat: [str(player["score"]), str(last[seat]["total"]) if last else "0"]
            for seat, player in view["players"].items()
        }
        return EndScores([_("Points"), _("Last hand")], by, hands)

    def stage_words(self, view: Mapping[str, Any]) -> str:
        return str(_STAGES.get(view["phase"], ""))

    def open_view(self, engine: Any) -> Mapping[str, Any]:
        view: dict[str, Any] = {**engine.view(None), "actions": []}
        for number, seat in enumerate(list(view["players"])):
            own = view_of(engine.inner.position, number)
            view["players"][seat] = own["players"][seat]
            if view["battle"] and seat in view["battle"]["champions"]:
                view["battle"]["champions"][seat] = own["battle"]["champions"][seat]
        return view

    # The board

    def advice(self, view: Mapping[str, Any]) -> Advice | None:
        return advice_of(view)

    def board(self, view: Mapping[str, Any], own: str, names: Mapping[str, str]) -> Any:
        battle = view["battle"]
        seats = list(view["players"])
        first = seats.index(own) if own else 0
        others = [*seats[first + 1 :], *seats[:first]] if own else seats
        return {
            "others": [_player(view, seat, names[seat], is_own=False) for seat in others],
            "own": _player(view, own, names[own], is_own=True) if own else None,
            "armies": _armies(view, own) if own and view["players"][own]["hand"] is not None else [],
            "specials": _specials(view, own) if own and view["players"][own]["hand"] is not None else [],
            "chest": [CardFace(card) for card in view["players"][own]["chest"] or ()] if own else [],
            "deck": view["deck"],
            "discard": [CardFace(card) for card in view["discard"]],
            "battle": battle,
            "number_name": words.CHARACTER_NAMES[battle["number"]] if battle else "",
            "theft": view["theft"],
            "stolen": words.wanted(view["theft"]["name"]) if view["theft"] else "",
            "hand_number": view["hand_number"],
            "turn_number": view["turn_number"],
            "last": view["last"],
            "answer": words.action_words(view["answer"]) if view.get("answer") else "",
        }

    def groups(self, view: Mapping[str, Any]) -> Iterable[ChoiceGroup]:
        sorts: dict[str, list[Choice]] = defaultdict(list)
        for action in view["actions"]:
            sorts[_sort_of(action)].append(Choice(action, words.action_words(action), _ICONS.get(action, "")))
        yield from (
            ChoiceGroup(str(title), sorts[sort], ruling, is_strong=sort in ("answer", "lay-down"))
            for sort, (title, ruling) in _GROUPS.items()
            if sorts[sort]
        )


_ICONS: Final = {
    "draw": "card-draw",
    "lay-down": "laurel-crown",
    "deal": "card-exchange",
    "stand": "crossed-swords",
    "surrender": "flag-objective",
    "join": "spyglass",
    "guard": "guards",
    "castle": "castle",
}
# The sorts of actions in the order in which they stand on the page. Battles, champions and gifts are cards of the hand.
_GROUPS: Final = {
    "lay-down": ("", "C16.2"),
    "answer": ("", ""),
    "champion": (gettext_lazy("Your champion"), "C6.11"),
    "give": (gettext_lazy("What you give"), "C12.4"),
    "draw": ("", "C5.1"),
    "battle": (gettext_lazy("Battle: put up a card"), "C6.1"),
    "spy": (gettext_lazy("Battle with a Spy"), "C11.1"),
    "bonus": (gettext_lazy("Steal a Bonus"), "C12.2"),
    "ask": (gettext_lazy("Send a Thief"), "C12.3"),
    "chest": (gettext_lazy("Put an army under the Chest"), "C14.1"),
    "gravedigger": (gettext_lazy("Send the Gravedigger"), "C15.1"),
}


def _copies(kind: str) -> int:
    return COPIES[CARD_OF_NAME[kind]]


def _sort_of(action: str) -> str:
    verb, _space, arguments = action.partition(" ")
    if verb == "battle":
        return "spy" if arguments.startswith("spy") else "battle"
    if verb == "thief":
        return arguments.partition(" ")[0]
    return verb if verb in _GROUPS else "answer"


def _slot(view: Mapping[str, Any], card: str) -> HandSlot:
    for verb in ("battle", "champion", "give"):
        action = f"{verb} {card}"
        if action in view["actions"]:
            return HandSlot(CardFace(card), action, words.action_words(action))
    return HandSlot(CardFace(card))


def _armies(view: Mapping[str, Any], seat: str) -> list[ArmyInHand]:
    """The numbered cards of a hand by their numbers, and what each number lacks for an army (C16.1)."""
    slots_by_number: dict[int, list[HandSlot]] = defaultdict(list)
    hand = view["players"][seat]["hand"]
    for card in hand:
        face = CardFace(card)
        if face.number:
            slots_by_number[face.number].append(_slot(view, card))
    wilds = hand.count("wild")
    armies = []
    for number, slots in sorted(slots_by_number.items()):
        missing = max(0, ARMY - len(slots))
        note = _("An army") if not missing else ngettext("%(n)d missing", "%(n)d missing", missing) % {"n": missing}
        if 0 < missing <= wilds:
            note = _("An army with your Wilds")
        armies.append(ArmyInHand(number, str(words.CHARACTER_NAMES[number]), slots, missing, note))
    return armies


def _specials(view: Mapping[str, Any], own: str) -> list[HandSlot]:
    return [_slot(view, card) for card in view["players"][own]["hand"] if not CardFace(card).number]


def _player(view: Mapping[str, Any], seat: str, name: str, *, is_own: bool) -> PlayerShown:
    player, battle, last = view["players"][seat], view["battle"], view["last"]
    pile = battle["pile"].get(seat, []) if battle else []
    champion = None
    if battle and seat in battle["champions"]:
        card = battle["champions"][seat]
        champion = BACK if card is None else CardFace(card)
    is_open = player["hand"] is not None and not is_own
    shows_points = view["phase"] in ("deal", "over") and last is not None
    return PlayerShown(
        seat=seat,
        name=name,
        cards=player["cards"],
        bonus=player["bonus"],
        chest_cards=player["chest_cards"],
        score=player["score"],
        is_active=view["active"] == seat,
        is_to_act=seat in view["to_act"],
        open_hand=[CardFace(card) for card in player["hand"]] if is_open else None,
        pile=[CardFace(card) for card in pile],
        champion=champion,
        has_surrendered=bool(battle) and seat in battle["surrendered"],
        has_joined=bool(battle) and seat in battle["joined"],
        points=last["points"][seat] if shows_points else None,
    )
