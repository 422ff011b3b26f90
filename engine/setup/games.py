"""A game from its set-up to its end: the draft, the terms, the play, and what everybody has seen of it."""

from __future__ import annotations

from typing import Final, TypeVar

from engine.actions import Action, parse_action
from engine.errors import IllegalAction
from engine.events import Event
from engine.position import Position
from engine.setup.deal import deal
from engine.setup.drafts import NOBODY, Draft, Pick, new_draft, parse_pick
from engine.setup.errors import SetUpError
from engine.setup.formats import Decks, SetUp
from engine.setup.knowledge import Knowledge
from engine.setup.mutation import MutationDraft
from engine.setup.terms import Terms
from engine.trace import Trace

AT_DRAFT: Final = "draft"
AT_TERMS: Final = "terms"
AT_PLAY: Final = "play"
AT_END: Final = "over"

A = TypeVar("A", Action, Pick)
Sighting = tuple[Event, bool]  # an event, and whether everybody may know the cards that it names


class Game:
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
        if self.draft is not None and not self.draft.is_over:
            return AT_DRAFT
        if self.position is None:
            return AT_END if self.setup.is_mutation_draft else AT_TERMS
        return AT_END if self.position.is_over else AT_PLAY

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

    def legal_actions(self, seat: int | None = None) -> list[Pick] | list[Action]:
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

    def _deal_at_once(self) -> None:
        """Deals when the decks are there and the terms have been given."""
        if self.terms is not None and self.stage == AT_TERMS:
            terms, self.terms = self.terms, None
            self.settle(terms)

    def apply(self, action: Action | Pick | str) -> list[Event]:
        """Carries out an action, or the text form of one; answers the events of the play (none in a draft).

        Raises ``IllegalAction`` with the code of the draft or of the contract (``bad-action`` for a text that is no
        action of this stage); the game is then as it was.
        """
        stage = self.stage
        if stage == AT_DRAFT and self.draft is not None:
            pick = _parsed(action, Pick)
            self.draft.apply(pick)
            self.draft_actions.append(str(pick))
            self._deal_at_once()
            return []
        if stage != AT_PLAY or self.position is None or self.knowledge is None:
            code = "game-over" if stage == AT_END else "wrong-phase"
            raise IllegalAction(code, f"nothing can be done at the stage '{stage}'")
        done = _parsed(action, Action)
        trace = Trace()
        self.position.apply(done, trace)
        self.actions.append(str(done))
        self.seen.append([(event, self.knowledge.see(event)) for event in trace.events])
        return trace.events

    def copy(self) -> Game:
        """An independent copy; cards and events are shared."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.draft = None if self.draft is None else self.draft.copy()
        twin.position = None if self.position is None else self.position.copy()
        twin.knowledge = None if self.knowledge is None else self.knowledge.copy()
        twin.draft_actions = self.draft_actions[:]
        twin.actions = self.actions[:]
        twin.seen = self.seen[:]
        return twin

    def key(self) -> tuple[object, ...]:
        """Equal exactly for games equal in all that matters for the future. Hashable."""
        setup = self.setup
        if self.position is not None:
            return (self.stage, setup.seed if setup.mode.ai_seats else None, self.position.key())
        return (
            self.stage,
            setup.seed,
            *(setup.mode.name, setup.format, setup.edition, setup.exhaustion, setup.first),
            tuple([tuple(sorted(card.key for card in deck)) for deck in setup.decks]) if self.draft is None else (),
            None if self.draft is None else self.draft.key(),
            None if self.terms is None else repr(self.terms),
        )


def _parsed(action: Action | Pick | str, kind: type[A]) -> A:
    if isinstance(action, str):
        try:
            action = parse_pick(action) if kind is Pick else parse_action(action)
        except ValueError as wrong:
            raise IllegalAction("bad-action", str(wrong)) from None
    if not isinstance(action, kind):
        raise IllegalAction("bad-action", f"not an action of this stage: {action}")
    return action
