"""The game as the site knows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from board.choices import Choice, ChoiceGroup
from contract.advice import Advice
from contract.game import Game
from contract.simple import SimpleGameAdapter
from contract.simple_form import SimpleSetupForm
from contract.simple_pages import CardGroup, DrawnCard, SimpleGamePages
from contract.state import Turn
from engine.kernel.chance import Chance
from engine.kernel.reading import Reader
from tests.games.high_card.rules import CARDS, SEATS, HighCard

NAME: Final = "high-card"


class HighCardAdapter(SimpleGameAdapter):
    name = NAME
    view_format = "high-card/1"
    schema_name = "NewHighCardGame"
    all_seats = SEATS

    def read_options(self, reader: Reader, data: Any) -> dict[str, Any]:
        reader.object(data, "/options", (), ())
        return {}

    def begun(self, setup: Mapping[str, Any]) -> HighCard:
        return HighCard(int(setup["seed"]))

    def begun_at(self, state: Mapping[str, Any]) -> HighCard:
        raise NotImplementedError("there are no moments of it")

    def turn_of(self, engine: HighCard) -> Turn:
        return (len(engine.actions),)

    def try_out(self, engine: HighCard, seat: int, action: str) -> int | None:
        engine.apply(seat, action)
        return None  # nothing hidden is turned up by a card of one's own

    def choose(self, engine: HighCard, seat: int, level: str, seed: int, temper: object) -> str:
        legal = engine.legal_actions(seat)
        if level == self.levels[0]:
            return legal[Chance(seed, f"bot {seat} {len(engine.actions)}").below(len(legal))]
        return legal[-1]

    def record_of(self, engine: HighCard) -> dict[str, Any]:
        return {"format": "high-card-record/1", "actions": engine.actions}

    def words(self) -> str:
        return "High Card"


class HighCardPages(SimpleGamePages):
    board_template = "high_card/_board.html"
    about = "The higher card takes both."
    in_words = ("Lead a card, or answer the one that was led.", "Who takes most has won.")

    def title(self) -> str:
        return "High Card"

    def card_groups(self) -> Iterable[CardGroup]:
        yield CardGroup("Cards", [DrawnCard(str(card), "card-draw", "n1", str(card)) for card in CARDS])

    def seat_word(self, seat: str) -> str:
        return seat

    def thing_word(self, thing: str) -> str:
        return thing

    def seats_in(self, view: Mapping[str, Any]) -> Sequence[str]:
        return SEATS

    def board(self, view: Mapping[str, Any], own: str, names: Mapping[str, str]) -> Any:
        seats = [(names[seat], view["hands"][seat], view["taken"][seat]) for seat in SEATS]
        return {"trick": view["trick"], "seats": seats}

    def groups(self, view: Mapping[str, Any]) -> Iterable[ChoiceGroup]:
        yield ChoiceGroup("", [Choice(action, self.action_words(action)) for action in view["actions"]])

    def action_words(self, action: str) -> str:
        return action.replace("play", "Play")

    def event_words(self, event: Mapping[str, Any], names: Mapping[str, str]) -> str:
        seat = names[event["seat"]]
        return f"{seat} plays {event['card']}." if event["kind"] == "play" else f"{seat} takes both."

    def stage_words(self, view: Mapping[str, Any]) -> str:
        return "Lead a card." if view["trick"] is None else "Answer the card."

    def end_words(self, reason: str) -> str:
        return "All cards are played." if reason == "most-taken" else ""

    def open_view(self, engine: HighCard) -> Mapping[str, Any]:
        hands = dict(zip(SEATS, engine.hands, strict=True))
        return {**engine.view(None), "actions": [], "hands": hands}

    def advice(self, view: Mapping[str, Any]) -> Advice | None:
        return None


class HighCardForm(SimpleSetupForm):
    game = NAME
    seats = SEATS


GAME: Final = Game(
    name=NAME,
    title="High Card",
    tagline="Three cards each, the higher takes both",
    adapter=HighCardAdapter(),
    faces=HighCardPages(),
    setup_form=HighCardForm,
)
