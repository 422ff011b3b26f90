"""The panel of an analysis: what is best in the position that a board shows, in words. A press on a play adds its line
to the tree that the board belongs to, or opens a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.links import analysis_href
from board.naming import in_language
from board.plays import tell
from board.queries import BoardRequest
from board.services import BoardAddress, resolve
from engine.decks.formats import compact
from engine.decks.rules.actions import END_TURN, PLAY_LINE, parse_action
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from games.decks.analysing.reports import Line, Proven, Report
from games.decks.analysing.thinking import STAGES
from games.decks.analysing.thinking_gate import after, start_of
from games.decks.analysing.thinking_models import Thinking
from games.decks.analysing.tree import PlayedLine
from grimoire.models import Puzzle
from web.percent import percent


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reader asks of: a position at a step of its board, and how it is to be looked at.

    ``position`` is the one after the ``actions`` that are done by then; ``address`` that of the board at its start.
    ``sight`` is the letter of the seat whose view counts, empty for open hands, ``count`` how many turns are shown.
    ``node`` is the number of the node in a tree of the reader's own that has the position.
    """

    start: Position
    position: Position
    actions: tuple[str, ...]
    address: BoardAddress
    step: int
    sight: str
    count: int
    node: int | None = None


def asked(board_request: BoardRequest, sight: str, count: int, step: int | None, node: int | None = None) -> Asked:
    """The position of a board at one of its steps: after the actions that are done by then; by default after all."""
    resolved = resolve(board_request.position, board_request.actions)
    done = len(resolved.actions) if step is None else sum(end <= step for end in resolved.ends)
    actions = tuple(resolved.actions[:done])
    return Asked(
        resolved.start,
        after(resolved.start, actions),
        actions,
        board_request.address,
        len(resolved.events) if step is None else step,
        sight if sight in seats_of_people(resolved.start) else "",
        count,
        node,
    )


