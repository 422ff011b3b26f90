"""The page of a bench: what lies in the deck and the Laboratory, what can be cut, where it can go, and the plan."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from cards.decks.mutations import MutationRequest, written
from engine.decks.sessions.ledger_events import VALUES
from engine.decks.sessions.ledger_state import LaboratoryCard, MutatingCard
from engine.decks.sessions.offers import MutationBench, MutationOffer, bench
from engine.decks.sessions.schedule import SCHEDULE
from mutation.bench.plans import BenchPlan, PlannedMutation, place_of, sheet_of
from mutation.bench.wording import change_text, element_title, points_text
from mutation.faces import SessionFaces, ShownCard
from mutation.models import MutationSession
from mutation.words import code_text

LIT: Final = "lit"
CHOSEN: Final = "chosen"
PLANNED: Final = "planned"
CUT: Final = "cut"
DARK: Final = "dark"


@dataclass(frozen=True)
class BenchSpot:
    """A place on a face: ``where`` as the style sheet names it, how it looks, and what a click does (or "")."""

    where: str
    look: str
    href: str
    title: str
    price: str = ""


@dataclass(frozen=True)
class BenchElement:
    """An element of a Laboratory card: whether it can be cut, with its price, or why not."""

    name: str
    spot: BenchSpot
    note: str

    @property
    def key(self) -> str:
        """Where it lies, for ids."""
        return self.spot.where


@dataclass(frozen=True)
class LaboratoryTile:
    """A card of the Laboratory."""

    place: int
    card: ShownCard
    elements: tuple[BenchElement, ...]


@dataclass(frozen=True)
class BenchWay:
    """One way in which the chosen element can go onto a card."""

    words: str
    price: str
    href: str


@dataclass(frozen=True)
class DeckTile:
    """A card of the deck; ``ways`` for the chosen element, or the ``reason`` why there is none."""

    place: int
    card: ShownCard
    spots: tuple[BenchSpot, ...]
    ways: tuple[BenchWay, ...]
    reason: str
    patches: int


@dataclass(frozen=True)
class PlanRow:
    """A mutation of the plan in words, its price, why it cannot be (or ""), and the address without it."""

    words: str
    card: str
    source: str
    price: str
    problem: str
    href: str


class BenchPage:
    """A seat's bench with a plan; ``chosen`` is the element that is between the scissors: (place, element)."""

    def __init__(
        self, session: MutationSession, laid: BenchPlan, faces: SessionFaces, chosen: tuple[int, str] | None
    ) -> None:
        self.session = session
        self.laid = laid
        self.faces = faces
        self.language = faces.language
        self.bench: MutationBench = bench(laid.planned.state, laid.letter)
        self.asked = [line.request for line in laid.lines]
        self.here = reverse("mutation:bench", args=[session.token, laid.letter])
        self.chosen = chosen if chosen is not None and self._can_be_cut(*chosen) else None

    @property
    def is_open(self) -> bool:
        return self.bench.why is None

    @property
    def why(self) -> str:
        return "" if self.bench.why is None else code_text(self.bench.why)

    @property
    def game(self) -> int | None:
        return self.bench.game

    @property
    def points(self) -> str:
        """The points left with the plan."""
        return points_text(self.bench.points)

    @property
    def has_points(self) -> bool:
        """Whether anything is left with the plan: it would be lost."""
        return self.bench.points > 0

    @property
    def plan(self) -> str:
        return written(self.asked)

    def address(self, requests: Sequence[MutationRequest], **more: object) -> str:
        query = {**({"plan": written(requests)} if requests else {}), **more}
        return f"{self.here}?{urlencode(query, safe=';,:')}" if query else self.here

    @property
    def same(self) -> str:
        """The bench with this plan and nothing between the scissors."""
        return self.address(self.asked)

    @property
    def ask(self) -> str:
        """The bench with what could be done for the points."""
        return self.address(self.asked, sets=1)

    @property
    def empty(self) -> str:
        """The bench without a plan."""
        return self.here

    @property
    def glued_round(self) -> int | None:
        """The latest round before which anything was glued; its patches can be printed."""
        sheet = sheet_of(self.laid.before, self.laid.letter)
        games = [patch.game for card in sheet.deck for patch in card.patches]
        return SCHEDULE[max(games) - 1].round if games else None

    # The plan

    @property
    def events(self) -> str:
        """The plan as the ledger will have it, as JSON, for a browser that sends it later."""
        return json.dumps([line.event for line in self.laid.lines])

    @property
    def what(self) -> str:
        return ", ".join(f"{line.words} ({line.card})" for line in self.lines)

    @cached_property
    def lines(self) -> list[PlanRow]:
        return [self._line(number, line) for number, line in enumerate(self.laid.lines)]

    def _line(self, number: int, line: PlannedMutation) -> PlanRow:
        without = self.address([*self.asked[:number], *self.asked[number + 1 :]])
        if line.event is None:
            return PlanRow(str(line.request), "", "", "", _("Those cards aren't on this bench."), without)
        card, source = self.faces.name(line.event["card"]), self.faces.name(line.event["from"])
        if line.code is not None:
            return PlanRow(self._element_name(line.request.element), card, source, "", code_text(line.code), without)
        target = self.laid.sheet.deck[line.request.place - 1]
        patch = next(
            patch
            for patch in target.patches
            if self.laid.is_planned(patch.n)
            and (patch.element, patch.source) == (line.request.element, line.event["from"])
        )
        return PlanRow(change_text(patch, self.language), card, source, points_text(patch.price), "", without)

    def _element_name(self, element: str) -> str:
        """The name of an element that somebody may have typed into the address."""
        known = {element for card in self.laid.sheet.laboratory for element in card.elements}
        return element_title(element, self.language) if element in known else element

    # The Laboratory

    @cached_property
    def laboratory(self) -> list[LaboratoryTile]:
        """The cards of the Laboratory with what can be cut out of them."""
        return [
            LaboratoryTile(
                place,
                self.faces.printed(card.id),
                tuple(self._element(place, card, element) for element in card.elements),
            )
            for place, card in enumerate(self.laid.sheet.laboratory, 1)
        ]

    def _element(self, place: int, card: LaboratoryCard, element: str) -> BenchElement:
        name = element_title(element, self.language)
        where = place_on_face(card.card.slugs, element)
        cut = next((cut_element for cut_element in card.cut if cut_element.element == element), None)
        if cut is not None:
            onto = {"card": self.faces.name(cut.onto)}
            planned = self.laid.is_planned(cut.n)
            note = (_("planned for %(card)s") if planned else _("cut out, now on %(card)s")) % onto
            return BenchElement(name, BenchSpot(where, PLANNED if planned else CUT, "", f"{name}: {note}"), note)
        offers = self._offers(card.id, element)
        prices = [offer.price for offer in offers if offer.code is None and offer.price is not None]
        if not self.is_open or not prices:
            note = self.why or reason_of(offers)
            return BenchElement(name, BenchSpot(where, DARK, "", f"{name}: {note}"), note)
        price = _span(prices)
        if self.chosen == (place, element):
            return BenchElement(name, BenchSpot(where, CHOSEN, self.same, _("Put %s back") % name, price), "")
        href = self.address(self.asked, cut=f"{place}.{element}")
        title = _("Cut %(name)s out of %(card)s") % {"name": name, "card": self.faces.name(card.id)}
        return BenchElement(name, BenchSpot(where, LIT, href, title, price), "")

    def _offers(self, source: str, element: str) -> list[MutationOffer]:
        return [offer for offer in self.bench.offers if offer.source == source and offer.element == element]

    def _can_be_cut(self, place: int, element: str) -> bool:
        cards = self.laid.sheet.laboratory
        if not self.is_open or not 1 <= place <= len(cards):
            return False
        return any(offer.code is None for offer in self._offers(cards[place - 1].id, element))

    # The deck

    @property
    def chosen_name(self) -> str:
        """The part between the scissors."""
        return element_title(self.chosen[1], self.language) if self.chosen else ""

    @property
    def chosen_source(self) -> str:
        """The card that it is cut from."""
        return self.faces.name(self.laid.sheet.laboratory[self.chosen[0] - 1].id) if self.chosen else ""

    @cached_property
    def deck(self) -> list[DeckTile]:
        return [self._tile(place, card) for place, card in enumerate(self.laid.sheet.deck, 1)]

    @property
    def targets(self) -> list[DeckTile]:
        """The cards that the chosen element can go onto."""
        return [tile for tile in self.deck if tile.ways]

    def _tile(self, place: int, card: MutatingCard) -> DeckTile:
        planned = [patch for patch in card.patches if self.laid.is_planned(patch.n)]
        slugs = self.faces.mutated(card).face.places
        spots = [
            BenchSpot(place_on_face(slugs, patch.element), PLANNED, "", change_text(patch, self.language))
            for patch in planned
        ]
        if self.chosen is None:
            return DeckTile(place, self.faces.mutated(card), tuple(spots), (), "", len(card.patches))
        source = self.laid.sheet.laboratory[self.chosen[0] - 1].id
        offers = [offer for offer in self._offers(source, self.chosen[1]) if offer.card == card.id]
        allowed = [offer for offer in offers if offer.code is None]
        spots += [self._target(slugs, offer) for offer in allowed if len(offer.covers) < 2]
        ways = tuple(self._way(offer) for offer in allowed)
        reason = "" if allowed else reason_of(offers)
        return DeckTile(place, self.faces.mutated(card), tuple(spots), ways, reason, len(card.patches))

    def _target(self, slugs: Sequence[str], offer: MutationOffer) -> BenchSpot:
        where = place_on_face(slugs, offer.covers[0] if offer.covers else offer.element)
        return BenchSpot(where, LIT, self._with([offer]), change_text(offer, self.language), _price(offer))

    def _way(self, offer: MutationOffer) -> BenchWay:
        return BenchWay(change_text(offer, self.language), _price(offer), self._with([offer]))

    def _with(self, offers: Sequence[MutationOffer]) -> str:
        return self.address([*self.asked, *self.requests(offers)])

    def requests(self, offers: Sequence[MutationOffer]) -> Iterator[MutationRequest]:
        sheet = self.laid.sheet
        for offer in offers:
            yield MutationRequest(
                place_of(sheet.deck, offer.card), offer.element, place_of(sheet.laboratory, offer.source), offer.covers
            )


def place_on_face(slugs: Sequence[str], element: str) -> str:
    """Where an element stands on a face, as the style sheet names it."""
    return element if element in VALUES else f"ability-{list(slugs).index(element) + 1}"


def reason_of(offers: Sequence[MutationOffer]) -> str:
    """Why none of some mutations can be: the points first, for they come again; else what is most often against it."""
    dear = [offer.price for offer in offers if offer.code == "no-points-left" and offer.price is not None]
    if dear:
        return _("costs %(price)s points") % {"price": points_text(min(dear))}
    codes = Counter(offer.code for offer in offers if offer.code not in (None, "only-creatures-mutate"))
    commonest = codes.most_common(1)
    return code_text(commonest[0][0] or "") if commonest else code_text("only-creatures-mutate")


def _price(offer: MutationOffer) -> str:
    return points_text(offer.price) if offer.price is not None else ""


def _span(prices: Sequence[Decimal]) -> str:
    lowest, highest = points_text(min(prices)), points_text(max(prices))
    return lowest if lowest == highest else f"{lowest}\N{EN DASH}{highest}"
