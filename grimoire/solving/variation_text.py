"""Variations in words, each with the address at which it can be looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from board.plays import Told, tell_turns
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from grimoire.solving.variations import Line, Variation, Variations


@dataclass(frozen=True, slots=True)
class ToldDefence:
    text: str
    href: str


@dataclass(frozen=True, slots=True)
class ToldVariation:
    """Defences with one answer: the toughest of them, how many ``others`` there are, and the answer; "" for none."""

    defences: tuple[ToldDefence, ...]
    others: int
    answer: str
    is_rest: bool
    is_lost: bool = False

    @property
    def count(self) -> int:
        return len(self.defences) + self.others


@dataclass(frozen=True, slots=True)
class ToldVariations:
    """See ``Variations``; ``key`` are the plays of the solution."""

    key: str
    seat: str
    count: int
    listed: tuple[ToldVariation, ...]
    hidden: int
    complete: bool


def tell_variations(begun: Position, variations: Variations, href: Callable[[Line, Line], str]) -> ToldVariations:
    """``begun`` is the position that the key is played in, its cards named in the reader's language; ``href`` answers
    the address of a line (its second argument what came before it)."""
    key = variations.key

    def told(variation: Variation) -> ToldVariation:
        defences, answer = variation.defences, variation.answer
        return ToldVariation(
            tuple(
                ToldDefence(_last_plays(begun, (*key, *defence)), href((*defence, *(answer if at == 0 else ())), key))
                for at, defence in enumerate(defences)
            ),
            variation.count - len(defences),
            _turns_after(begun, (*key, *(defences[0] if defences else ())), answer) if answer else "",
            variation.is_rest,
            variation.is_lost,
        )

    return ToldVariations(
        key=_turns_after(begun, (), key) if key else "",
        seat=SEAT_NAMES[variations.seat],
        count=variations.count,
        listed=tuple(map(told, variations.listed)),
        hidden=variations.hidden,
        complete=variations.complete,
    )


def _last_plays(begun: Position, line: Sequence[str]) -> str:
    return _turn(tell_turns(begun, line)[-1][1])


def _turns_after(begun: Position, before: Sequence[str], line: Sequence[str]) -> str:
    """The turns of a line, each with its seat where there are several."""
    turns = tell_turns(begun, (*before, *line))[len(tell_turns(begun, before)) :]
    return _turn(turns[0][1]) if len(turns) == 1 else turns_in_words(turns)


def turns_in_words(turns: Sequence[tuple[str, Sequence[Told]]]) -> str:
    return " → ".join(f"{seat}: {_turn(sentences)}" for seat, sentences in turns)


def _turn(sentences: Sequence[Told]) -> str:
    return plays_in_words(sentences) or _("the Assault alone")


def plays_in_words(sentences: Sequence[Told]) -> str:
    return " · ".join(sentence.text for sentence in sentences if sentence.is_play)
