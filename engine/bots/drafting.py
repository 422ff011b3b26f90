"""What bots take in a draft: the cards that bring the most for what they cost."""

from __future__ import annotations

from engine.bots.worth import worth_of_card
from engine.cards import Card
from engine.setup.drafts import KEEP, Draft, Pick, RowDraft
from engine.setup.mutation import MutationDraft


def best_pick(draft: Draft, seat: int) -> Pick:
    """The choice with the most points, the first of equals; only what lies open to ``seat`` is looked at.

    Raises ``ValueError`` when the seat has nothing to choose.
    """
    picks = draft.legal_actions(seat)
    if not picks:
        raise ValueError("there is nothing to choose")
    return max(picks, key=lambda pick: sum(worth_of_card(card) for card in _offered(draft, pick)))


def _offered(draft: Draft, pick: Pick) -> tuple[Card, ...]:
    if isinstance(draft, RowDraft):
        return draft.row[pick.at] or ()
    if isinstance(draft, MutationDraft):
        return ((draft.drafted if pick.verb == KEEP else draft.hands)[pick.seat][pick.at],)
    return ()
