"""View models of the pages of decks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import F, Prefetch
from django.urls import reverse

from accounts.models import Owner
from cards.decks.checks import Check, DeckProblem, checks_of, preconstructed_decks, remarks_on
from cards.decks.drafts import DECK_SIZE, MAX_CARDS, DeckDraft, draft_of
from cards.decks.figures import Figures, figures_of
from cards.decks.preconstructed import difficulty_words
from cards.decks.text import write_deck
from cards.models import Card, Deck, DeckCard, Kind
from cards.names import KnownNames
from cards.queries import CardResults, Order, reference_of, search, visible_sets, vocabulary_of
from cards.searching import QueryError, understand
from cards.tiles import CardTile, tile_of, tiles_of

PALETTE_SIZE: Final = 30
_USUAL: Final = "is:playable"  # what the palette offers before anything is looked for
DECKS_OF_PAGE: Final = 16  # of one's own, and as many of others': each shows the faces of all its cards


@dataclass(frozen=True, slots=True)
class DeckSlot:
    """A card of the deck in its place, from 1, with where a click on its buttons leads."""

    tile: CardTile
    number: int
    left: str
    right: str
    away: str


@dataclass(frozen=True, slots=True)
class WayBack:
    """The page for which somebody builds a deck, with what it is called; it gets the deck's token as ``deck``."""

    words: str
    address: str

    def with_deck(self, deck: Deck) -> str:
        return f"{self.address}?{urlencode({'deck': deck.token})}"


@dataclass(frozen=True)
class DeckView:
    """A deck or a draft with all that can be said of it."""

    draft: DeckDraft
    tiles: list[CardTile]
    stronghold: CardTile | None
    champion: CardTile | None
    figures: Figures
    checks: list[Check]
    remarks: list[DeckProblem]
    text: str

    @property
    def beside(self) -> list[CardTile]:
        """Stronghold and Champion, as far as they are chosen."""
        return [tile for tile in (self.stronghold, self.champion) if tile is not None]

    @property
    def short(self) -> range:
        """One for each place of the deck that is still empty."""
        return range(len(self.draft.deck) + 1, DECK_SIZE + 1)


def view_of(draft: DeckDraft, language: str) -> DeckView:
    """All that can be said of a draft; the language must be that of the moment."""
    beside = [tile_of(card, language) if card is not None else None for card in (draft.stronghold, draft.champion)]
    return DeckView(
        draft,
        tiles_of(draft.cards, language),
        beside[0],
        beside[1],
        figures_of(draft.deck, language),
        checks_of(draft, preconstructed_decks()),
        remarks_on(draft),
        write_deck(draft),
    )


@dataclass
class Builder:
    """The page that composes a deck: what it holds so far, and beside it cards to choose from."""

    path: str
    deck: Deck | None
    view: DeckView
    query: str
    notes: list[str]
    results: CardResults | None = None
    error: QueryError | None = None
    palette: list[CardTile] = field(default_factory=list)
    alike: Card | None = None  # the card whose name is like what was asked, where nothing was found

    @property
    def alike_href(self) -> str:
        """The address of this page with the search for that card alone."""
        return f"{self.path}?{self.draft.query(q=self.alike.title)}" if self.alike else ""

    @property
    def draft(self) -> DeckDraft:
        return self.view.draft

    def to(self, **more: Any) -> str:
        """This page with the deck and the search of now, and something else said."""
        return f"{self.path}?{self.draft.query(q=self.query, **more)}"

    @property
    def wrong(self) -> tuple[str, str, str]:
        """The search cut where it is wrong: before, the wrong place, after."""
        assert self.error is not None
        return self.error.cut(self.query)

    @property
    def here(self) -> str:
        return self.to(page=self.results.page if self.results and self.results.page > 1 else "")

    @property
    def places(self) -> list[DeckSlot]:
        """The cards of the deck, and after them those of the Laboratory."""
        return [self._place(tile, number) for number, tile in enumerate(self.view.tiles, 1)]

    def _place(self, tile: CardTile, number: int) -> DeckSlot:
        named = tile.reference
        left = self.to(move=named, to=number - 2) if number > 1 else ""
        right = self.to(move=named, to=number) if number < len(self.view.tiles) else ""
        return DeckSlot(tile, number, left, right, self.to(remove=named))

    @property
    def offers(self) -> list[tuple[CardTile, str, bool]]:
        """The cards to choose from: each with where a click leads, and whether it is in the deck."""
        chosen = set(self.draft.everything)
        return [
            (
                tile,
                self.to(remove=tile.reference) if tile.card in chosen else self.to(add=tile.reference),
                tile.card in chosen,
            )
            for tile in self.palette
        ]

    @property
    def without_stronghold(self) -> str:
        return self.to(remove=reference_of(self.draft.stronghold)) if self.draft.stronghold else ""

    @property
    def without_champion(self) -> str:
        return self.to(remove=reference_of(self.draft.champion)) if self.draft.champion else ""

    @property
    def kinds(self) -> list[tuple[str, str, str, bool]]:
        """The links that filter by type with one click: type, its name, where it leads, whether it is chosen."""
        kinds = [Kind.CREATURE, Kind.INCANTATION, Kind.STRONGHOLD, Kind.CHAMPION]
        queries = {kind: f"t:{kind.value}" for kind in kinds}
        return [
            (kind.value, str(kind.label), f"{self.path}?{self.draft.query(q=query)}", self.query == query)
            for kind, query in queries.items()
        ]

    @property
    def stronghold_query(self) -> str:
        """The search for Strongholds."""
        return self.draft.query(q="t:stronghold")

    @property
    def champion_query(self) -> str:
        """The search for Champions."""
        return self.draft.query(q="t:champion")

    @property
    def crownable(self) -> list[CardTile]:
        """The Creatures among the cards to choose from that may be made the Champion."""
        return [tile for tile in self.palette if tile.card.kind == Kind.CREATURE and tile.card not in self.draft.cards]

    @property
    def before(self) -> str:
        """The address of the page of cards before; empty on the first."""
        return self.to(page=self.results.page - 1) if self.results and self.results.page > 1 else ""

    @property
    def after(self) -> str:
        """The address of the next page of cards; empty on the last."""
        more = self.results is not None and self.results.page < self.results.pages
        return self.to(page=self.results.page + 1) if more and self.results else ""

    @property
    def hand(self) -> str:
        """Where a sample hand of this deck is drawn."""
        return f"{reverse('cards:hand')}?{self.draft.query()}"

    @property
    def is_full(self) -> bool:
        """Whether no further card fits."""
        return len(self.draft.cards) >= MAX_CARDS


