"""Two lines of an analysis side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from board.walkthrough import Moment
from games.decks.analysing.boards import moment_at
from games.decks.analysing.showing import AnalysisPage, play_words, status_words
from games.decks.analysing.tree import ROOT


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
    for my_node, their_node in zip(mine, theirs, strict=False):
        if my_node.number != their_node.number:
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
            [(play_words(each), address(each.node.number), each.node.number == number) for each in shown],
            moment_at(page.walk, number, page.seat, page.language),
            status_words(step),
            address(node.parent) if number != ROOT else "",
            address(after.number) if after and after.number in page.walk.steps else "",
        )

    shared = [page.walk[node.number] for node in mine[:common]]
    lines = (side(page.number, other, True), side(other, page.number, False))
    return {
        "analysis": page.analysis,
        "panel": page,
        "lines": lines,
        "shared": [play_words(step) for step in shared],
    }