def seats_of_people(position: Position) -> list[str]:
    """The letters of the seats that no AI plays."""
    return [name for name, seat in zip(SEAT_NAMES, position.seats, strict=False) if not seat.is_ai]


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """A play of a line: what it is, and what adds the line to the tree (``PlayedLine``), or an address that does."""

    text: str
    href: str
    line: str = ""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line as the panel shows it: whose turn it is, its plays, what is said of its outlook, and the best answer."""

    seat: str
    plays: list[ShownPlay]
    outlook: str
    proven: str  # "wins", "loses" or empty
    answer: ShownLine | None = None
    deals: str = ""


class ThinkingPanel:
    """What a report says, ready for the template."""

    def __init__(self, asked: Asked, thinking: Thinking, language: str, sealed_by: Puzzle | None) -> None:
        self.asked = asked
        self.thinking = thinking
        self.sealed_by = sealed_by
        self.language = language
        self.report: Report = thinking.report
        self.start = in_language(asked.start, language)
        self.position = after(in_language(asked.position, language), self.report["before"])
        self.is_busy = thinking.is_busy
        self.can_continue = not thinking.is_busy and not thinking.is_done
        self.letter = self.report["seat"]

    @property
    def stage(self) -> int:
        return min(100, round(100 * self.report["stage"] / STAGES))

    # Who is ahead

    @property
    def over(self) -> str:
        winners = self.report["winners"]
        if winners is None:
            return ""
        if not winners:
            return _("The game is a draw.")
        words = ngettext("The game is over: %(seats)s has won.", "The game is over: %(seats)s have won.", len(winners))
        return words % {"seats": ", ".join(winners)}

    @property
    def share(self) -> int:
        """The outlook of the seat to play, in per cent."""
        return round(100 * self.report["outlook"])

    @property
    def low(self) -> int:
        return max(0, self.share - self.error)

    @property
    def width(self) -> int:
        """Of the part of the bar that is uncertain."""
        return min(100, self.share + self.error) - self.low

    @property
    def error(self) -> int:
        return round(100 * self.report["error"])

    @property
    def others(self) -> str:
        """The letters of the other side."""
        mode = self.position.mode
        own = mode.team_of[SEAT_NAMES.index(self.letter)]
        return "".join(name for name, team in zip(SEAT_NAMES, mode.team_of, strict=False) if team != own)

    @property
    def verdict(self) -> str:
        """Who is ahead, or what is proven."""
        proven = self.report["proven"]
        if proven is None:
            chances = _chance(self.share, self.error)
            return _("Winning chances of %(seat)s: %(chances)s") % {"seat": self.letter, "chances": chances}
        return _proven_words(self.letter, proven)

    @property
    def none_within(self) -> str:
        turns = self.report["none_within"]
        if not turns or self.report["proven"] is not None:
            return ""
        words = ngettext(
            "No win for %(seat)s within %(count)d turn: proven.",
            "No win for %(seat)s within %(count)d turns: proven.",
            turns,
        )
        return words % {"seat": self.letter, "count": turns}

    @property
    def about(self) -> str:
        """What kind of numbers these are."""
        if self.asked.sight:
            return _("Estimated over hands that %(seat)s can't tell apart.") % {"seat": self.asked.sight}
        return _("All hands known. Percentages are the bots' estimate.")

    # Lines

    @property
    def lines(self) -> list[ShownLine]:
        before = [*self.asked.actions, *self.report["before"]]
        return [self._shown(line, self.position, before) for line in self.report["lines"][: self.asked.count]]

    def _shown(self, line: Line, position: Position, before: Sequence[str]) -> ShownLine:
        """A line after actions from the start of the board."""
        answer = line.get("answer")
        return ShownLine(
            line["seat"],
            self._plays(line, position, before),
            _outlook_words(line),
            line["proven"]["outcome"] if line["proven"] is not None else "",
            self._shown(answer, after(position, line["actions"]), [*before, *line["actions"]]) if answer else None,
            _deals_words(line),
        )

    def _plays(self, line: Line, position: Position, before: Sequence[str]) -> list[ShownPlay]:
        if "position" in line:
            start = in_language(start_of(line, position), self.language)
            at, address, before = start.copy(), BoardAddress(packed=_packed(start)), ()
        else:
            start, at, address = self.start, position.copy(), self.asked.address
        done, actions = len(before), (*before, *line["actions"])
        ends = resolve(start, actions).ends
        plays = []
        for number, written in enumerate(line["actions"], start=done):
            action = parse_action(written)
            try:
                told = tell(at, action)
                at.apply(action)
            except (EngineError, IndexError):
                break
            if action == END_TURN:
                break
            step = ends[number] if number < len(ends) else 0
            plays.append(self._play(told.text, address, actions, number + 1, step))
        return plays

    def _play(self, text: str, address: BoardAddress, actions: Sequence[str], count: int, step: int) -> ShownPlay:
        """A play that leads to the position after so many actions of a line, which is that at a step of its board."""
        if self.asked.node is not None and address is self.asked.address:
            return ShownPlay(text, "", str(PlayedLine(self.asked.node, count, tuple(actions))))
        whole = BoardAddress(address.sample, address.packed, tuple(actions))
        if not (whole.sample or whole.packed) or not whole.fits:
            return ShownPlay(text, "")
        return ShownPlay(text, analysis_href({**whole.query(), "step": str(step)}))

    # What threatens

    @property
    def threat(self) -> ShownLine | None:
        threat = self.report["threat"]
        if threat is None or threat["line"] is None:
            return None
        before = [*self.asked.actions, *self.report["before"], *threat["before"]]
        return self._shown(threat["line"], after(self.position, threat["before"]), before)

    @property
    def threat_play(self) -> ShownPlay:
        """What the seat does that passes."""
        threat = self.report["threat"]
        actions = [*self.asked.actions, *self.report["before"], *(threat["before"] if threat else ())]
        ends = resolve(self.start, actions).ends
        text = _("If %(seat)s only attacks:") % {"seat": self.letter}
        return self._play(text, self.asked.address, actions, len(actions), ends[-1] if ends else 0)

    @property
    def threat_words(self) -> str:
        """What happens to the seat when it plays nothing."""
        threat = self.report["threat"]
        if threat is None:
            return ""
        if threat["ends"]:
            return _("%(seat)s loses: proven.") % {"seat": self.letter}
        lost = threat["lost"]
        parts = []
        if lost["bastion"]:
            parts.append(_("the Bastion"))
        if lost["hp"]:
            parts.append(_("%(count)d HP") % {"count": lost["hp"]})
        if lost["creatures"]:
            words = ngettext("%(count)d Creature", "%(count)d Creatures", lost["creatures"])
            parts.append(words % {"count": lost["creatures"]})
        if parts:
            told = _("%(seat)s loses %(what)s.") % {"seat": self.letter, "what": ", ".join(parts)}
        else:
            told = _("%(seat)s loses nothing.") % {"seat": self.letter}
        is_dealt = threat["line"] is not None and "position" in threat["line"]
        return _("With one possible hand: %(words)s") % {"words": told} if is_dealt else told

    @property
    def is_in_turn(self) -> bool:
        """Whether the seat has played something in this turn already."""
        actions = self.asked.actions
        return bool(actions) and parse_action(actions[-1]).kind >= PLAY_LINE


def _packed(position: Position) -> str:
    try:
        return compact.pack(position)
    except EngineError:
        return ""


def _chance(share: int, error: int) -> str:
    """An outlook with how far it may be off: "62% ± 4"."""
    return _("%(share)s ± %(error)d") % {"share": percent(share), "error": error} if error else percent(share)


def _outlook_words(line: Line) -> str:
    if line["proven"] is not None:
        return _proven_words("", line["proven"])
    return _chance(round(100 * line["outlook"]), round(100 * line["error"]))


def _proven_words(seat: str, proven: Proven) -> str:
    turns = proven["turns"]
    if not seat:
        words = _("wins in %(turns)d: proven") if proven["outcome"] == "wins" else _("loses in %(turns)d: proven")
        return words % {"turns": turns}
    words = (
        _("%(seat)s wins in %(turns)d: proven.")
        if proven["outcome"] == "wins"
        else _("%(seat)s loses in %(turns)d: proven.")
    )
    return words % {"seat": seat, "turns": turns}


def _deals_words(line: Line) -> str:
    """In how many of the deals that were tried a side wins at once."""
    wins, deals = line.get("wins_in", 0), line.get("deals", 0)
    if not deals:
        return ""
    if not wins:
        return _("One possible hand. No win at once in %(deals)d tries.") % {"deals": deals}
    return _("One possible hand. Wins at once in %(wins)d of %(deals)d.") % {"wins": wins, "deals": deals}
