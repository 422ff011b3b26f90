"""A table with its board: what has happened, and the plan of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from board.arrangement import MARK_NAMES
from board.fault_text import error_text
from board.plays import Told
from board.services import split_actions
from contract.pages import Coach
from engine.decks.game.stages import AT_PLAY
from engine.decks.rules.modes import SEAT_NAMES
from engine.kernel.numbers import whole_number
from games.decks.state import DecksState
from games.decks.table.board import TableBoard, actions_since
from games.decks.table.ending import has_cards_left, is_unplayed
from games.decks.table.next_turn import FollowedPlan, follow, lay_out_next
from games.decks.table.plans import ASSAULT, LaidPlan, lay_out
from games.decks.table.reasons import Reason, reasons
from tables.showing.page import TablePage
from tables.states import state_of

PREVIEW: Final = "preview"
MAX_LINE: Final = 2000  # characters


@dataclass(frozen=True, slots=True)
class TableQuery:
    """The query of a table's address: the plan, whether its Assault is shown, a step, what has been seen.

    ``version`` is the game's when the plan was laid down. ``asks_to_end``: the turn would have ended with cards left.
    """

    line: tuple[str, ...] = ()
    view: str = ""
    step: int | None = None
    since: int | None = None
    version: int | None = None
    is_turned: bool = False
    skipped: int = 0
    asks_to_end: bool = False

    @classmethod
    def of(cls, query: Mapping[str, str]) -> TableQuery:
        """Reads a query; whatever cannot be read is left out."""
        line = split_actions(query.get("line", "")[:MAX_LINE])
        if query.get("play"):
            line.append(query["play"][:40])
        return cls(
            tuple(line),
            query.get("view", "") if query.get("view") == PREVIEW else "",
            whole_number(query.get("step", ""), 7),
            whole_number(query.get("since", ""), 7),
            whole_number(query.get("version", ""), 7),
            query.get("turned") == "1",
            whole_number(query.get("skipped", ""), 7) or 0,
            query.get("end") == "1",
        )


class PlayPanel:
    """A live game in play, or over, as the viewer of its page sees it."""

    def __init__(self, table: TablePage) -> None:
        state = table.state
        assert isinstance(state, DecksState) and state.engine is not None
        self.table = table
        self.query = query = TableQuery.of(table.query)
        self.language = table.language
        self.state: DecksState = state
        self.own = table.own
        self.letter = table.seat_name
        self.seat = table.seat
        self.acts = table.acts and state.engine.stage == AT_PLAY
        wants_preview = query.view == PREVIEW
        self.plan: LaidPlan | None = None
        self.followed = self._follow()
        line = query.line if self.followed is None else tuple(self.followed.line)
        if self.acts and self.seat is not None:
            line = () if self._is_over_with() else line
            self.plan = lay_out(state.engine, self.seat, line, self.language, ASSAULT if wants_preview else "")
        elif self.plans_ahead and self.seat is not None:
            self.plan = lay_out_next(state.engine, self.seat, line, self.language)
        self.view = self._view(wants_preview)
        self.since = self._since()
        self.past = actions_since(self.state, self.since)
        viewer = table.viewer
        owner = None if viewer.seat is None or table.curtain else viewer.seat.owner
        plan = None if self.view == "waiting" else self.plan
        self.page = TableBoard(
            self.state, self.past, plan, self.seat, self.language, owner, self.href, query.step, query.is_turned
        )

    def _own_latest(self) -> int | None:
        """The version of the viewer's last action."""
        return next((action.version for action in reversed(self.state.done) if action.seat == self.seat), None)

    def _is_over_with(self) -> bool:
        """Whether the seat has acted since its plan was laid down, in another window: the plan names cards by places
        where others lie now."""
        latest, planned_at = self._own_latest(), self.query.version
        return bool(self.query.line) and latest is not None and planned_at is not None and latest > planned_at

    @cached_property
    def plans_ahead(self) -> bool:
        """Whether the seat may lay down its next turn while the others play."""
        engine, table = self.state.engine, self.table
        return (
            engine is not None
            and engine.stage == AT_PLAY
            and self.state.result is None
            and self.seat is not None
            and not self.acts
            and len(self.own) == 1
            and table.moment is None
            and table.seat_name not in self.state.left
        )

    def _follow(self) -> FollowedPlan | None:
        """What is left of a plan that was laid down while the others played, before they went on."""
        at, engine = self.query.version, self.state.engine
        if not (self.query.line and self.seat is not None and at is not None and 0 <= at < self.state.version):
            return None
        if not (self.acts or self.plans_ahead) or self._is_over_with():
            return None
        before = state_of(self.table.game, at)
        if not isinstance(before, DecksState) or before.engine is None or engine is None:
            return None
        if before.engine.stage != AT_PLAY or before.engine.active == self.seat:
            return None
        return follow(before.engine, self.query.line, engine, self.seat, self.language)

    @property
    def problem(self) -> str:
        """What has become of the plan that was laid down."""
        if self._is_over_with():
            return _("You played in another window: this plan was cleared.")
        if self.followed is not None and self.followed.dropped:
            what = _("Removed from your plan: %(card)s. %(why)s")
            return " ".join(what % {"card": card, "why": why} for card, why in self.followed.dropped)
        plan = self.plan
        if plan is None or not plan.dropped:
            return ""
        why = error_text(plan.why, self.language) if plan.why != "bad-action" else ""
        return " ".join((_("One play is no longer possible and was removed."), why)).strip()

    def _view(self, wants_preview: bool) -> str:
        if self.state.result is not None:
            return "over"
        if not self.acts:
            return "planning" if self.plan is not None and self.plan.line else "waiting"
        return PREVIEW if wants_preview and self.plan is not None and self.plan.closing else "laying"

    def _since(self) -> int:
        """The version from which on what has happened is shown: that of the viewer's last action, if none is named."""
        if self.query.since is not None:
            return min(self.query.since, self.state.version)
        latest = self._own_latest()
        if latest is not None:
            return latest
        turns = [action for action in self.state.done if action.turn[0] == AT_PLAY]
        if not turns:
            return self.state.version
        return min(action.version for action in turns if action.turn == turns[-1].turn) - 1

    # Addresses

    @cached_property
    def home(self) -> str:
        """The address of the table, with what stays the same: the seat that is looked at, the side."""
        return self._address({})

    @property
    def kept(self) -> dict[str, str]:
        """The part of the query that all addresses of this table keep."""
        kept = {}
        if len(self.own) > 1 and self.letter:
            kept["seat"] = self.letter
        if self.query.is_turned:
            kept["turned"] = "1"
        return kept

    def _address(self, query: Mapping[str, str]) -> str:
        whole = {**self.kept, **query}
        path = self.table.game.get_absolute_url()
        return f"{path}?{urlencode(whole, safe=';')}" if whole else path

    @property
    def line(self) -> str:
        return ";".join(self.plan.line) if self.plan is not None else ""

    def _laid(self, line: str, **more: str) -> str:
        query = {"line": line, "version": str(self.state.version)} if line else {}
        if self.query.since is not None:
            query["since"] = str(self.query.since)
        return self._address({**query, **more})

    def href(self, step: int) -> str:
        view = {"view": PREVIEW} if self.view == PREVIEW else {}
        return self._laid(self.line, **view, step=str(step))

    @property
    def laid_href(self) -> str:
        return self._laid(self.line)

    @property
    def preview_href(self) -> str:
        return self._laid(self.line, view=PREVIEW)

    @property
    def undo_href(self) -> str:
        return self._laid(self.undone)

    @property
    def reset_href(self) -> str:
        return self._laid("")

    @property
    def turned_href(self) -> str:
        """The same table from the other side."""
        query = {key: value for key, value in self.kept.items() if key != "turned"}
        if not self.query.is_turned:
            query["turned"] = "1"
        if self.line:
            query |= {"line": self.line, "version": str(self.state.version)}
        path = self.table.game.get_absolute_url()
        return f"{path}?{urlencode(query, safe=';')}" if query else path

    @property
    def undone(self) -> str:
        """The plan without its last play."""
        return ";".join(self.plan.line[:-1]) if self.plan is not None else ""

    # What is laid down

    @property
    def told(self) -> list[Told]:
        return [] if self.plan is None else self.plan.sentences

    @property
    def reasons(self) -> list[Reason]:
        """Why cards of one's own hand may not be played."""
        plan = self.plan
        if plan is None or plan.position is None or self.seat is None or self.view == PREVIEW:
            return []
        return reasons(plan.position, self.seat)

    @property
    def is_first_turn(self) -> bool:
        """Whether the seat has not played yet: later the page explains no more what stays the same."""
        return not any(done.seat == self.seat and done.turn[0] == AT_PLAY for done in self.state.done)

    @property
    def stops(self) -> bool:
        """Whether the plan ends with a play that depends on a hidden card."""
        return self.plan is not None and self.plan.hidden_from is not None and not self.plan.closing

    @property
    def asks_to_end(self) -> str:
        """Why the page asks if the turn is to end; "" where it does not."""
        if not self.query.asks_to_end or self.view != "laying" or self.plan is None:
            return ""
        if not has_cards_left(self.state, self.plan):
            return ""
        if is_unplayed(self.state, self.plan):
            return _("You haven't played a card this turn.")
        return _("You can still play cards.")

    @property
    def shows_trace(self) -> bool:
        return self.page.last > 0

    # What it says

    @property
    def coach(self) -> Coach:
        if self.view == PREVIEW:
            says = _("What the Assault would do. Nothing is final yet.")
            if self.plan is not None and self.plan.hidden_from is not None:
                says = _("What the Assault would do, up to the first hidden card.")
            return Coach("look", "spyglass", _("Preview"), says)
        if self.stops and not self.acts:
            return replace(self.table.coach(), says=_("The rest depends on a hidden card: your plan ends here."))
        if self.stops:
            says = _("The rest depends on a hidden card. Play up to here to continue.")
            return Coach("look", "spyglass", _("Your turn"), says)
        if self.acts and self.plan is not None and not self.plan.legal:
            return self.table.coach(_("Nothing more can be played."))
        return self.table.coach(_("Play cards, preview, end the turn.") if self.is_first_turn else "")

    @property
    def names(self) -> dict[str, str]:
        """The names of all seats by their letters, the AI's too."""
        letters = SEAT_NAMES[: self.state.mode.seats]
        names = {letter: letter if self.table.moment else self.table.names[letter] for letter in letters}
        return names if not self.letter else {**names, self.letter: _("%(seat)s (you)") % {"seat": self.letter}}

    @property
    def says(self) -> str:
        """The announcement of a change in one's own plan; "" where the coach has said it."""
        if self.table.moment is not None and (self.table.moment.is_over or not self.told):
            return ""
        if self.asks_to_end:
            return self.asks_to_end
        return self.told[-1].text if self.view in ("laying", "planning") and self.told else ""

    @property
    def data(self) -> dict[str, Any]:
        """For the script."""
        return {
            "since": self.since,
            "view": self.view,
            "seat": self.letter or "A",
            "acts": self.acts,
            "line": self.line,
            "undone": self.undone if self.line else None,
            "legal": self.plan.legal if self.plan is not None and self.view != PREVIEW else [],
            "now": self.page.now_step,
            "laid": self.page.laid_step,
            "skipped": self._skipped(),
            "why": {
                reason.place: {"text": reason.text, "ruling": reason.ruling, "href": reason.href}
                for reason in self.reasons
            },
            "names": self.names,
            "sounds": self.page.sounds,
            "dropped": self.problem if self.followed is not None else "",
            "address": self._laid(self.line, **({"view": PREVIEW} if self.view == PREVIEW else {})),
            "home": self.home,
        }

    def _skipped(self) -> int:
        """The step from which on it is new what has happened: plays that were laid down have been seen already."""
        count = 0
        for _done, _before, after in self.past[: self.query.skipped]:
            count += len(after.seen[-1])
        return count


def mark_names() -> list[str]:
    """The marks that a Creature may have, for the script's templates."""
    return [name for _flag, name in MARK_NAMES]
