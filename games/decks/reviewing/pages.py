"""The page of a review: how far it is, the curve, and the moments worth looking at."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.links import board_address
from board.plays import tell_line
from board.thumbnails import mini_of
from engine.decks.formats.interchange import write_position
from engine.decks.rules.board import MANA
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.kernel.errors import EngineError
from games.decks.replaying.pages import analysis_href, moment_href, turn_title
from games.decks.replaying.turns import MANA as BEGIN
from games.decks.replaying.turns import PlayedTurn, action_of, named, turns_of, win_in_one
from games.decks.reviewing.curves import draw
from games.decks.state import DecksState
from tables.models import GameReview
from tables.showing.sharing import held_seats
from tables.showing.words import result_words, short_names
from tables.viewers import Viewer
from web.percent import percent

MAX_MOMENTS: Final = 3
MIN_SWING: Final = 0.08  # of the curve, below which a turn is not worth a look by itself
MISSED: Final = "missed"
BETTER: Final = "better"
SWING: Final = "swing"
LAST: Final = "last"  # of a game that no turn has decided
DECISIVE: Final = 0.15  # of the outlook, below which no turn has decided a game


@dataclass(frozen=True)
class WorthALook:
    """A moment worth looking at: its ``kind`` (``missed``, ``better``, ``swing`` or ``last``), its turn, what was there
    instead.

    ``weight`` says how much it is worth; ``values`` are the outlooks that belong to it, from and to, or none;
    ``letter`` is the seat whose outlook turned.
    """

    kind: str
    turn: PlayedTurn
    line: tuple[str, ...]
    weight: float
    values: tuple[float, float] | None = None
    letter: str = ""


def moments_of(report: dict[str, Any], turns: Sequence[PlayedTurn]) -> list[WorthALook]:
    """The moments that are most worth a look, in their order: wins that were missed, better plans, turns of fortune."""
    candidates = sorted(_candidates(report, turns), key=lambda moment: -moment.weight)
    chosen: list[WorthALook] = []
    for moment in candidates:
        if len(chosen) < MAX_MOMENTS and all(
            moment.turn.number != chosen_moment.turn.number for chosen_moment in chosen
        ):
            chosen.append(moment)
    return sorted(chosen, key=lambda moment: moment.turn.number)


def deciding_moment(report: dict[str, Any], turns: Sequence[PlayedTurn], winners: Sequence[str]) -> WorthALook | None:
    """The turn that decided a game: where a player who did not win missed most, or else where the outlook of a seat
    turned most to what came of it in the end."""

    def is_decisive(moment: WorthALook) -> bool:
        if moment.values is None:
            return moment.turn.letter not in winners
        rise = moment.values[1] - moment.values[0]
        if moment.kind == BETTER:
            return moment.turn.letter not in winners and rise >= DECISIVE
        return bool(winners) and (rise if moment.letter in winners else -rise) >= DECISIVE

    moments = filter(is_decisive, _candidates(report, turns))
    return max(moments, key=lambda moment: (moment.weight, moment.turn.number), default=None)


def deciding_context(viewer: Viewer, state: DecksState, review: GameReview | None, language: str) -> dict[str, Any]:
    """What the table says of the turn that decided the game, or how far the review is that looks for it."""
    context: dict[str, Any] = {"game": viewer.game, "review": review, "deciding": None}
    engine = state.engine
    if engine is None or engine.terms is None or not engine.actions:
        return {**context, "has_turns": False}
    if review is None or not review.is_done or state.result is None:
        return {**context, "has_turns": True}
    turns = turns_of(engine)
    last = WorthALook(LAST, turns[-1], (), 0.0)
    moment = deciding_moment(review.report, turns, state.result["winners"]) or last
    shown = _shown(viewer, moment, len(turns), language)
    puzzle = moment_href(viewer.game, moment.turn.number, 0, "replay_puzzle")
    said = _words(moment, held_seats(viewer), short_names(viewer.seats, dict(zip(SEAT_NAMES, SEAT_NAMES, strict=True))))
    return {**context, "has_turns": True, "deciding": {**shown, "said": said, "puzzle": puzzle}}


def _candidates(report: dict[str, Any], turns: Sequence[PlayedTurn]) -> Iterator[WorthALook]:
    for said in report["turns"]:
        turn = turns[said["turn"] - 1]
        if said["missed"] is not None:
            yield WorthALook(MISSED, turn, tuple(said["missed"]), 2.0)
        elif said["plan"] is not None:
            values = (said["played"], said["best"])
            yield WorthALook(BETTER, turn, tuple(said["plan"]), 1.0 + values[1] - values[0], values)
    for letter in _shown_letters(report["curve"]):
        points = [point for point in report["curve"] if letter in point["values"] and point["turn"] is not None]
        for before, after in pairwise(points):
            values = (before["values"][letter], after["values"][letter])
            swing = abs(values[1] - values[0])
            if swing >= MIN_SWING:
                yield WorthALook(SWING, turns[before["turn"] - 1], (), swing, values, letter)


def _shown_letters(curve: Sequence[dict[str, Any]]) -> list[str]:
    """The seats whose outlook is told; of two who play each other the one is the mirror of the other."""
    letters = list(dict.fromkeys(letter for point in curve for letter in point["values"]))
    mirrored = len(letters) == 2 and all(len(point["values"]) == 2 for point in curve)
    return letters[:1] if mirrored else letters


def review_context(viewer: Viewer, state: DecksState, review: GameReview | None, language: str) -> dict[str, Any]:
    context: dict[str, Any] = {"game": viewer.game, "review": review, "result": result_words(state.result)}
    if review is None or not review.is_done:
        return context
    turns = [] if state.engine is None or state.engine.terms is None else turns_of(state.engine)
    moments = moments_of(review.report, turns)
    curve = review.report["curve"]
    labels = [f"{turns[point['turn'] - 1].letter}{turns[point['turn'] - 1].own}" for point in curve[:-1]]
    ends = [*labels, _("end")] if curve else []
    letters = list(dict.fromkeys(letter for point in curve for letter in point["values"]))
    return {
        **context,
        "moments": [_shown(viewer, moment, len(turns), language) for moment in moments],
        "curve": draw(curve, _shown_letters(curve), ends, [moment.turn.number for moment in moments])
        if len(curve) > 1
        else "",
        "letters": letters,
        "table": [
            (
                label,
                moment_href(viewer.game, point["turn"], 0) if point["turn"] else "",
                [_share(point["values"][letter]) if letter in point["values"] else "-" for letter in letters],
            )
            for label, point in zip(ends, curve, strict=True)
        ],
        "counts": _counts(review.report),
    }


def _share(value: float) -> str:
    return percent(round(100 * value))


def _counts(report: dict[str, Any]) -> str:
    """How much was looked at and found, in words."""
    judged_turns = report["turns"]
    missed = sum(entry["missed"] is not None for entry in judged_turns)
    better = sum(entry["missed"] is None and entry["plan"] is not None for entry in judged_turns)
    parts = [
        ngettext(
            "%(n)d turn reviewed.",
            "%(n)d turns reviewed.",
            len(judged_turns),
        ),
        ngettext("%(n)d missed win.", "%(n)d missed wins.", missed),
        ngettext("%(n)d better plan.", "%(n)d better plans.", better),
    ]
    return " ".join(part % {"n": n} for part, n in zip(parts, (len(judged_turns), missed, better), strict=True))


def _shown(viewer: Viewer, moment: WorthALook, count: int, language: str) -> dict[str, Any]:
    start = begun(moment.turn, language)
    actions = [action for action in moment.turn.actions if action != BEGIN]
    return {
        "kind": moment.kind,
        "title": turn_title(moment.turn, count),
        "said": _words(moment),
        "mini": _mini(start),
        "played": line_words(start, actions),
        "instead": line_words(start, moment.line),
        "played_href": moment_href(viewer.game, moment.turn.number, 0),
        "analysis": analysis_href(viewer.game, moment.turn.number),
        "instead_href": _address(start, moment.line),
        "puzzle": puzzle_of(start, moment.turn.seat) if moment.kind == MISSED else "",
    }


def begun(turn: PlayedTurn, language: str) -> Position:
    """The position of a turn in which its player begins to choose, with cards named in a language."""
    position = named(turn.position, language)
    if position.phase == MANA:
        position.apply(action_of(BEGIN))
    return position


def puzzle_of(position: Position, seat: int) -> str:
    """A position with the objective to win in this turn, as the authors' pages take it."""
    copy = position.copy()
    copy.objective = win_in_one(seat)
    return json.dumps(write_position(copy), ensure_ascii=False)


