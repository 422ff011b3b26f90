"""The text of a proof for its author: the verdict, how hard it is and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from cards.abilities import ability_name
from engine.decks.rules.abilities import AURA_PREFIX
from engine.decks.solving.hidden import MAX_HANDS, TOO_MANY_HANDS
from engine.decks.solving.result import COOKED, NONE, SEVERAL, UNIQUE, UNIQUE_UP_TO_ORDER, UNPROVEN
from grimoire.models import Proof

VERDICTS: Final = {
    UNIQUE: gettext_lazy("Correct: one solution"),
    UNIQUE_UP_TO_ORDER: gettext_lazy("Correct: one solution, in any of several orders"),
    SEVERAL: gettext_lazy("Several solutions"),
    COOKED: gettext_lazy("There's an unintended solution"),
    NONE: gettext_lazy("No solution"),
    UNPROVEN: gettext_lazy("Not proven"),
}


@dataclass(frozen=True, slots=True)
class DifficultyTerm:
    """A part of the estimate of difficulty: what was measured, in words, and the points that it gives."""

    name: str
    measured: str
    points: float


def verdict_text(verdict: str) -> str:
    return str(VERDICTS.get(verdict, verdict))


def verdict_more(proof: Proof) -> str:
    """The sentence below the heading: how far the proof reaches. Says nothing of the solution itself."""
    answer = proof.answer
    if answer.get("stopped_by") == TOO_MANY_HANDS:
        text = _("The hidden hand has %(count)s possibilities; the limit is %(most)d. Use fewer cards.")
        return text % {"count": answer["hands"], "most": MAX_HANDS}
    if not proof.complete:
        text = unfinished_text(answer.get("stopped_by", ""), len(answer.get("solutions", ())))
        return " ".join([text, *_progress(answer)])
    if proof.verdict == COOKED and answer.get("fewest"):
        return _("The objective is reached with fewer cards, or in fewer turns.")
    if proof.verdict == COOKED:
        return _("The objective is reached in fewer turns than it allows.")
    if proof.verdict == NONE:
        return _("All ways to play were checked: none reaches the objective.")
    count = len(answer.get("solutions", ())) + answer.get("more", 0)
    if proof.verdict == SEVERAL:
        text = ngettext(
            "All ways to play were checked: %(count)d solution.",
            "All ways to play were checked: %(count)d solutions.",
            count,
        )
        return text % {"count": count}
    if not answer.get("difficulty"):
        return _("Nothing to solve: the objective is met without playing a card.")
    text = _("All ways to play were checked: this is proven.")
    if turns := answer.get("shortest", 0):
        fastest = ngettext("The fastest way takes %(count)d turn.", "The fastest way takes %(count)d turns.", turns)
        text = f"{text} {fastest % {'count': turns}}"
    if hands := answer.get("hands", 0):
        against = ngettext("It works against the only hand.", "It works against all %(count)d hands.", hands)
        text = f"{text} {against % {'count': hands}}"
    return text


def unfinished_text(stopped_by: str, solution_count: int) -> str:
    """Says honestly what a search that was not finished is worth."""
    why = {
        "time": _("Time ran out before all ways to play were checked."),
        "nodes": _("There are too many positions for the solver."),
        "memory": _("The solver ran out of memory."),
        "depth": _("There are too many turns for the solver."),
    }.get(stopped_by, _("The search didn't finish."))
    if not solution_count:
        none_so_far = _("No solution found so far, but that proves nothing.")
        return f"{why} {none_so_far}"
    text = ngettext(
        "%(count)d solution found; there may be others.",
        "%(count)d solutions found; there may be others.",
        solution_count,
    )
    return f"{why} {text % {'count': solution_count}}"


def _progress(answer: dict[str, Any]) -> Iterator[str]:
    """The part of an unfinished search that is proved."""
    if turns := answer.get("none_within", 0):
        text = ngettext(
            "No solution within %(count)d turn: proven.", "No solution within %(count)d turns: proven.", turns
        )
        yield text % {"count": turns}
    refuted, met = answer.get("first_turns", (0, 0))
    if refuted:
        text = ngettext(
            "%(refuted)d of %(count)d first turn is refuted.", "%(refuted)d of %(count)d first turns are refuted.", met
        )
        yield text % {"refuted": refuted, "count": met}


def terms_of(difficulty: dict[str, Any], language: str) -> list[DifficultyTerm]:
    """The estimate of difficulty part by part (docs/author/difficulty.md), the points as they were given."""
    features, points = difficulty["features"], difficulty["points"]
    texts = _of_prediction(features, language) if "changes" in features else _of_play(features, language)
    return [DifficultyTerm(*texts[name], value) for name, value in points.items() if name in texts]


def total_of(difficulty: dict[str, Any]) -> float:
    """All points of an estimate together."""
    points: dict[str, float] = difficulty["points"]
    return round(sum(points.values()), 2)


def _lure_text(steps: int) -> str:
    if not steps:
        return _("no tempting try")
    text = ngettext(
        "the most tempting try fails after %(count)d step", "the most tempting try fails after %(count)d steps", steps
    )
    return text % {"count": steps}


def _of_play(features: dict[str, Any], language: str) -> dict[str, tuple[str, str]]:
    plays, turns, orders = features["plays"], features["turns"], features["orders"]
    choices = " · ".join(str(number) for number in features["choices"])
    ranks = " · ".join(f"{rank:g}" for rank in features["greedy_ranks"])
    luck = features["luck"]
    return {
        "base": (_("Base value"), ""),
        "length": (_("Length"), ngettext("%(count)d play", "%(count)d plays", plays) % {"count": plays}),
        "choices": (_("Choices at each step"), choices),
        "latitude": (
            _("Luck"),
            _("random play finds it once in %(count)d times") % {"count": round(1 / luck)}
            if luck
            else _("luck alone won't find it"),
        ),
        "order": (
            _("Order of plays"),
            ngettext("%(count)d order works", "%(count)d orders work", orders) % {"count": orders},
        ),
        "surprise": (_("Surprise: rank of each step among the obvious plays"), ranks),
        "abilities": (_("Abilities that act"), _names(features["abilities"], language)),
        "lure": (_("Temptation"), _lure_text(features.get("lure", 0))),
        "forced": (_("Forced plays"), str(len(features.get("forced", ())))),
        "replies": (_("Turns"), ngettext("%(count)d turn", "%(count)d turns", turns) % {"count": turns}),
    }


def _of_prediction(features: dict[str, Any], language: str) -> dict[str, tuple[str, str]]:
    changes = features["changes"]
    return {
        "base": (_("Base value"), ""),
        "length": (
            _("Board changes"),
            ngettext("%(count)d change", "%(count)d changes", changes) % {"count": changes},
        ),
        "abilities": (_("Abilities that act"), _names(features["abilities"], language)),
    }


def _names(slugs: list[str], language: str) -> str:
    plain = sorted({ability_name(slug.removeprefix(AURA_PREFIX), language) for slug in slugs})
    return ", ".join(plain) or _("none")
