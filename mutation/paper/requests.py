"""Requests for papers of a session."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from engine.decks.sessions.ledger import SessionLedger
from engine.decks.sessions.schedule import SCHEDULE, SEATS
from mutation.faces import SessionFaces
from mutation.paper.sheets import PAPERS, SIZES, TRUE_SIZE
from mutation.viewers import SessionViewer

GAMES: Final = len(SCHEDULE)
ROUNDS: Final = SCHEDULE[-1].round


@dataclass(frozen=True, slots=True)
class PaperOptions:
    """How a paper is to be: on which ``paper``, ``of`` one seat instead of all, cards in a ``size`` of ``SIZES``; a
    deck as it was (``plain``), or what changed ``since`` a game; patches of one ``round`` alone (0: of all); a booklet
    ``folded``. Raises ``ValueError`` for what there is not."""

    paper: str = "a4"
    of: str = ""
    size: str = TRUE_SIZE
    plain: bool = False
    since: int = 0
    round: int = 0
    folded: bool = False

    def __post_init__(self) -> None:
        if self.paper not in PAPERS or self.size not in SIZES or (self.of and self.of not in SEATS):
            raise ValueError(f"no such paper, size or seat: {self}")
        if not (0 <= self.since <= GAMES and 0 <= self.round <= ROUNDS):
            raise ValueError(f"no such game or round: {self}")

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats whose paper it is."""
        return (self.of,) if self.of else tuple(SEATS)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of_form(cls, form: Mapping[str, str]) -> PaperOptions:
        """The options that a form has sent. Raises ``ValueError``."""
        return cls(
            form.get("paper", "a4"),
            form.get("of", ""),
            form.get("size", TRUE_SIZE),
            "plain" in form,
            _number(form.get("since", "")),
            _number(form.get("round", "")),
            "folded" in form,
        )


def _number(text: str) -> int:
    """A number of two digits at most; none is 0. Raises ``ValueError``."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise ValueError(f"no number: {text[:20]!r}")
    return int(text)


@dataclass(frozen=True)
class PaperRequest:
    """A paper of a session to be made: the session, its ledger, its faces in the language of the moment."""

    viewer: SessionViewer
    ledger: SessionLedger
    faces: SessionFaces
    options: PaperOptions = PaperOptions()

    @property
    def seats(self) -> tuple[str, ...]:
        """The letters of the seats whose paper it is."""
        return self.options.seats
