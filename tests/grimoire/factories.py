"""Pages and books for the tests of this room: small positions, really solved."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from django.utils import timezone

from accounts.models import Owner, User, Visibility
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.formats.notation import parse
from engine.decks.rules.position import Position
from engine.kernel.budget import Budget
from grimoire.authoring import services
from grimoire.authoring.deriving import derive
from grimoire.models import Book, BookPage, Proof, Puzzle
from grimoire.proving.searching import Finding, search
from grimoire.proving.services import is_final, known, note

_numbers = count(1001)  # of one length, so that their order is the same as text and as numbers


@cache
def _puzzles() -> dict[str, dict[str, Any]]:
    puzzles: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "puzzles.json").read_text("utf-8"))
    return puzzles


def names_of_positions() -> list[str]:
    """The names that ``position_json`` knows: one or two of every goal, and ``win-in-two``. All have one solution."""
    return list(_puzzles())


def position_json(name: str = "win") -> dict[str, Any]:
    """A composed position with its objective, as JSON of one's own to change."""
    return deepcopy(_puzzles()[name])


def position_of(name: str = "win") -> Position:
    """The same as the engine's position."""
    return read_position(position_json(name))


def make_owner(name: str = "") -> Owner:
    """An owner with an account; without a name a guest."""
    return Owner.objects.create(user=User.objects.create_user(name, password="hush-hush-42") if name else None)


@cache
def _found(position: str) -> Finding:
    return search(read_position(json.loads(position)), Budget())


def proof_of(data: dict[str, Any]) -> Proof:
    """The proof of a position: looked for once in a run, for hundreds of tests stand on the same few positions."""
    position = read_position(data)
    proof = known(position=position)
    if proof is not None and is_final(proof):
        return proof
    return note(position=position, finding=deepcopy(_found(json.dumps(data))), seconds=0.1)


def make_puzzle(
    owner: Owner | None = None, published: bool = True, *, position: str | dict[str, Any] = "win", **fields: Any
) -> Puzzle:
    """A page with its proof, public if it is published, else a private draft.

    ``position`` is a name of ``names_of_positions`` or JSON. Two pages of the same position share their proof.
    """
    data = position_json(position) if isinstance(position, str) else position
    values: dict[str, Any] = {
        "title": f"Page {next(_numbers)}",
        "visibility": Visibility.PUBLIC if published else Visibility.PRIVATE,
        "published_at": timezone.now() if published else None,
        **fields,
    }
    if "proof" not in values:
        values["proof"] = proof_of(data)
    return derive(Puzzle.objects.create(owner=owner, position=data, **values))


TWINS = (  # the same but for the lines of two Creatures, with different solutions
    "cod1 duel A summoning m1 | A t2 [B Zap(c1 1) Odd(c9 1/1)] upper Imp(c1 1/1) lower Imp(c1 1/1)"
    " | B t2 [F x(c9 1/1) y(c9 1/1)] upper Wall(c1 0/1) lower Ox(c1 0/2) | objective A damage 1 in 1",
    "cod1 duel A summoning m1 | A t2 [B Zap(c1 1) Odd(c9 1/1)] upper Imp(c1 1/1) lower Imp(c1 1/1)"
    " | B t2 [F x(c9 1/1) y(c9 1/1)] upper Ox(c1 0/2) lower Wall(c1 0/1) | objective A damage 1 in 1",
)


def make_twins(author: Owner, texts: tuple[str, str] = TWINS) -> tuple[Puzzle, Puzzle]:
    """A first puzzle and its twin, both proved, as drafts."""
    first = make_puzzle(author, position=write_position(parse(texts[0])), published=False, title="Ox")
    twin = services.add_twin(puzzle=first, owner=author)
    twin = services.place(puzzle=twin, position=parse(texts[1]))
    services.take_up(puzzle=twin, proof=proof_of(write_position(parse(texts[1]))))
    return Puzzle.objects.get(pk=first.pk), Puzzle.objects.get(pk=twin.pk)


def make_book(owner: Owner | None = None, pages: int | list[Puzzle] = 2, published: bool = True, **fields: Any) -> Book:
    """A book with so many pages (of different positions, as far as they go), or with these pages in this order."""
    if isinstance(pages, int):
        names = names_of_positions()
        pages = [make_puzzle(owner, published, position=names[number % len(names)]) for number in range(pages)]
    values: dict[str, Any] = {
        "title": f"Book {next(_numbers)}",
        "visibility": Visibility.PUBLIC if published else Visibility.PRIVATE,
        **fields,
    }
    book: Book = Book.objects.create(owner=owner, **values)
    BookPage.objects.bulk_create(
        BookPage(book=book, puzzle=puzzle, number=number) for number, puzzle in enumerate(pages, start=1)
    )
    return book
