"""The editor's starting document: the position of its address, of a step of a trace, of an own page, or a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import Owner
from board import services
from board.queries import BoardRequest, asked_for
from grimoire.editor.documents import Document, document_of, read_document, starter
from grimoire.models import Puzzle


@dataclass(frozen=True, slots=True)
class StartingDocument:
    """A document to begin with. ``asked`` is False when no address named it; ``note`` tells how it came about."""

    document: Document
    is_requested: bool = True
    note: str = ""


def start_for(parameters: Mapping[str, str], puzzle: Puzzle | None, language: str) -> StartingDocument:
    """The document that the parameters of the address ask for. Raises ``NoSuchPosition``."""
    if "p" in parameters or "sample" in parameters:
        return _at_step(asked_for(parameters, language), "step" in parameters)
    if puzzle is not None:
        return StartingDocument(read_document(puzzle.position).document)
    return StartingDocument(starter(), is_requested=False)


def _at_step(board: BoardRequest, has_step: bool) -> StartingDocument:
    """The position after the actions that are done by a step of the trace; after all of them without a step."""
    position, events = board.position, 0
    for action in board.actions[: services.MAX_ACTIONS]:
        resolved = services.resolve(position, [action])
        if resolved.stop is not None:
            break
        events += len(resolved.events)
        if has_step and events > board.step:
            if events - len(resolved.events) == board.step:
                break
            words = _("Step %(step)d is in the middle of “%(action)s”: this is the position before it.")
            return StartingDocument(document_of(position), note=words % {"step": board.step, "action": action})
        position = resolved.end
    return StartingDocument(document_of(position))


def own_puzzle(token: str, owner: Owner | None) -> Puzzle | None:
    """The page of one's own that a token names; None for any other."""
    puzzle: Puzzle | None = Puzzle.objects.of_decks().owned_by(owner).filter(token=token).first()
    return puzzle
