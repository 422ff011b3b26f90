"""Making a session: its header out of sets and names, its seats."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from accounts.models import Owner, Visibility
from cards.models import CardSet
from cards.queries import cards_of_set
from cards.sets import SLUGS, read_set
from engine.decks.game.decks import face
from engine.decks.game.mutation_draft import HAND
from engine.decks.rules.abilities import ABILITIES_OF_EDITION
from engine.decks.rules.cards import Card
from engine.decks.sessions.document import MAX_CARDS, MIN_CARDS, read_header
from engine.decks.sessions.schedule import SEATS
from engine.decks.sessions.session_errors import BadSession
from engine.kernel.chance import SEED_BITS, Chance
from mutation.models import MutationSession, SessionDeal, SessionSeat
from mutation.services import seating
from mutation.services.ledgers import ledger_of
from mutation.services.waiting import waits_for
from tables.tokens import new_nonce
from web.refusals import RequestRefused

MIN_OF_SET: Final = 32
DRAFT: Final = "draft"  # the pass draft, here
DEALT: Final = "dealt"  # 16 cards for each, dealt by us, without a draft
HANDS: Final = "hands"  # the hands of a table, for a draft that is kept here
DRAFTED: Final = "drafted"  # what a table has drafted
TYPED: Final = (HANDS, DRAFTED)
WAYS: Final = (DRAFT, DEALT, *TYPED)

MINE: Final = "me"
OPEN: Final = "open"

Dealt = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class PlayableSet:
    """A set with the cards that an edition can be played with, by id; ``names`` are theirs in both languages."""

    slug: str
    name: str
    cards: Mapping[str, Card]
    names: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class SessionPlan:
    """A session as somebody would like it. ``seats`` are ``me``, ``open`` or a bot's level; ``deal`` typed cards."""

    name: str
    edition: str
    players: Mapping[str, str]
    seats: Mapping[str, str]
    sets: tuple[PlayableSet, PlayableSet]
    way: str = DRAFT
    deal: Dealt | None = None
    is_open: bool = True


def playable_set(slug: str, edition: str, owner: Owner | None) -> PlayableSet | None:
    """A set of the site or one that this owner may see; None where there is none."""
    allowed = ABILITIES_OF_EDITION[edition]
    if slug in SLUGS:
        file = read_set(slug)
        entries = [(f"{slug}/{entry.slug}", entry.card, (entry.name.en, entry.name.fr)) for entry in file.cards]
        name = file.name.en
    else:
        card_set = CardSet.objects.readable_by(owner).filter(slug=slug).first()
        if card_set is None:
            return None
        playable = [card for card in cards_of_set(card_set, owner) if card.kind in ("creature", "incantation")]
        entries = [
            (f"{slug}/{card.slug or number}".lower(), card.printed, (card.name, card.name_fr))
            for number, card in enumerate(playable, 1)
        ]
        name = card_set.name
    cards: dict[str, Card] = {}
    faces = set()
    for card_id, card, _names in entries:
        if not (card.abilities | card.auras) & ~allowed and card.name and face(card) not in faces:
            faces.add(face(card))
            cards[card_id] = card
    names = {card_id: called for card_id, _card, called in entries if card_id in cards}
    return PlayableSet(slug[:60], name[:60], cards, names)


def header_of(plan: SessionPlan) -> dict[str, Any]:
    """The header of a plan, deal and all. Raises ``BadSession``."""
    first, second = plan.sets
    faces = {face(card) for card in first.cards.values()}
    others = {key: card for key, card in second.cards.items() if face(card) not in faces and key not in first.cards}
    written = [
        {
            "slug": session_set.slug,
            "name": session_set.name,
            "cards": [_written(key, card) for key, card in cards.items()],
        }
        for session_set, cards in ((first, first.cards), (second, others))
    ]
    header: dict[str, Any] = {
        "name": plan.name,
        "edition": plan.edition,
        "players": dict(plan.players),
        "sets": written,
        "deal": _deal(plan, [*first.cards, *others]),
        "prices": None,
    }
    read_header(header)
    return header


def _written(card_id: str, card: Card) -> dict[str, Any]:
    written = card.written_out()
    keys = ("name", "type", "cost", "av", "hp", "abilities")
    return {"id": card_id, **{key: written[key] for key in keys if key in written}}


def _deal(plan: SessionPlan, ids: Sequence[str]) -> dict[str, Any]:
    if plan.way == DRAFT:
        return {"seed": secrets.randbits(SEED_BITS)}
    if plan.way == DEALT:
        stock = sorted(ids)
        Chance(secrets.randbits(SEED_BITS), "deal").shuffle(stock)
        return {DRAFTED: {seat: stock[HAND * place : HAND * (place + 1)] for place, seat in enumerate(SEATS)}}
    return {plan.way: {seat: list(cards) for seat, cards in (plan.deal or {}).items()}}


def faults_of_sets(first: PlayableSet, second: PlayableSet) -> str:
    """The code of the fault in two sets; "" when a session can be dealt from them."""
    if first.slug == second.slug:
        return "same-set"
    if min(len(first.cards), len(second.cards)) < MIN_OF_SET:
        return "set-too-small"
    together = {face(card) for card in (*first.cards.values(), *second.cards.values())}
    if len(together) < MIN_CARDS:
        return "sets-too-small"
    return "sets-too-large" if len(together) > MAX_CARDS else ""


@transaction.atomic
def create(plan: SessionPlan, owner: Owner, token: str = "") -> MutationSession:
    """A new session with its seats. Raises ``RequestRefused`` for what the contract does not take."""
    try:
        header = header_of(plan)
    except BadSession as wrong:
        raise RequestRefused(422, wrong.code, wrong.message, wrong.at) from None
    deal = header.pop("deal")
    session = MutationSession(
        owner=owner,
        name=plan.name,
        header=header,
        nonce=new_nonce(),
        visibility=Visibility.UNLISTED if plan.is_open else Visibility.PRIVATE,
        sees_all=MINE not in plan.seats.values(),
    )
    if token:
        session.token = token
    session.save()
    session.deal = SessionDeal.objects.create(session=session, deal=deal)
    for letter, who in plan.seats.items():
        is_bot = who not in (MINE, OPEN)
        seat = SessionSeat(session=session, letter=letter, level=who if is_bot else "")
        seat.kind = SessionSeat.Kind.BOT if is_bot else SessionSeat.Kind.PERSON
        seat.save()
        if who == MINE:
            seating.hold(session, seat, owner)
    state = ledger_of(session).state
    session.phase = state.phase
    session.waits_for = "".join(sorted({task.seat for task in waits_for(state)}))
    session.save(update_fields=["phase", "waits_for"])
    return session