def builder_page(
    *,
    path: str,
    deck: Deck | None,
    draft: DeckDraft,
    query: str,
    page: int,
    owner: Owner | None,
    language: str,
    notes: Iterable[str] = (),
) -> Builder:
    """The page for a draft, with what a search found for it."""
    built = Builder(path, deck, view_of(draft, language), query, list(notes))
    try:
        parsed = understand(query or _USUAL, vocabulary_of(visible_sets(owner)))
    except QueryError as error:
        built.error = error
        return built
    order = Order("number" if query else "cost", site_first=True)
    built.results = search(parsed, owner, order, page, language, PALETTE_SIZE)
    if not built.results.total and parsed.name_asked:
        built.alike = KnownNames(owner).like(parsed.name_asked)
    built.palette = [tile for tile in tiles_of(built.results.cards, language) if tile.card.kind != Kind.BRIDGE]
    return built


# Lists


@dataclass(frozen=True, slots=True)
class DeckListItem:
    """A deck in a list: its cards as small faces, and its average cost."""

    deck: Deck
    tiles: list[CardTile]
    figures: Figures

    @property
    def difficulty(self) -> str:
        return difficulty_words(self.deck.slug)


@dataclass(frozen=True)
class DeckLists:
    """The decks that somebody finds: those of the site, a page of one's own, a page of others'."""

    site: list[DeckListItem]
    own: list[DeckListItem]
    others: list[DeckListItem]
    own_page: Page[Deck]
    others_page: Page[Deck]


def deck_lists(
    owner: Owner | None, language: str, own_number: str | None = None, others_number: str | None = None
) -> DeckLists:
    """The decks that somebody finds, the newest first but for the site's; a page that is none is the first or last."""
    listed = Deck.objects.listed_or_owned(owner).select_related("owner__user")
    own = listed.filter(owner=owner).order_by("-updated") if owner is not None else listed.none()
    others = listed.filter(owner__isnull=False).order_by("-updated")
    if owner is not None:
        others = others.exclude(owner=owner)
    own_page = Paginator(own, DECKS_OF_PAGE).get_page(own_number)
    others_page = Paginator(others, DECKS_OF_PAGE).get_page(others_number)
    return DeckLists(
        _entries(listed.filter(owner=None).order_by(F("pk")), owner, language),
        _entries(own_page.object_list, owner, language),
        _entries(others_page.object_list, owner, language),
        own_page,
        others_page,
    )


def _entries(decks: Any, owner: Owner | None, language: str) -> list[DeckListItem]:
    places = DeckCard.objects.select_related("card__set", "card__picture", "card__owner__user").order_by("place")
    entries = []
    for deck in decks.prefetch_related(Prefetch("places", places)):
        cards = [place.card for place in deck.places.all() if _shows(place.card, owner)]
        entries.append(DeckListItem(deck, tiles_of(cards, language), figures_of(cards[:DECK_SIZE], language)))
    return entries


def _shows(card: Card, owner: Owner | None) -> bool:
    return card.deleted_at is None and card.is_readable_by(owner)


def kept_view(deck: Deck, owner: Owner | None, language: str) -> DeckView:
    """All that can be said of a kept deck to whoever asks."""
    return view_of(draft_of(deck, owner), language)
