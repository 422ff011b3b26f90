"""Recomputes the denormalised search columns of a page from its position and proof."""

from __future__ import annotations

import json
from typing import Final

from django.db import transaction
from django.db.models import Q

from accounts.models import Visibility
from board.naming import own_card
from board.services import site_cards
from cards.folding import folded
from engine.decks.composing.assessment import goal_of
from engine.decks.formats.interchange import read_position
from engine.decks.formats.objectives import BACK
from engine.decks.rules.position import Position
from engine.decks.solving.hidden import is_hidden, pool_of
from engine.decks.solving.objective import PREDICT
from grimoire.gate import same_puzzles
from grimoire.goals import goal_short
from grimoire.keys import position_key
from grimoire.models import Puzzle, PuzzleAbility, PuzzleSolution
from grimoire.models.puzzles import SIGNATURE_LENGTH
from grimoire.nearness import FirstTurn, ways_of
from grimoire.proving.levels import level_now
from grimoire.proving.searching import abilities_seen, likeness_of

SEARCH_LENGTH: Final = 600
DERIVED: Final = (
    "position_key", "kind", "goal", "turns", "mode", "edition", "level", "search_text", "fingerprint",
)  # fmt: skip


@transaction.atomic
def derive(puzzle: Puzzle) -> Puzzle:
    """Works out everything of a saved page that follows from its position, its proof and its titles, and saves it."""
    position = read_position(puzzle.position, site_cards())
    assert position.objective is not None
    proof = puzzle.proof if puzzle.proof is not None and puzzle.proof.is_done else None
    puzzle.position_key = position_key(position)
    puzzle.goal, puzzle.turns = goal_of(position), position.objective["turns"]
    puzzle.kind = Puzzle.Kind.FORETELL if puzzle.goal == PREDICT else Puzzle.Kind.FIND
    puzzle.mode, puzzle.edition = position.mode.name, position.edition
    level_before, puzzle.level = puzzle.level, level_now(puzzle, proof.level if proof else None)
    puzzle.search_text = search_text(puzzle, position)
    at_work = set(proof.abilities) if proof and not _is_copied(puzzle) else set()
    if puzzle.owner_id is None and proof:
        puzzle.fingerprint = likeness_of(position, proof.answer, at_work)
    # A published page's level is told to everybody, and so is that it has changed.
    is_news = puzzle.is_published and puzzle.level != level_before
    puzzle.save(update_fields=[*DERIVED, *(["updated"] if is_news else [])])
    _note_abilities(puzzle, set(abilities_seen(position)), at_work)
    note_ways(puzzle)
    return puzzle


def _is_copied(puzzle: Puzzle) -> bool:
    """Whether a draft has the position of somebody else's page: what that turns on is not to be had from a draft."""
    if puzzle.is_published:
        return False
    pages = Puzzle.objects.filter(same_puzzles(puzzle.position_key, puzzle.proof), published_at__isnull=False)
    listed = Q(visibility=Visibility.PUBLIC) | Q(twin_of__visibility=Visibility.PUBLIC)
    return pages.filter(listed).exclude(owner=puzzle.owner_id).exists()


def search_text(puzzle: Puzzle, position: Position) -> str:
    """The folded text that searches look through: titles, the author, the names of the cards in both languages."""
    words = [puzzle.title, puzzle.title_fr, puzzle.author, *_names(position)]
    if position.objective is not None and position.objective.keys() & {"and", "conditions", "hidden"}:
        words += [goal_short(position, language) for language in ("en", "fr")]
    return folded(" ".join(dict.fromkeys(word for word in words if word)))[:SEARCH_LENGTH]


def _names(position: Position) -> list[str]:
    names: list[str] = []
    cards = [creature.body.card for row in position.rows for creature in row]
    cards += [creature.body.symbiote for row in position.rows for creature in row if creature.body.symbiote]
    cards += [card for seat in position.seats for card in seat.hand]
    if is_hidden(position):
        cards = [*(card for card in cards if card.key != BACK.key), *pool_of(position)]
    cards += [seat.champion for seat in position.seats if seat.champion]
    for card in cards:
        known = own_card(card)
        names += [known.name.en, known.name.fr] if known else [card.name]
    return names


def _note_abilities(puzzle: Puzzle, seen: set[str], at_work: set[str]) -> None:
    rows = {row.slug: (row.seen, row.at_work) for row in puzzle.abilities.all()}
    marks_by_slug = {slug: (slug in seen, slug in at_work) for slug in seen | at_work}
    if rows == marks_by_slug:
        return
    puzzle.abilities.all().delete()
    PuzzleAbility.objects.bulk_create(
        PuzzleAbility(puzzle=puzzle, slug=slug, seen=marks[0], at_work=marks[1])
        for slug, marks in sorted(marks_by_slug.items())
    )


def note_ways(puzzle: Puzzle) -> None:
    """Keeps how a published page is solved, to know it again in proofs of positions that are near (``nearness``)."""
    proof = puzzle.proof
    if not puzzle.is_published:
        ways = []
    elif proof is not None and proof.is_done and proof.answer.get("solutions"):
        ways = ways_of(proof.position, proof.answer["solutions"])
    else:
        ways = ways_of(puzzle.position, [puzzle.intended])
    wanted = {
        (way.signature, json.dumps(way.cards))
        for way in map(FirstTurn.righted, ways)
        if len(way.signature) <= SIGNATURE_LENGTH
    }
    if wanted == {(way.signature, json.dumps(way.cards)) for way in puzzle.solutions.all()}:
        return
    puzzle.solutions.all().delete()
    PuzzleSolution.objects.bulk_create(
        PuzzleSolution(puzzle=puzzle, signature=signature, cards=json.loads(cards))
        for signature, cards in sorted(wanted)
    )
