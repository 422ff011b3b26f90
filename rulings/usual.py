"""The usual questions of a table in the middle of a game, with what answers each (``text/usual.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache

from cards.abilities import ability_name, ability_text
from rulings.catalogue import ruling_by_id
from rulings.rulebook import ABILITY, RULE, TEXT, Span, paragraphs
from rulings.texts import FOLDER


@dataclass(frozen=True, slots=True)
class UsualAnswer:
    """A text that answers a question: ``kind`` and ``target`` say where it stands, ``title`` what it is called.

    ``steps`` are the steps of an activation order, where the answer is one. Every passage of a ruling is an answer of
    its own; ``name`` says what kind of source it is from.
    """

    kind: str
    target: str
    title: str
    spans: tuple[Span, ...]
    steps: tuple[tuple[int, tuple[Span, ...]], ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class UsualQuestion:
    """A question with its answers."""

    id: str
    question: str
    answers: tuple[UsualAnswer, ...]


@cache
def usual_questions(language: str) -> tuple[UsualQuestion, ...]:
    """All of them, in the order of the file."""
    with (FOLDER / "usual.toml").open("rb") as file:
        entries = tomllib.load(file)["usual"]
    return tuple(
        UsualQuestion(
            entry["id"], entry[language], tuple(answer for ref in entry["refs"] for answer in _answers(ref, language))
        )
        for entry in entries
    )


def _answers(ref: str, language: str) -> tuple[UsualAnswer, ...]:
    kind, _, target = ref.partition(":")
    if kind == RULE:
        chapter, paragraph = paragraphs(language)[target]
        steps = tuple(
            (step.step, step.spans) for step in chapter.paragraphs if step.step and step.id.startswith(f"{target}-")
        )
        return (UsualAnswer(kind, target, chapter.title, paragraph.spans, steps),)
    if kind == ABILITY:
        text = ability_text(target, language)
        return (UsualAnswer(kind, target, ability_name(target, language), (Span(TEXT, text),)),)
    ruling = ruling_by_id(target, language)
    title = f"{ruling.number} {ruling.title}"
    return tuple(
        UsualAnswer(kind, target, title, (Span(TEXT, passage.text),), name=passage.name) for passage in ruling.passages
    )
