"""What a review shows: how far it is, the turn that decided the game, the curve, and the moments worth looking at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from contract.registry import GAMES
from contract.reviews import GameReviewer
from contract.state import GameState
from tables.models import GameReview
from tables.reviewing.curves import draw
from tables.reviewing.moments import (
    LAST,
    MISSED,
    WorthALook,
    deciding_moment,
    moment_words,
    moments_of,
    share_words,
    shown_letters,
)
from tables.reviewing.services import turns_of
from tables.showing.sharing import held_seats
from tables.showing.words import result_words, short_names
from tables.viewers import Viewer

SHORT: Final = 2  # letters of a name that stands at a curve


def deciding_context(
    viewer: Viewer, state: GameState, review: GameReview | None, words: Mapping[str, str], language: str
) -> dict[str, Any]:
    """What the table says of the turn that decided the game, or how far the review is that looks for it.

    ``words`` are what the seats are called.
    """
    context: dict[str, Any] = {"game": viewer.game, "review": review, "deciding": None}
    reviewer = _reviewer_of(viewer)
    if not reviewer.has_turns(state):
        return {**context, "has_turns": False}
    if review is None or not review.is_done or state.result is None:
        return {**context, "has_turns": True}
    turns = turns_of(reviewer, state)
    last = WorthALook(LAST, turns[-1], (), 0.0)
    moment = deciding_moment(review.report, turns, state.result["winners"]) or last
    said = moment_words(moment, short_names(viewer.seats, words), held_seats(viewer))
    shown = _shown(reviewer, viewer, moment, len(turns), language)
    return {**context, "has_turns": True, "deciding": {**shown, "said": said}}


def review_context(
    viewer: Viewer, state: GameState, review: GameReview | None, words: Mapping[str, str], language: str
) -> dict[str, Any]:
    context: dict[str, Any] = {"game": viewer.game, "review": review, "result": result_words(state.result, words)}
    if review is None or not review.is_done:
        return context
    reviewer = _reviewer_of(viewer)
    turns = turns_of(reviewer, state)
    moments = moments_of(review.report, turns)
    curve = review.report["curve"]
    labels = [reviewer.label(turns[point["turn"] - 1]) for point in curve[:-1]]
    ends = [*labels, _("end")] if curve else []
    letters = list(dict.fromkeys(letter for point in curve for letter in point["values"]))
    names = {letter: name if len(name) <= SHORT else name[0] for letter, name in words.items()}
    hrefs = [reviewer.href(viewer, turns[point["turn"] - 1]) for point in curve[:-1]]
    return {
        **context,
        "moments": [
            {**_shown(reviewer, viewer, moment, len(turns), language), "said": moment_words(moment, words)}
            for moment in moments
        ],
        "curve": draw(curve, shown_letters(curve), ends, [moment.turn.number for moment in moments], names)
        if len(curve) > 1
        else "",
        "letters": [words[letter] for letter in letters],
        "table": [
            (
                label,
                href,
                [share_words(point["values"][letter]) if letter in point["values"] else "-" for letter in letters],
            )
            for label, href, point in zip(ends, [*hrefs, ""], curve, strict=True)
        ]
        if curve
        else [],
        "counts": _counts(review.report["turns"]),
    }


def _reviewer_of(viewer: Viewer) -> GameReviewer:
    reviewer = GAMES[viewer.game.game].reviewer
    assert reviewer is not None  # or there would be no page
    return reviewer


def _shown(reviewer: GameReviewer, viewer: Viewer, moment: WorthALook, count: int, language: str) -> dict[str, Any]:
    shown = reviewer.shown(viewer, moment.turn, count, moment.line, language, wins=moment.kind == MISSED)
    return {**shown, "kind": moment.kind}


def _counts(judged_turns: Sequence[dict[str, Any]]) -> str:
    """How much was looked at and found, in words."""
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
