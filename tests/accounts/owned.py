"""One of every kind of owned thing, for tests that ask the same of all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.timezone import now

from accounts.models import Owned, Owner, new_token
from accounts.services import owned_models
from tests.grimoire.factories import make_puzzle
from tests.tables.factories import make_game

FIELDS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "Analysis": lambda: {"start": {}, "nodes": {"0": {}}},
    "Book": lambda: {"title": "A book"},
    "Card": lambda: {"name": "A card"},
    "CardSet": lambda: {"name": "A set", "slug": f"set-{new_token()}".lower()},
    "Championship": lambda: {"title": "Six in an hour", "starts_at": now()},
    "ChatLine": lambda: {"game": make_game(), "seat_name": "A", "name": "Ada", "text": "So."},
    "Comment": lambda: {"puzzle": make_puzzle(), "text": "So."},
    "Contest": lambda: {"title": "Small walls", "theme": "Walls.", "opens_at": now(), "closes_at": now()},
    "Deck": lambda: {"name": "A deck"},
    "MutationSession": lambda: {"header": {}, "nonce": "n"},
    "Picture": lambda: {"sha256": "0" * 64, "width": 9, "height": 9, "size": 9},
    "PrintJob": lambda: {"title": "A print job"},
    "Puzzle": lambda: {"title": "A page", "position": {}, "position_key": "0" * 64},
    "Question": lambda: {"text": "Why?", "language": "en", "may_be_public": True},
    "ScoreSheet": lambda: {"kind": "pad", "setup": {"players": ["Ada", "Bob"]}},
    "Tournament": lambda: {"name": "Friday", "asked": {"game": "clash-of-decks", "mode": "duel"}},
}
MODELS: Final = {model.__name__: model for model in owned_models()}


def make_owned(name: str, owner: Owner | None, **fields: Any) -> Owned:
    """A thing of the model of that name, with what it needs at least."""
    return MODELS[name]._default_manager.create(**{**FIELDS[name](), **fields}, owner=owner)


def one_of_each(owner: Owner) -> dict[str, Owned]:
    """By the names of their models; what can hang on another of them does."""
    made: dict[str, Any] = {"CardSet": make_owned("CardSet", owner), "Picture": make_owned("Picture", owner)}
    made["Card"] = make_owned("Card", owner, set=made["CardSet"], slug="card", picture=made["Picture"])
    made["Deck"] = make_owned("Deck", owner, champion=made["Card"])
    made["Puzzle"] = make_owned("Puzzle", owner)
    made["Comment"] = make_owned("Comment", owner, puzzle=made["Puzzle"])
    made["ChatLine"] = make_owned("ChatLine", owner, game=make_game(owner))
    return made | {name: make_owned(name, owner) for name in MODELS.keys() - made.keys()}
