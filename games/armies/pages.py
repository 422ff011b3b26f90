"""The table of Clash of the Cards: the prize pile, the champions, armies that grow in the hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from board.choices import Choice, ChoiceGroup
from contract.advice import Advice
from contract.simple_pages import CardGroup, DrawnCard, EndScores, SimpleGamePages
from engine.armies.formats.views import view_of
from games.armies import words
from games.armies.advice import advice_of
from games.armies.board.arrangement import board_of, play_of
from games.armies.board.moves import ICONS
from games.armies.faces import CHARACTERS, SPECIALS, CardFace

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


class ArmiesPages(SimpleGamePages):
    board_template = "armies/board/_board.html"
    styles_template = "armies/_styles.html"
    head_template = "armies/table/_head.html"
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
        for number, faces in CHARACTERS.items():
            yield CardGroup(f"{number} · {faces[0].name}", [_drawn(face, str(number)) for face in faces])
        yield CardGroup(_("Special cards"), [_drawn(face) for face in SPECIALS])

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
        return board_of(view, own, names)

    def table_board(self, engine: Any, view: Mapping[str, Any], own: str, names: Mapping[str, str]) -> Any:
        return board_of(view, own, names, play_of(engine, view, own))

    def groups(self, view: Mapping[str, Any]) -> Iterable[ChoiceGroup]:
        sorts: dict[str, list[Choice]] = defaultdict(list)
        for action in view["actions"]:
            sorts[_sort_of(action)].append(Choice(action, words.action_words(action), ICONS.get(action, "")))
        yield from (
            ChoiceGroup(str(title), sorts[sort], ruling, sort in ("answer", "lay-down"), is_folded=bool(title))
            for sort, (title, ruling) in _GROUPS.items()
            if sorts[sort]
        )


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


def _drawn(face: CardFace, sign: str = "") -> DrawnCard:
    pips = range(face.strength)
    return DrawnCard(face.name, face.icon, "is-faced", sign, pips, face.text, face.count, face, "armies/_face.html")


def _sort_of(action: str) -> str:
    verb, _space, arguments = action.partition(" ")
    if verb == "battle":
        return "spy" if arguments.startswith("spy") else "battle"
    if verb == "thief":
        return arguments.partition(" ")[0]
    return verb if verb in _GROUPS else "answer"
