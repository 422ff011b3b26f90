"""Clash of Decks at the tables."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import Owner
from board.mode_names import MODE_NAMES
from cards.decks.preconstructed import preconstructed_deck
from contract.adapter import GameSummary, KeptGame, KeptSeat
from contract.characters import Characters, level_in, temper_in
from contract.clocks import clock_again
from contract.deadlines import time_words
from contract.guide import Guide, guide_of, is_moment
from contract.log import Kind, NewEntry
from contract.schemas import CARD, CLOCK, DEADLINE, SEAT, SEED, new_seat
from contract.seating import ME, OPEN, seats_again
from contract.state import GameState, PlayedAction
from engine.decks.bots import LEVELS, make_bot
from engine.decks.bots.bot_view import bot_view
from engine.decks.game.drafts import MESSAGES as OF_DRAFTS
from engine.decks.game.drafts import Draft, DraftPick, RowDraft
from engine.decks.game.errors import MESSAGES as OF_SETUPS
from engine.decks.game.foresight import Foreseen, foresee, shown
from engine.decks.game.records import write_record
from engine.decks.game.setup import CONSTRUCTED, DRAFT, PRECONSTRUCTED
from engine.decks.game.stages import AT_DRAFT, AT_PLAY, AT_TERMS
from engine.decks.game.terms import faults_of_champion
from engine.decks.rules.abilities import SEASON_1, SEASON_2
from engine.decks.rules.actions import BEGIN_TURN
from engine.decks.rules.legality import MESSAGES
from engine.decks.rules.modes import DUEL, FREE_FOR_ALL, MODES, SEAT_NAMES
from engine.kernel.chance import SEED_BITS, Chance
from engine.kernel.temper import EVEN
from games.decks import setups
from games.decks.cardpool import site_champions
from games.decks.characters import CHARACTERS
from games.decks.forms import FORMAT_NAMES
from games.decks.state import DecksState
from tables.models import FirstGame
from web.openapi import OPEN_OBJECT, object_schema, or_null
from web.refusals import not_found


class DecksAdapter:
    """Clash of Decks as the tables know it."""

    name: str = setups.DECKS
    levels: Sequence[str] = LEVELS
    characters: Characters = CHARACTERS
    quick_levels: Collection[str] = ("random", "greedy")
    schema_name: str = "NewDecksGame"
    codes: Collection[str] = (*OF_SETUPS, *OF_DRAFTS, *MESSAGES, "bad-action")

    def request_schema(self) -> dict[str, Any]:
        deck = {"anyOf": [{"type": "string"}, {"type": "array", "items": CARD}]}
        described = {
            "game": {"enum": [self.name]},
            "mode": {"enum": list(MODES)},
            "format": {"enum": [PRECONSTRUCTED, DRAFT, CONSTRUCTED]},
            "edition": {"enum": [SEASON_2, SEASON_1]},
            "exhaustion": {"type": "boolean"},
            "sets": or_null({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": setups.MAX_SETS}),
            "decks": or_null({"type": "object", "additionalProperties": deck}),
            "champions": {"type": "boolean"},
            "custom": or_null(OPEN_OBJECT),
            "first": or_null(SEAT),
            "seed": SEED,
            "seats": {"type": "object", "additionalProperties": new_seat(LEVELS, CHARACTERS)},
            "deadline": DEADLINE,
            "clock": CLOCK,
            "spectators": {"type": "boolean"},
            "options": or_null(OPEN_OBJECT),
        }
        return object_schema(described, ["mode", "seats"], closed=True)

    def read(self, data: Mapping[str, Any], owner: Owner | None) -> setups.GameSetup:
        return setups.read_arrangement(data, owner)

    def call_request(self) -> dict[str, Any]:
        return {
            **{"game": self.name, "mode": DUEL.name, "format": PRECONSTRUCTED, "edition": SEASON_2},
            **{"seats": {"A": {"kind": ME}, "B": {"kind": OPEN}}},
            **{"exhaustion": False, "champions": False, "deadline": None},
        }

    def initial(self, game: KeptGame, open_seats: Iterable[str]) -> DecksState:
        return DecksState(game.mode, game.format, game.setup, open_seats, game.created)

    def foresee(self, state: GameState, seat: int, actions: Sequence[str]) -> Foreseen:
        engine = _decks(state).engine
        assert engine is not None
        return foresee(engine, seat, actions)

    # Bots

    def played_by_rules(self, state: GameState, seat: str) -> bool:
        return SEAT_NAMES.index(seat) in _decks(state).mode.ai_seats

    def holds_bots_back(self, state: GameState) -> bool:
        """See ``GameAdapter``: at a moment of the first game that is not about an attack."""
        guide = guide_of(state.setup)
        return guide is not None and not guide.answers

    def move(self, state: GameState, seat: str, level: str) -> NewEntry:
        decks, number = _decks(state), SEAT_NAMES.index(seat)
        engine = decks.engine
        assert engine is not None
        if not level:
            return NewEntry(Kind.ACTION, seat, str(BEGIN_TURN))
        seed = engine.seed
        if engine.stage == AT_TERMS:
            return _champion(decks, seat, seed)
        bot = make_bot(level_in(CHARACTERS, level), temper=temper_in(CHARACTERS, level) or EVEN)
        if engine.stage == AT_DRAFT and engine.draft is not None:
            favourite = _favourite(engine.draft, number, level)
            if favourite is not None:
                return NewEntry(Kind.ACTION, seat, str(favourite))
            chance = Chance(seed, f"bot {seat} draft {len(engine.draft_actions)}")
            return NewEntry(Kind.ACTION, seat, str(bot.pick(engine.draft, number, chance)))
        if _passes_in_first_game(decks, number):
            return NewEntry(Kind.ACTION, seat, str(engine.legal_actions(number)[-1]))
        chance = Chance(seed, f"bot {seat} {len(engine.actions)}")
        return NewEntry(Kind.ACTION, seat, str(bot.choose(bot_view(engine, number), chance)))

    # Consent

    def is_barred(self, state: GameState, to: int, persons: Collection[int]) -> bool:
        """See ``GameAdapter``: a card was shuffled since, or one was shown that is nobody's who asks or is asked."""

        def bars(_done: PlayedAction, before: Any, after: Any) -> bool:
            if before.stage != AT_PLAY:
                return True
            return any(seat not in persons for seat in shown(before, [event for event, _ in after.seen[-1]]))

        return any(bars(*step) for step in state.before(to))

    def is_final(self, state: GameState, to: int) -> bool:
        """See ``GameAdapter``: a choice of a draft is."""
        return any(before.stage != AT_PLAY for _done, before, _after in state.before(to))

    def plays_on(self, state: GameState) -> bool:
        return _decks(state).mode is FREE_FOR_ALL

    def winners_without(self, state: GameState, gone: Collection[str]) -> list[str]:
        """See ``GameAdapter``: who leaves has lost with the team."""
        mode = _decks(state).mode
        losers = {mode.team_of[SEAT_NAMES.index(letter)] for letter in gone}
        return [SEAT_NAMES[seat] for seat in range(mode.seats) if mode.team_of[seat] not in losers]

    def again(self, game: KeptGame, seats: Mapping[str, KeptSeat], back: Mapping[str, str]) -> setups.GameSetup:
        """See ``GameAdapter``. A deck goes with its player."""
        setup, _terms = setups.read_setup(game.mode, game.format, game.setup)
        order = list(seats)
        decks = setup.decks
        if game.format == CONSTRUCTED:
            decks = tuple(decks[order.index(back[letter])] for letter in order)
        return setups.GameSetup(
            setup=replace(setup, seed=secrets.randbits(SEED_BITS), decks=decks, redeals=()),
            champions=game.setup["champions"],
            custom=setups.custom_of(game.setup),
            seats=seats_again(seats),
            deadline=game.deadline,
            clock=clock_again(game.clock),
            spectators=game.spectators,
            sets=tuple(game.setup["sets"]),
            guide=_guide_again(game, seats.values()),
        )

    # Afterwards, and in words

    def record(self, state: GameState) -> dict[str, Any]:
        """See ``GameAdapter``: ``clash-record/1``. A moment of the first game began at no deal, so it has none."""
        engine = _decks(state).engine
        if is_moment(state.setup) or engine is None:
            raise not_found()
        return write_record(engine)

    def summary(self, data: Mapping[str, Any]) -> GameSummary:
        """See ``GameAdapter``: season 1, Exhaustion, Champions, the AI's level, the time."""
        options = []
        if data["edition"] == SEASON_1:
            options.append(_("Season 1"))
        if data["exhaustion"]:
            options.append(_("with Exhaustion"))
        if data["champions"]:
            options.append(_("with Champions"))
        if data.get("custom"):
            options.append(_("Custom Play, level %(level)s") % {"level": data["custom"]["level"]})
        options += time_words(data)
        format_ = dict(FORMAT_NAMES).get(data["format"], data["format"])
        return GameSummary(str(MODE_NAMES.get(data["mode"], data["mode"])), str(format_), tuple(options))


