"""The matrix of abilities as a table: its rows, the addresses of its cells, and what a cell's page shows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from django.urls import reverse
from django.utils.translation import gettext as _

from board.walkthrough import Shown, show
from cards.abilities import ability_name
from cards.folding import folded
from engine.decks.rules.abilities import SEASON_2
from rulings.catalogue import Ruling, ruling_by_id
from rulings.matrix import EDITIONS, Cell, PairSentence, abilities_of, cells, start_of, way_title
from rulings.orders import PHASES, Acting, steps_of
from rulings.queries import AbilityLink, ability_link


@dataclass(frozen=True, slots=True)
class MatrixTableCell:
    """A cell in the table: its address, its kind, and the ability of its column."""

    href: str
    kind: str
    head: AbilityLink


@dataclass(frozen=True, slots=True)
class MatrixSeason:
    """The matrix of a season: what the season is called, the addresses of the table and of all pairs in words."""

    name: str
    table: str
    words: str


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A defender's ability, and its cells by attacker."""

    head: AbilityLink
    entries: tuple[MatrixTableCell, ...]


@dataclass(frozen=True, slots=True)
class ShownSentence:
    """A sentence on a cell's page.

    ``way`` says how the two meet, ``source`` is the kind of the passage of ``ruling`` in words, ``deciding`` the step
    of ``shown`` to look at first (0: the start), ``key`` an id on the page.
    """

    key: str
    way: str
    text: str
    ruling: Ruling
    source: str
    shown: Shown
    deciding: int


@dataclass(frozen=True, slots=True)
class ActingAbility:
    """An ability in a step in which it acts."""

    head: AbilityLink
    acting: Acting


def shown_sentences(cell: Cell, language: str) -> tuple[ShownSentence, ...]:
    """What is said of a pair, each sentence with its position carried out; the reverse direction last."""
    every = enumerate((*cell.sentences, *cell.reverse), start=1)
    return tuple(_shown(f"pair-{number}", sentence, cell.edition, language) for number, sentence in every)


def _shown(key: str, sentence: PairSentence, edition: str, language: str) -> ShownSentence:
    ruling = ruling_by_id(sentence.ruling, language)
    source = next(passage.name for passage in ruling.passages if passage.kind == sentence.source)
    shown = show(start_of(sentence, language, edition), sentence.actions, language)
    deciding = _deciding_step(sentence, shown, language)
    way = way_title(sentence, language)
    return ShownSentence(key, way, sentence.text[language], ruling, source, shown, deciding)


def _deciding_step(sentence: PairSentence, shown: Shown, language: str) -> int:
    """The last step in which an ability of the pair acts for the first time, 0 where none does."""
    names = {ability_name(slug, language) for slug in (sentence.attacker, sentence.defender)}
    steps = {moment.row.ability: n for n, moment in reversed(list(enumerate(shown.moments))) if moment.row}
    return max((step for name, step in steps.items() if name in names), default=0)


def acting_order(cell: Cell, language: str) -> tuple[ActingAbility, ...]:
    """Both abilities in each step in which they act, in the order of a turn."""
    acting = (
        ActingAbility(ability_link(slug, language), step)
        for slug in dict.fromkeys((cell.first, cell.second))
        for step in steps_of(slug, language)
    )
    return tuple(sorted(acting, key=lambda each: (PHASES.index(each.acting.phase), each.acting.step or 0)))


@cache
def rows_of(edition: str, language: str) -> tuple[MatrixRow, ...]:
    """The rows of an edition's matrix, by the names of the abilities."""
    slugs = sorted(abilities_of(edition), key=lambda slug: folded(ability_name(slug, language)))
    heads = [ability_link(slug, language) for slug in slugs]
    return tuple(MatrixRow(head, tuple(_entry(column, head, edition) for column in heads)) for head in heads)


def row_of(slug: str, language: str) -> MatrixRow | None:
    """The cells of an ability that say something, one for each other, in season 2's matrix if it is there."""
    edition = next((each for each in EDITIONS if slug in abilities_of(each)), None)
    if edition is None:
        return None
    heads = sorted(
        (ability_link(other, language) for other in abilities_of(edition)), key=lambda head: folded(head.name)
    )
    entries = []
    for head in heads:
        pairs = ((slug, head.slug), (head.slug, slug))
        found = next((pair for pair in pairs if cells(edition)[pair].sentences), None)
        if found is not None:
            entries.append(MatrixTableCell(cell_address(*found, edition), cells(edition)[found].kind, head))
    return MatrixRow(ability_link(slug, language), tuple(entries))


def _entry(attacker: AbilityLink, defender: AbilityLink, edition: str) -> MatrixTableCell:
    cell = cells(edition)[attacker.slug, defender.slug]
    return MatrixTableCell(cell_address(attacker.slug, defender.slug, edition), cell.kind, attacker)


def cell_address(first: str, second: str, edition: str) -> str:
    if edition == SEASON_2:
        return reverse("rulings:cell", args=[first, second])
    return reverse("rulings:cell-of", args=[edition, first, second])


def season_of(edition: str) -> MatrixSeason:
    """The matrix of an edition, in the language of the page."""
    if edition == SEASON_2:
        return MatrixSeason(_("Season 2"), reverse("rulings:matrix"), reverse("rulings:matrix-words"))
    addresses = (reverse(f"rulings:{name}", args=[edition]) for name in ("matrix-of", "matrix-words-of"))
    return MatrixSeason(_("Season 1"), *addresses)


def seasons_of(edition: str) -> dict[str, MatrixSeason]:
    """For the pages of the matrix: the season that one is of, and the other one."""
    other_edition = next(candidate for candidate in EDITIONS if candidate != edition)
    return {"season": season_of(edition), "other_season": season_of(other_edition)}
