"""The bots' choice in a draft: the cards that bring the most for what they cost."""

from __future__ import annotations

from engine.decks.bots.worth import worth_of_card
from engine.decks.game.drafts import KEEP, Draft, DraftPick, RowDraft
from engine.decks.game.mutation_draft import MutationDraft
from engine.decks.rules.cards import Card


def best_pick(draft: Draft, seat: int) -> DraftPick:
    """The choice with the most points, the first of equals; only what lies open to ``seat`` is looked at.

    Raises ``ValueError`` when the seat has nothing to choose.
    """
    picks = draft.legal_actions(seat)
    if not picks:
        raise ValueError("there is nothing to choose")
    return max(picks, key=lambda pick: sum(worth_of_card(card) for card in _offered(draft, pick)))


def _offered(draft: Draft, pick: DraftPick) -> tuple[Card, ...]:
    if isinstance(draft, RowDraft):
        return draft.row[pick.at] or ()
    if isinstance(draft, MutationDraft):
        return ((draft.drafted if pick.verb == KEEP else draft.hands)[pick.seat][pick.at],)
    return ()
