"""View models of the pages of a ruling and of an ability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, pairwise
from typing import Final

from board.walkthrough import Shown, show
from cards.queries import cards_by_reference
from cards.sets import all_cards
from cards.tiles import CardTile, tiles_of
from engine.decks.formats.interchange import read_position
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.rules.version import RULES_VERSION
from engine.kernel.errors import EngineError
from rulings.catalogue import Ruling, all_rulings, cards_about, numbers_by_id, ruling_by_id
from rulings.examples import Disagreement, Example, check, examples_of
from rulings.expectation_text import fact_words, safely_told, watch_words
from rulings.orders import Acting, steps_of
from rulings.queries import Ability, AbilityLink, abilities, ability_link

OWN_PART: Final = 5  # the part in which each ability has its ruling
TILES: Final = 6  # cards that stand on the page itself
OPEN_OF_RULING: Final = 3  # examples that stand open on the page of a ruling; the others are one click away
OPEN_OF_ABILITY: Final = 1
OPEN_STEPS: Final = 60  # and no more than have so many steps together, beside the first


@dataclass(frozen=True, slots=True)
class FactView:
    """A fact in words; where the engine does not agree, what it says instead."""

    words: str
    agrees: bool
    actual: str


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example ready to be looked at: ``watch`` says what to look at; ``shown`` is None where there is
    no board.

    ``broken`` says in words why it could not even be carried out, empty when it could.
    """

    id: str
    title: str
    watch: str
    facts: tuple[FactView, ...]
    shown: Shown | None
    broken: str

    @property
    def agrees(self) -> bool:
        """Whether the engine does what the example says."""
        return not self.broken and all(fact.agrees for fact in self.facts)


@dataclass(frozen=True, slots=True)
class RulingPage:
    """A ruling with all that hangs on it; ``before`` and ``after`` are its neighbours by number."""

    ruling: Ruling
    examples: tuple[ExampleView, ...]
    abilities: tuple[AbilityLink, ...]
    before: Ruling | None
    after: Ruling | None
    version: int = RULES_VERSION

    @property
    def agrees(self) -> bool:
        """Whether the engine agrees with all of its examples."""
        return all(example.agrees for example in self.examples)


@dataclass(frozen=True, slots=True)
class AbilityPage:
    """An ability, where it acts in the activation orders, and the examples of the rulings foremost about it."""

    ability: Ability
    acting: tuple[Acting, ...]
    examples: tuple[ExampleView, ...]
    foremost: tuple[Ruling, ...]
    touched: tuple[Ruling, ...]
    before: Ability
    after: Ability
    version: int = RULES_VERSION

    @property
    def agrees(self) -> bool:
        """Whether the engine agrees with all of its examples."""
        return all(example.agrees for example in self.examples)


@cache
def ruling_page(identifier: str, language: str) -> RulingPage | None:
    """The page of a ruling by its id; None where there is none."""
    around = {two.id: (previous, two) for previous, two in pairwise((None, *all_rulings(language))) if two is not None}
    if identifier not in around:
        return None
    before, ruling = around[identifier]
    after = next((two for current, two in pairwise(all_rulings(language)) if current is ruling), None)
    return page_of(ruling, example_views(ruling.id, language), language, before, after)


def page_of(
    ruling: Ruling,
    examples: tuple[ExampleView, ...],
    language: str,
    before: Ruling | None = None,
    after: Ruling | None = None,
) -> RulingPage:
    """The page of a ruling, wherever it comes from."""
    links = tuple(ability_link(slug, language) for slug in ruling.abilities)
    return RulingPage(ruling, examples, links, before, after)


@cache
def ability_page(slug: str, language: str) -> AbilityPage | None:
    """The page of an ability; None where there is none."""
    every = abilities(language)
    place = next((number for number, ability in enumerate(every) if ability.slug == slug), None)
    if place is None:
        return None
    ability = every[place]
    about = (ruling for ruling in ability.rulings if ruling.abilities[0] == slug)
    foremost = tuple(sorted(about, key=lambda ruling: ruling.part != OWN_PART))
    return AbilityPage(
        ability=ability,
        acting=steps_of(slug, language),
        examples=tuple(view for ruling in foremost for view in example_views(ruling.id, language)),
        foremost=foremost,
        touched=tuple(ruling for ruling in ability.rulings if ruling not in foremost),
        before=every[place - 1],
        after=every[(place + 1) % len(every)],
    )


def open_count(examples: Sequence[ExampleView], limit: int) -> int:
    """How many of a page's examples stand open: the first, and others while they are few and short."""
    steps = accumulate(len(example.shown.moments) if example.shown else 0 for example in examples[:limit])
    return max(1, sum(total <= OPEN_STEPS for total in steps))


def example_views(identifier: str, language: str) -> tuple[ExampleView, ...]:
    return tuple(example_view(example, language) for example in examples_of(identifier))


def example_view(example: Example, language: str) -> ExampleView:
    """An example, carried out by the engine and shown."""
    return view_of(example, check(example), language)


def view_of(example: Example, wrong: Sequence[Disagreement], language: str) -> ExampleView:
    by_fact = {each.fact: each for each in wrong}
    broken = by_fact.get(None)
    sentences = safely_told(example, language)
    facts = tuple(
        FactView(
            fact_words(fact, language, sentences),
            number not in by_fact,
            by_fact[number].actual if number in by_fact else "",
        )
        for number, fact in enumerate(example.facts)
    )
    shown = None
    if example.is_board:
        try:
            shown = show(read_position(example.position_json(language)), example.actions, language)
        except EngineError:  # then ``broken`` says it
            shown = None
    number = ruling_by_id(example.ruling, language).number if example.ruling in numbers_by_id() else ""
    watch = watch_words(example, number, language, sentences)
    return ExampleView(example.id, example.title[language], watch, facts, shown, broken.actual if broken else "")


def tiles_about(ruling: Ruling, language: str) -> tuple[list[CardTile], int]:
    """The first cards that a ruling is about, and how many there are in all."""
    references = [card.reference for card in cards_about(ruling)]
    return _tiles(references, language), len(references)


def tiles_bearing(slug: str, language: str) -> list[CardTile]:
    """The first of the site's cards that bear an ability, or for Aura any Aura."""
    return _tiles(
        [card.reference for card in all_cards() if any(_bears(ability, slug) for ability in card.abilities)], language
    )


def _bears(ability: str, slug: str) -> bool:
    return ability == slug or (slug == "aura" and ability.startswith(AURA_PREFIX))


def _tiles(references: list[str], language: str) -> list[CardTile]:
    cards = cards_by_reference(references[:TILES], None)
    return tiles_of([cards[reference] for reference in references[:TILES] if reference in cards], language)