def _decks(state: GameState) -> DecksState:
    assert isinstance(state, DecksState)
    return state


def _passes_in_first_game(state: DecksState, seat: int) -> bool:
    """Whether a bot plays no card now: in a first game it plays one a turn, and none at a moment of it."""
    guide = guide_of(state.setup)
    if guide is None:
        return False
    turn = state.turn()
    return bool(guide.moment) or any(
        done.seat == seat and done.turn == turn and " " in done.action for done in state.done
    )


def _favourite(draft: Draft, seat: int, player: str) -> DraftPick | None:
    """The choice of the ready-made deck that a bot's character likes best; None where it is not there to take."""
    character = CHARACTERS.get(player)
    if character is None or not isinstance(draft, RowDraft):
        return None
    for pick in draft.legal_actions(seat):
        deck = preconstructed_deck(draft.row[pick.at] or ())
        if deck is not None and deck.slug == character.deck:
            return pick
    return None


def _champion(state: DecksState, letter: str, seed: int) -> NewEntry:
    """One of the site's own Champions that is not in the bot's deck."""
    assert state.engine is not None
    deck = state.engine.decks.players[state.players().index(SEAT_NAMES.index(letter))]
    edition = state.engine.setup.edition
    fit = [card for card in site_champions(edition) if not any(faults_of_champion(card, deck, edition, ""))]
    card = fit[Chance(seed, f"bot {letter} champion").below(len(fit))]
    return NewEntry(Kind.TERMS, letter, card.to_json(), {"card": card.written_out()})


def _guide_again(game: KeptGame, seats: Iterable[KeptSeat]) -> Guide | None:
    """The guide of a game that explained itself, for the next one, as long as its player wants the explanations."""
    guide = guide_of(game.setup)
    if guide is None or guide.moment:
        return None
    owners = [seat.owner_id for seat in seats if seat.is_person]
    return guide if FirstGame.objects.filter(owner__in=owners, explains=True).exists() else None
