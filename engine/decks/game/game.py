"""A game from its set-up to its end: the draft, the terms, the play, and what everybody has seen of it."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.decks.game import visibility
from engine.decks.game.deal import deal
from engine.decks.game.drafts import NOBODY, Draft, DraftPick, new_draft, parse_pick
from engine.decks.game.errors import SetUpError
from engine.decks.game.knowledge import Knowledge
from engine.decks.game.mutation_draft import MutationDraft
from engine.decks.game.setup import MUTATION_SEATS, Decks, SetUp, players_of
from engine.decks.game.stages import AT_DRAFT, AT_END, AT_PLAY, AT_TERMS, Sighting
from engine.decks.game.terms import Terms
from engine.decks.game.unseen import deal_anew
from engine.decks.rules.actions import Action, parse_action
from engine.decks.rules.board import Result
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.events import Event
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import IllegalAction

A = TypeVar("A", Action, DraftPick)


class DecksGame:
    """A game as it stands.

    It begins with a ``draft`` (None in Constructed), then waits for ``settle``, unless the terms were given at once;
    from there on there is a ``position``. ``seen[n]`` are the events of action n of the play. ``draft_actions`` and
    ``actions`` hold the text forms of all that was done. For search copy the draft or the position, which are lighter.

    Raises ``SetUpError`` for a set-up or terms that the rules do not allow; of terms given at once that may turn out
    only with the last choice of the draft: ``apply`` raises it then, and the game waits for other terms.
    """

    def __init__(self, setup: SetUp, terms: Terms | None = None) -> None:
        setup.check()
        self.setup = setup
        self.terms = terms
        self.draft: Draft | None = MutationDraft(setup) if setup.is_mutation_draft else new_draft(setup)
        self.position: Position | None = None
        self.knowledge: Knowledge | None = None
        self.draft_actions: list[str] = []
        self.actions: list[str] = []
        self.seen: list[list[Sighting]] = []
        if terms is not None and setup.is_mutation_draft:
            raise SetUpError("no-game-yet")
        self._deal_at_once()

    @property
    def stage(self) -> str:
        """``draft``, ``terms`` (waiting for ``settle``), ``play`` or ``over``."""
        if self.position is not None:  # there is none before a draft is over
            return AT_END if self.position.is_over else AT_PLAY
        if self.draft is not None and not self.draft.is_over:
            return AT_DRAFT
        return AT_END if self.setup.is_mutation_draft else AT_TERMS

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to do: the game has ended, or the draft of a Mutation session."""
        return self.stage == AT_END

    @property
    def decks(self) -> Decks:
        """The decks: as given, or as far as they are drafted."""
        return Decks(self.setup.decks) if self.draft is None else self.draft.decks()

    @property
    def active(self) -> int:
        """The seat to act (an AI's when ``mana`` is to play its turn), or ``NOBODY``."""
        if self.stage == AT_DRAFT and self.draft is not None:
            return self.draft.active
        return self.position.active if self.stage == AT_PLAY and self.position is not None else NOBODY

    def to_act(self) -> tuple[int, ...]:
        """The seats that are to act, in seat order: several in a draft in which all choose at the same time."""
        if self.stage == AT_DRAFT and self.draft is not None:
            return tuple(self.draft.to_act())
        return (self.active,) if self.stage == AT_PLAY else ()

    @property
    def result(self) -> Result | None:
        """How the game ended, None before."""
        return None if self.position is None else self.position.result

    def view(self, seat: int | None) -> dict[str, Any]:
        """The view of a player's seat, or a spectator (None), as JSON.

        ``stage`` is that of the game, ``to_act`` the seats that are to act, ``actions`` what this seat may do, in text
        form. A draft stands in ``draft``, the revealed decks in ``decks``, the game in ``position``. Raises
        ``SetUpError`` (``unknown-seat``) for an AI's seat or none of this game.
        """
        self._check_seat(seat)
        data: dict[str, Any] = {
            "format": visibility.FORMAT,
            "seat": None if seat is None else SEAT_NAMES[seat],
            "mode": self.setup.mode.name,
            "game_format": self.setup.format,
            "edition": self.setup.edition,
            "stage": self.stage,
            "to_act": [SEAT_NAMES[other] for other in self.to_act()],
            "actions": [] if seat is None else [str(action) for action in self.legal_actions(seat)],
        }
        if self.position is not None and self.knowledge is not None:
            data["position"] = visibility.view_of_position(self.position, self.knowledge, seat)
        elif self.stage == AT_TERMS:
            data["decks"] = visibility.view_of_decks(self.setup, self.decks)
        elif self.draft is not None:
            data["draft"] = self.draft.seen_by(seat)
        return data

    def view_of_events(self, seat: int | None, number: int = -1) -> list[dict[str, Any]]:
        """The events of an action of the play (by default the last one) as a seat or a spectator may see them.

        Raises ``SetUpError`` as ``view`` does, and ``IndexError`` for an action that there is not.
        """
        self._check_seat(seat)
        return [visibility.view_of_event(sighting, seat) for sighting in self.seen[number]]

    def _check_seat(self, seat: int | None) -> None:
        seats = range(MUTATION_SEATS) if self.setup.is_mutation_draft else players_of(self.setup.mode)
        if seat is not None and seat not in seats:
            raise SetUpError("unknown-seat", None, str(seat))

    def legal_actions(self, seat: int | None = None) -> list[DraftPick] | list[Action]:
        """Every legal action of a seat, of the active one by default."""
        if self.stage == AT_DRAFT and self.draft is not None:
            return self.draft.legal_actions(seat)
        if self.stage == AT_PLAY and self.position is not None and seat in (None, self.position.active):
            return self.position.legal_actions()
        return []

    def settle(self, terms: Terms) -> None:
        """Settles the terms once the decks are there, and deals.

        Raises ``SetUpError`` for terms that the rules do not allow, and at another stage (``no-game-yet``).
        """
        if self.stage != AT_TERMS:
            raise SetUpError("no-game-yet")
        terms.check(self.setup, self.decks)
        self.terms = terms
        self.position = deal(self.setup, self.decks, terms)
        self.knowledge = Knowledge(self.position)
        self._deal_anew()

    def _deal_at_once(self) -> None:
        """Deals when the decks are there and the terms have been given."""
        if self.terms is not None and self.stage == AT_TERMS:
            terms, self.terms = self.terms, None
            self.settle(terms)

    def _deal_anew(self) -> None:
        """Deals anew what is hidden, where the set-up says so of this moment."""
        assert self.position is not None and self.knowledge is not None
        for redeal in self.setup.redeals:
            if redeal.after == len(self.actions) and not self.position.is_over:
                deal_anew(self.position, self.knowledge, redeal.seat, redeal.seed)

    @property
    def seed(self) -> int:
        """What all chance from now on follows from: the set-up's seed, or that with which was dealt anew last."""
        dealt = [redeal.seed for redeal in self.setup.redeals if redeal.after <= len(self.actions)]
        return dealt[-1] if dealt and self.position is not None else self.setup.seed

    def apply(self, seat: int, action: Action | DraftPick | str) -> list[Event]:
        """Carries out a seat's action, or the text form of one; answers the events of the play (none in a draft).

        An AI's turn is begun in its name (``mana``). Raises ``IllegalAction`` with the code of the draft or of the
        contract (``bad-action`` for a text that is no action of this stage), with ``not-your-turn`` for a seat that is
        not to act and for another's pick; the game is then as it was.
        """
        stage = self.stage
        if stage == AT_DRAFT and self.draft is not None:
            pick = _parsed(action, DraftPick)
            if pick.seat != seat:
                raise _not_your_turn(seat)
            self.draft.apply(pick)
            self.draft_actions.append(str(pick))
            self._deal_at_once()
            return []
        if stage != AT_PLAY or self.position is None or self.knowledge is None:
            code = "game-over" if stage == AT_END else "wrong-phase"
            raise IllegalAction(code, f"nothing can be done at the stage '{stage}'")
        if seat != self.position.active:
            raise _not_your_turn(seat)
        parsed = _parsed(action, Action)
        trace = Trace()
        self.position.apply(parsed, trace)
        self.actions.append(str(parsed))
        self.seen.append([(event, self.knowledge.see(event)) for event in trace.events])
        self._deal_anew()
        return trace.events

    def copy(self) -> DecksGame:
        """An independent copy; cards and events are shared."""
        copy = object.__new__(DecksGame)
        copy.__dict__.update(self.__dict__)
        copy.draft = None if self.draft is None else self.draft.copy()
        copy.position = None if self.position is None else self.position.copy()
        copy.knowledge = None if self.knowledge is None else self.knowledge.copy()
        copy.draft_actions = self.draft_actions[:]
        copy.actions = self.actions[:]
        copy.seen = self.seen[:]
        return copy

    def key(self) -> tuple[object, ...]:
        """Equal exactly for games equal in all that matters for the future. Hashable."""
        setup = self.setup
        if self.position is not None:
            to_come = tuple(redeal for redeal in setup.redeals if redeal.after > len(self.actions))
            return (self.stage, self.seed if setup.mode.ai_seats else None, to_come, self.position.key())
        return (
            self.stage,
            setup.seed,
            *(setup.mode.name, setup.format, setup.edition, setup.exhaustion, setup.first, setup.redeals),
            tuple([tuple(sorted(card.key for card in deck)) for deck in setup.decks]) if self.draft is None else (),
            None if self.draft is None else self.draft.key(),
            None if self.terms is None else repr(self.terms),
        )


def _not_your_turn(seat: int) -> IllegalAction:
    return IllegalAction("not-your-turn", f"it is not the turn of {SEAT_NAMES[seat]}")


def _parsed(action: Action | DraftPick | str, kind: type[A]) -> A:
    if isinstance(action, str):
        try:
            action = parse_pick(action) if kind is DraftPick else parse_action(action)
        except ValueError as wrong:
            raise IllegalAction("bad-action", str(wrong)) from None
    if not isinstance(action, kind):
        raise IllegalAction("bad-action", f"not an action of this stage: {action}")
    return action
