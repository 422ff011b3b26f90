"""View models of the pages of an analysis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from board.arrangement import MARK_NAMES, over_words
from board.links import editor_address, question_address, question_href
from board.plays import PlayableCard
from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.scenes import Scene
from engine.kernel.errors import EngineError
from games.decks.analysing.boards import LAST, NodeBoard, playable
from games.decks.analysing.models import Analysis
from games.decks.analysing.tree import MAX_COMMENT, MAX_NAME, ROOT, Node, Tree
from games.decks.analysing.tree_rows import Entry, TreeRow, rows_of_tree
from games.decks.analysing.walking import Step, Walk, read_start

ASSAULT_ACTION: Final = str(ASSAULT)


@dataclass(frozen=True)
class Addresses:
    """Where the pages of an analysis are: one that is kept has its token, another the address that it is made from."""

    token: str = ""
    made_from: str = ""
    query: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def before_number(self) -> str:
        """The address of a node up to its number, of which a page has hundreds."""
        if self.token:
            return reverse("analysing:node", args=[self.token, ROOT]).removesuffix(f"{ROOT}/")
        return f"{self.made_from}?{urlencode(self.query)}{'&' if self.query else ''}node="

    def node(self, number: int) -> str:
        return f"{self.before_number}{number}{'/' if self.token else ''}"

    def step(self, number: int) -> Callable[[int], str]:
        """The addresses of the steps that led to a node."""
        href = self.node(number)
        return lambda step: f"{href}{'&' if '?' in href else '?'}step={step}"

    def of(self, name: str) -> str:
        return reverse(f"analysing:{name}", args=[self.token])


class AnalysisPage:
    """An analysis at one of its nodes, as somebody sees it."""

    def __init__(
        self,
        analysis: Analysis,
        number: int,
        addresses: Addresses,
        reader: Owner | None,
        language: str,
        step: int = LAST,
    ) -> None:
        self.analysis = analysis
        self.addresses = addresses
        self.language = language
        self.is_kept = bool(analysis.token)
        self.is_own = not self.is_kept or analysis.is_owned_by(reader)
        self.seat = analysis.seat
        self.tree = Tree.read(analysis.nodes, analysis.last_node)
        self.walk = Walk(read_start(analysis.start, language), self.tree, language)
        self.number = number if number in self.walk.steps else ROOT
        self.node = self.tree[self.number]
        self.step: Step = self.walk[self.number]
        owner = analysis.owner if self.is_kept else reader
        self.page = NodeBoard(self.walk, self.number, self.seat, language, owner, addresses.step(self.number), step)

    # Where one can go

    @property
    def href(self) -> str:
        return self.addresses.node(self.number)

    @property
    def parent_href(self) -> str:
        return self.addresses.node(self.node.parent)

    @property
    def first_href(self) -> str:
        return self.addresses.node(ROOT)

    @property
    def next_href(self) -> str:
        node = self.tree.next_of(self.number)
        return self.addresses.node(node.number) if node else ""

    @property
    def last_href(self) -> str:
        return self.addresses.node(self.tree.end_of(self.number).number)

    @property
    def branches(self) -> list[Entry]:
        """What is played at this node, where there is a choice."""
        children = [self.walk[child] for child in self.node.children if child in self.walk.steps]
        return [self._entry(step) for step in children] if len(children) > 1 else []

    def _entry(self, step: Step) -> Entry:
        words = step.words.text if step.words else step.node.action
        return Entry(step.node, self.addresses.node(step.node.number), words, False, False, step.fault)

    def _beside(self, by: int) -> str:
        """The address of the branch before or after this node's, in a circle."""
        siblings = self.tree.siblings(self.number)
        if len(siblings) < 2:
            return ""
        return self.addresses.node(siblings[(siblings.index(self.number) + by) % len(siblings)])

    # What can be done

    @cached_property
    def choices(self) -> list[PlayableCard]:
        cards = playable(self.position, self.seat)
        if self.is_own:
            return cards
        followed = {self.tree[child].action for child in self.node.children}
        for card in cards:
            card.places = [place for place in card.places if place[1] in followed]
        return [card for card in cards if card.places]

    @property
    def can_assault(self) -> bool:
        is_there = any(self.tree[child].action == ASSAULT_ACTION for child in self.node.children)
        return not self.position.is_over and (self.is_own or is_there)

    @property
    def can_undo(self) -> bool:
        return self.is_kept and self.is_own and bool(self.analysis.undo)

    @property
    def can_redo(self) -> bool:
        return self.is_kept and self.is_own and bool(self.analysis.redo)

    @property
    def can_promote(self) -> bool:
        return self.is_own and self.tree.can_promote(self.number)

    @property
    def can_delete(self) -> bool:
        return self.is_own and len(self.tree.nodes) > 1

    @property
    def position(self) -> Position:
        return self.step.position

    @property
    def shows_position(self) -> bool:
        """Whether the position may stand in addresses and files: not where a seat must not see all of it."""
        return not self.seat

    @property
    def puzzle_href(self) -> str:
        """Where a puzzle is made of the position; empty for one that is too long for an address."""
        if not self.shows_position or self.position.is_over:
            return ""
        try:
            return editor_address(self.position)
        except EngineError:
            return ""

    @property
    def ask_href(self) -> str:
        """Where a question can be asked about the position; without it where it must not or cannot stand there."""
        try:
            return question_address(self.position) if self.shows_position else question_href({})
        except EngineError:
            return question_href({})

    # What is said

    @property
    def place(self) -> str:
        """What led here."""
        return play_words(self.step) if self.number != ROOT else _("Starting position")

    @property
    def has_steps(self) -> bool:
        return self.page.last > 0

    @property
    def heading(self) -> str:
        return self.analysis.heading

    @property
    def status(self) -> str:
        """Whose turn it is, or how the game ended."""
        return self.step.fault or status_words(self.step)

    @property
    def said(self) -> str:
        """What led here, for those who do not see it."""
        return f"{self.place}. {self.status}"

    @property
    def is_hidden_turn(self) -> bool:
        """Whether it is the turn of a seat whose hand is hidden here."""
        return bool(self.seat) and not self.position.is_over and SEAT_NAMES[self.position.active] != self.seat

    @property
    def rows(self) -> list[TreeRow]:
        return rows_of_tree(self.walk, self.number, self.addresses.node)

    @property
    def ends(self) -> list[tuple[int, str]]:
        """The lines that this one can be compared with: the number of the last node, and what the line is called."""
        own = self.tree.end_of(self.number).number
        others = [node for node in self.tree.ends() if node.number in self.walk.steps and node.number != own]
        return [(node.number, self.line_name(node)) for node in others]

    def line_name(self, node: Node) -> str:
        """The name that a line was given last, else what is played where it branches off for the last time."""
        path = self.tree.path(node.number)
        named = next((each.name for each in reversed(path) if each.name), "")
        if named:
            return named
        branched = [each for each in path if self.tree.siblings(each.number)[0] != each.number]
        at = self.walk[(branched[-1] if branched else path[0]).number] if path else None
        if at is None:
            return _("Starting position")
        return play_words(at) if branched else _("Main line")

    @property
    def state(self) -> dict[str, Any]:
        """For the script."""
        legal = [action for card in self.choices for _place, action in card.places]
        return {
            "view": "laying",
            "seat": SEAT_NAMES[self.position.active],
            "legal": legal,
            "line": str(self.number),
            "says": self.said,
            "href": self.href,
            "node": self.number,
            "parent": self.node.parent,
            "position": self._position_fields(),
            "keys": {
                "ArrowLeft": self.parent_href if self.number != ROOT else "",
                "ArrowRight": self.next_href,
                "ArrowUp": self._beside(-1),
                "ArrowDown": self._beside(1),
                "Home": self.first_href if self.number != ROOT else "",
                "End": self.last_href if self.next_href else "",
            },
        }

    def _position_fields(self) -> dict[str, str]:
        if not self.shows_position:
            return {}
        return {**dict(self.page.address_fields), **({"node": self.own_node} if self.own_node else {})}

    @property
    def own_node(self) -> str:
        """The node's number, where lines can be added to it."""
        return str(self.number) if self.is_own else ""

    def context(self) -> dict[str, Any]:
        return {
            "panel": self,
            "page": self.page,
            "analysis": self.analysis,
            "mark_names": [name for _flag, name in MARK_NAMES],
            "canonical": self.addresses.node(self.number),
            "max_name": MAX_NAME,
            "max_comment": MAX_COMMENT,
        }


def play_words(step: Step) -> str:
    """An action in words, with the seat and the turn."""
    words = {"label": f"{step.letter}{step.turn}", "text": step.words.text if step.words else step.node.action}
    return _("%(label)s: %(text)s") % words


def status_words(step: Step) -> str:
    if step.position.is_over:
        return over_words(Scene(step.position))
    seat = step.position.active
    words = {"seat": SEAT_NAMES[seat], "turn": step.position.seats[seat].turn}
    return _("%(seat)s to play, turn %(turn)d") % words