def line_words(position: Position, actions: Sequence[str]) -> list[str]:
    """A line in words, action by action; the end of the turn goes without saying."""
    sentences = [sentence.text for sentence in tell_line(position, actions)]
    return sentences[:-1] if actions and actions[-1] == "end-turn" else sentences


def _words(moment: WorthALook, held: Sequence[str] = (), names: Mapping[str, str] | None = None) -> str:
    """A moment in a sentence, in the second person where it is about the one seat that is ``held``."""
    letter = moment.letter or moment.turn.letter
    is_own = list(held) == [letter]
    seat = letter if names is None else names[letter]
    if moment.kind == MISSED:
        if is_own:
            return _("You could have won this turn, whatever the hidden cards were.")
        return _("%(seat)s could have won this turn, whatever the hidden cards were.") % {"seat": seat}
    if moment.kind == LAST:
        return _("None: no missed win, no clearly better plan, no sudden change.")
    assert moment.values is not None
    before, after = map(_share, moment.values)
    if moment.kind == BETTER:
        words = (
            _("You had a better plan: about %(best)s to win, instead of %(played)s.")
            if is_own
            else _("%(seat)s had a better plan: about %(best)s to win, instead of %(played)s.")
        )
        return words % {"seat": seat, "best": after, "played": before}
    words = (
        _("The game turned here: your chances went from %(before)s to %(after)s.")
        if is_own
        else _("The game turned here: the chances of %(seat)s went from %(before)s to %(after)s.")
    )
    return words % {"seat": seat, "before": before, "after": after}


def _mini(position: Position) -> SafeString:
    return mini_of(write_position(position))


def _address(position: Position, line: Sequence[str]) -> str:
    """Where the board shows a line; empty where that is too long for an address."""
    try:
        return board_address(position, line) if line else ""
    except EngineError:
        return ""
