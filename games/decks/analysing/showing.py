"""View models of the pages of an analysis."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Owner
from board.arrangement import MARK_NAMES, over_words
from board.links import editor_address
from board.plays import PlayableCard
from board.walkthrough import Moment
from engine.decks.rules.actions import ASSAULT
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.scenes import Scene
from engine.kernel.errors import EngineError
from games.decks.analysing.boards import LAST, NodeBoard, knowledge_before, moment_at, moment_known, playable, see_node
from games.decks.analysing.models import Analysis
from games.decks.analysing.tree import MAX_COMMENT, MAX_NAME, ROOT, Node, Tree
from games.decks.analysing.walking import Step, Walk, read_start

MAX_DEPTH: Final = 6  # of branches that are indented further than those they branch off
MAX_BOARDS: Final = 60  # of a lesson
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


@dataclass(frozen=True, slots=True)
class Entry:
    """A node in the list of the tree."""

    node: Node
    href: str
    words: str
    is_current: bool
    is_on_path: bool
    fault: str = ""


@dataclass(slots=True)
class TreeRow:
    """Nodes of one turn that stand in one row: ``label`` names seat and turn, ``depth`` is that of the branch.

    ``opens`` where a branch begins; ``comment`` is that of the last node.
    """

    depth: int
    letter: str
    label: str
    opens: bool
    entries: list[Entry]
    comment: str = ""

    @property
    def indent(self) -> int:
        return min(self.depth, MAX_DEPTH)


def rows_of_tree(walk: Walk, current: int, address: Callable[[int], str]) -> list[TreeRow]:
    """The tree as rows, in reading order: a play, what could be played instead of it, then what follows."""
    tree = walk.tree
    on_path = {node.number for node in tree.path(current)}
    rows: list[TreeRow] = []
    waiting: list[tuple[int, int, bool]] = []  # node, depth, whether it opens a branch

    def push(number: int, depth: int) -> None:
        children = [child for child in tree[number].children if child in walk.steps]
        if children:
            waiting.append((children[0], depth, False))

    push(ROOT, 0)
    while waiting:
        number, depth, opens = waiting.pop()
        step = walk[number]
        letter, turn = step.letter, step.turn
        label = f"{letter}{turn}"
        entry = Entry(
            step.node,
            address(number),
            step.words.text if step.words else step.node.action,
            number == current,
            number in on_path,
            step.fault,
        )
        row = rows[-1] if rows else None
        if row is None or opens or row.depth != depth or row.label != label or row.comment:
            row = TreeRow(depth, letter, label, opens, [])
            rows.append(row)
        row.entries.append(entry)
        row.comment = step.node.comment
        push(number, depth)
        siblings = [sibling for sibling in tree.siblings(number) if sibling in walk.steps]
        if not opens and len(siblings) > 1 and siblings[0] == number:
            waiting.extend((sibling, depth + 1, True) for sibling in reversed(siblings[1:]))
    return rows


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

    # What is said

    @property
    def place(self) -> str:
        """What led here."""
        return _play_words(self.step) if self.number != ROOT else _("Starting position")

    @property
    def has_steps(self) -> bool:
        return self.page.last > 0

    @property
    def heading(self) -> str:
        return self.analysis.heading

    @property
    def status(self) -> str:
        """Whose turn it is, or how the game ended."""
        return self.step.fault or _status(self.step)

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
        return _play_words(at) if branched else _("Main line")

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
            "position": dict(self.page.address_fields) if self.shows_position else {},
            "keys": {
                "ArrowLeft": self.parent_href if self.number != ROOT else "",
                "ArrowRight": self.next_href,
                "ArrowUp": self._beside(-1),
                "ArrowDown": self._beside(1),
                "Home": self.first_href if self.number != ROOT else "",
                "End": self.last_href if self.next_href else "",
            },
        }

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


# Two lines side by side


@dataclass(frozen=True, slots=True)
class ComparedLine:
    """One of two lines: its name, its plays since both part, the board at its node, and where its neighbours are."""

    name: str
    href: str
    plays: list[tuple[str, str, bool]]
    moment: Moment
    status: str
    before: str
    after: str


def compared(page: AnalysisPage, other: int) -> dict[str, Any]:
    """The context of the page that shows a node's line beside another's."""
    tree = page.tree
    mine, theirs = tree.path(page.number), tree.path(other)
    common = 0
    for one, another in zip(mine, theirs, strict=False):
        if one.number != another.number:
            break
        common += 1

    def side(number: int, beside: int, is_left: bool) -> ComparedLine:
        def address(to: int) -> str:
            pair = (to, beside) if is_left else (beside, to)
            return reverse("analysing:compare", args=[page.analysis.token, *pair])

        node, step = tree[number], page.walk[number]
        since = [*tree.path(number)[common:], *tree.line_from(number)]
        shown = [page.walk[each.number] for each in since if each.number in page.walk.steps]
        after = tree.next_of(number)
        return ComparedLine(
            page.line_name(tree.end_of(number)),
            page.addresses.node(number),
            [(_play_words(each), address(each.node.number), each.node.number == number) for each in shown],
            moment_at(page.walk, number, page.seat, page.language),
            _status(step),
            address(node.parent) if number != ROOT else "",
            address(after.number) if after and after.number in page.walk.steps else "",
        )

    shared = [page.walk[node.number] for node in mine[:common]]
    lines = (side(page.number, other, True), side(other, page.number, False))
    return {
        "analysis": page.analysis,
        "panel": page,
        "lines": lines,
        "shared": [_play_words(step) for step in shared],
    }


def _play_words(step: Step) -> str:
    """An action in words, with the seat and the turn."""
    words = {"label": f"{step.letter}{step.turn}", "text": step.words.text if step.words else step.node.action}
    return _("%(label)s: %(text)s") % words


def _status(step: Step) -> str:
    if step.position.is_over:
        return over_words(Scene(step.position))
    seat = step.position.active
    words = {"seat": SEAT_NAMES[seat], "turn": step.position.seats[seat].turn}
    return _("%(seat)s to play, turn %(turn)d") % words


# The lesson


@dataclass(frozen=True, slots=True)
class LessonPart:
    """A part of a lesson: the plays of a turn of the main line, a name and a comment of it, what could be played
    instead, and the board after it where there is one."""

    label: str
    plays: list[str]
    name: str = ""
    comment: str = ""
    branches: tuple[tuple[str, str, str], ...] = ()  # name, plays, comment
    moment: Moment | None = None


def lesson_context(analysis: Analysis, addresses: Addresses, language: str) -> dict[str, Any]:
    """The main line as text to read: turn by turn, with a board wherever there is something to say."""
    tree = Tree.read(analysis.nodes, analysis.last_node)
    walk = Walk(read_start(analysis.start, language), tree, language)
    parts = list(_lesson_parts(walk, analysis.seat, language))
    return {
        "analysis": analysis,
        "root": tree[ROOT],
        "begin": moment_at(walk, ROOT, analysis.seat, language),
        "parts": parts,
        "back": addresses.node(ROOT),
    }


def _lesson_parts(walk: Walk, seat: str, language: str) -> Iterator[LessonPart]:
    steps = [walk[node.number] for node in walk.tree.line_from(ROOT) if node.number in walk.steps]
    knowledge = knowledge_before(walk, ROOT) if seat else None
    boards = 0
    group: list[Step] = []
    if knowledge is not None:
        see_node(knowledge, walk, ROOT)
    for place, step in enumerate(steps):
        group.append(step)
        if knowledge is not None:  # carried on: no node is carried out again for each board behind it
            see_node(knowledge, walk, step.node.number)
        after = steps[place + 1] if place + 1 < len(steps) else None
        branches = tuple(_branches(walk, step.node))
        says = bool(step.node.name or step.node.comment or branches)
        if after and not says and (after.seat, after.turn) == (step.seat, step.turn):
            continue
        moment = None
        if (says or after is None) and boards < MAX_BOARDS:
            boards += 1
            number = step.node.number
            moment = moment_known(knowledge, seat, language) if knowledge else moment_at(walk, number, "", language)
        yield LessonPart(
            f"{step.letter}{step.turn}",
            [each.words.text if each.words else each.node.action for each in group],
            step.node.name,
            step.node.comment,
            branches,
            moment,
        )
        group = []


def _branches(walk: Walk, node: Node) -> Iterator[tuple[str, str, str]]:
    """What could be played instead of a node: every line to its end, with the names and comments that are new in it."""
    tree, told = walk.tree, set[int]()
    shared = len(tree.path(node.parent))
    for sibling in tree.siblings(node.number)[1:]:
        for end in tree.ends(sibling):
            steps = [walk[each.number] for each in tree.path(end.number)[shared:] if each.number in walk.steps]
            new = [step.node for step in steps if step.node.number not in told]
            if not new:  # what follows a play that is not possible
                continue
            told.update(each.number for each in new)
            plays = " · ".join(step.words.text if step.words else step.node.action for step in steps)
            names = (each.name for each in new if each.name)
            comments = (each.comment for each in new if each.comment)
            yield ", ".join(names), plays, "\n".join(comments)
