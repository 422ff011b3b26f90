"""Analyses as files: JSON that can be read again without loss, and text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django.utils.translation import gettext as _

from accounts.models import Owner
from accounts.text_cleaning import tidied, tidied_line
from board.naming import written_out
from board.services import site_cards
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.formats.notation import write as notation
from engine.decks.rules.modes import SEAT_NAMES
from engine.kernel.chance import SEED_BITS
from engine.kernel.errors import EngineError
from games.decks.analysing.models import MAX_TITLE, Analysis
from games.decks.analysing.tree import MAX_COMMENT, MAX_NAME, MAX_NODES, MAX_TEXT, ROOT, Node, Tree
from games.decks.analysing.walking import Walk, check, read_start

FORMAT: Final = "clash-analysis/1"
MAX_ACTION: Final = 40  # characters of an action in text form
MAX_TURNS: Final = 10_000
INDENT: Final = "    "


class BadAnalysis(ValueError):
    """A file that holds no analysis; the message is in the reader's language."""


def write_analysis(analysis: Analysis) -> dict[str, Any]:
    """An analysis as ``clash-analysis/1``; docs/programmer/analyses.md describes it."""
    written = {"format": FORMAT, "title": analysis.title, "seat": analysis.seat, **analysis.start}
    return {**{key: value for key, value in written.items() if value != ""}, "nodes": analysis.nodes}


def may_export(analysis: Analysis, owner: Owner | None) -> bool:
    """Whether an owner who can read an analysis may have all of it: where a seat's eyes look it has hidden cards."""
    return not analysis.seat or analysis.is_owned_by(owner)


def read_analysis(data: dict[str, Any]) -> Analysis:
    """An analysis, not kept yet, of what ``write_analysis`` gave. Raises ``BadAnalysis``."""
    start = _start(data)
    tree = _tree(data.get("nodes"))
    try:
        position = read_start(start)
        check(position, tree)
    except (EngineError, IndexError) as wrong:
        raise BadAnalysis(_("This analysis has an action that isn't possible.")) from wrong
    seat = data.get("seat", "")
    if seat not in ("", *SEAT_NAMES[: position.mode.seats]):
        raise BadAnalysis(_("This analysis has an unknown seat."))
    title = data.get("title", "")
    return Analysis(
        token="",
        title=tidied_line(title)[:MAX_TITLE] if isinstance(title, str) else "",
        start=start,
        nodes=tree.write(),
        last_node=tree.last,
        seat=seat,
    )


def _start(data: dict[str, Any]) -> dict[str, Any]:
    try:
        position = read_position(written_out(data.get("position")), site_cards())
    except EngineError as wrong:
        raise BadAnalysis(_("This analysis has no valid position.")) from wrong
    start: dict[str, Any] = {"position": written_out(write_position(position))}
    for name, highest in (("seed", 1 << SEED_BITS), ("turn_limit", MAX_TURNS)):
        value = data.get(name)
        if value is not None:
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < highest:
                raise BadAnalysis(_("This analysis has no valid position."))
            start[name] = value
    return start


def _tree(nodes: Any) -> Tree:
    damaged = _("This analysis is damaged: its tree can't be read.")
    if not isinstance(nodes, dict) or not all(isinstance(node, dict) for node in nodes.values()):
        raise BadAnalysis(damaged)
    if len(nodes) > MAX_NODES:
        raise BadAnalysis(_("An analysis has at most %(count)d positions.") % {"count": MAX_NODES})
    try:
        tree = Tree.read(nodes).renumbered()
        for node in tree.nodes.values():
            _tidy(node)
    except (KeyError, ValueError, TypeError, RecursionError) as wrong:
        raise BadAnalysis(damaged) from wrong
    if tree.text_length > MAX_TEXT:
        raise BadAnalysis(_("The texts of an analysis have at most %(count)d characters.") % {"count": MAX_TEXT})
    return tree


def _tidy(node: Node) -> None:
    """Cleans the texts of a node as they are cleaned when somebody types them. Raises ``ValueError``."""
    if not all(isinstance(text, str) for text in (node.action, node.name, node.comment)):
        raise ValueError(f"node {node.number} has a text that is none")
    if (len(node.action) > MAX_ACTION) or bool(node.action) != (node.number != ROOT):
        raise ValueError(f"node {node.number} has no action")
    node.name, node.comment = tidied_line(node.name)[:MAX_NAME], tidied(node.comment)[:MAX_COMMENT]


def write_text(analysis: Analysis, walk: Walk, address: str) -> str:
    """The tree as a numbered list, in the language of the moment."""
    lines = [analysis.heading, address, ""]
    if not analysis.seat:
        lines += [_("Position: %(position)s") % {"position": notation(walk.start)}, ""]
    root = walk.tree[ROOT]
    lines += [part for part in (root.name, root.comment) if part]
    lines += _text_of_line(walk, ROOT)
    return "\n".join(lines).rstrip() + "\n"


def _text_of_line(walk: Walk, number: int) -> Iterator[str]:
    """The line that goes on from a node, with its branches, whose plays are counted anew behind the play's number."""
    waiting = [(walk.tree.next_of(number), "", 1, False)]
    while waiting:
        node, branch, count, opens = waiting.pop()
        if node is None or node.number not in walk.steps:
            continue
        label = f"{branch}{count}"
        yield from _text_of_node(walk, node, label, INDENT * branch.count("."))
        waiting.append((walk.tree.next_of(node.number), branch, count + 1, False))
        if not opens:
            siblings = list(enumerate(walk.tree.siblings(node.number)[1:]))
            waiting.extend(
                (walk.tree[sibling], f"{label}{_letters(place)}.", 1, True) for place, sibling in reversed(siblings)
            )


def _letters(place: int) -> str:
    """a, b, …, z, aa, ab, …"""
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _text_of_node(walk: Walk, node: Node, label: str, indent: str) -> Iterator[str]:
    step = walk[node.number]
    words = step.words.text if step.words else f"{node.action}: {step.fault}"
    name = f" [{node.name}]" if node.name else ""
    told = _("%(label)s: %(text)s") % {"label": f"{step.letter}{step.turn}", "text": words}
    yield f"{indent}{label}. {told}{name}"
    yield from (f"{indent}{INDENT}{line}" for line in node.comment.splitlines())
