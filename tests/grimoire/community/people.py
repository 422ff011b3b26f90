"""Readers of pages, with what they have done already."""

from __future__ import annotations

from typing import Any

from django.test import Client
from django.utils import timezone

from accounts.models import Owner
from accounts.owners import COOKIE
from grimoire.gate import Gate, gate_for
from grimoire.models import Attempt, Puzzle
from tests.cards.factories import guest_cookie, sign_in
from tests.grimoire.factories import make_owner


def guest() -> tuple[Owner, Client]:
    """Somebody without an account who has kept something already, and their browser."""
    owner, client = Owner.objects.create(), Client()
    client.cookies[COOKIE] = guest_cookie(owner)
    return owner, client


def member(name: str) -> tuple[Owner, Client]:
    """Somebody with an account, and their browser, signed in."""
    owner, client = make_owner(name), Client()
    sign_in(client, owner)
    return owner, client


def attempted(owner: Owner, puzzle: Puzzle, **fields: Any) -> Attempt:
    """An attempt with one judged answer; right where nothing else is said."""
    values = {"state": Attempt.State.SOLVED, "first_try": True, "tries": 1, "solved_at": timezone.now(), **fields}
    attempt: Attempt = Attempt.objects.create(owner=owner, puzzle=puzzle, **values)
    return attempt


def opened(owner: Owner, puzzle: Puzzle) -> Gate:
    """The gate of somebody who has solved the page."""
    attempted(owner, puzzle)
    return gate_for(puzzle, owner)
