"""The expectations of examples in words: where the engine has something to say of it, in the words of the trace."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from board.fault_text import error_text
from board.narration import tell
from cards.abilities import ability_name
from engine.decks.formats.interchange import read_position
from engine.decks.rules.abilities import AURA_PREFIX, FLAG_OF_SLUG
from engine.decks.rules.actions import parse_action
from engine.decks.rules.trace.recorder import Trace
from engine.kernel.errors import EngineError
from rulings.examples import Example, card_names
from rulings.expectations import Fact, matches
from rulings.texts import find, texts

Told = tuple[Mapping[str, Any], str]  # an event as facts see it, and the sentence for it

_TOKEN: Final = re.compile(r'"[^"]*"|\{[^}]*\}|[^\s"{}\[\]+]+|.')
_STRONGHOLDS: Final = ("B", "F")
_MARK: Final = re.compile(r"(d|sprint)(\d+)")


def told_events(example: Example, language: str) -> tuple[Told, ...]:
    """Every event of an example with its sentence. Raises ``EngineError`` when it cannot be carried out."""
    if not example.is_board:
        return ()
    position, trace = read_position(example.position_json(language)), Trace()
    for action in example.actions:
        position.apply(parse_action(action), trace)
    seats = position.mode.ai_seats
    sentences = (tell(event, language, seats).text.rstrip(".") for event in trace.events)
    return tuple(zip(example.outcome().told, sentences, strict=True))


def safely_told(example: Example, language: str) -> tuple[Told, ...]:
    """As ``told_events``, and nothing of an example that cannot be carried out."""
    try:
        return told_events(example, language)
    except EngineError:
        return ()


def watch_words(example: Example, number: str, language: str, sentences: Sequence[Told]) -> str:
    """What to watch in an example, in one sentence: what is written for it, else the last step that cites its ruling,
    else an expected event, else the first fact. ``number`` is that of the ruling.
    """
    written: dict[str, str] = texts(language, "watch")
    if example.id in written:
        return written[example.id]
    citing = [sentence for event, sentence in sentences if number in event.get("rulings", ())]
    wanted = [expected for fact in example.facts for expected in fact.get("order", [fact]) if _happens(expected)]
    met = [sentence for expected in wanted for event, sentence in sentences if matches(expected, event)]
    words = (citing or met)[-1:] or [fact_words(example.facts[0], language, sentences)]
    return f"{words[0].rstrip('.')}."


def _happens(fact: Fact) -> bool:
    return "event" in fact and fact.get("times") != 0


def fact_words(fact: Fact, language: str, sentences: Sequence[Told] = ()) -> str:
    """A fact in a sentence; ``told`` are the events of its example. Raises ``ValueError`` for a fact of no kind."""
    words: dict[str, Any] = texts(language, "examples")
    if "seat" in fact:
        return str(words["seat"].format(seat=fact["seat"], **{"is": plain_notation(fact["is"], language)}))
    if "at" in fact:
        where = words["at-names"].get(fact["at"], fact["at"])
        return str(words["at"].format(at=where, **{"is": _value(fact["is"], language)}))
    if "event" in fact:
        return _of_event(fact, words, sentences)
    if "order" in fact:
        return str(
            words["order"].format(events=" → ".join(_named(expected, words, sentences) for expected in fact["order"]))
        )
    if "winners" in fact:
        pattern = words["winners"] if fact["winners"] else words["winners-none"]
        return str(pattern.format(winners=", ".join(fact["winners"])))
    for key in ("legal", "illegal"):
        if key in fact:
            why = error_text(fact["code"], language) if "code" in fact else ""
            return str(words[key].format(**{key: fact[key], "code": why}))
    raise ValueError(f"a fact of no kind: {dict(fact)}")


def plain_notation(text: str, language: str) -> str:
    """A seat's cards as a line of notation without brackets' riddles: names and words of the language, marks told."""
    names, words = card_names(language), texts(language, "examples")["notation"]
    sentence = ""
    after_card = False  # then a space means that another card follows
    for token in _TOKEN.findall(text):
        name = token.strip('"')
        if token.startswith("{"):
            sentence += f" ({', '.join(_mark(mark, words, names) for mark in _marks(token[1:-1]))})"
            continue
        if token == " ":
            sentence += token
            continue
        card = name in names or token in _STRONGHOLDS
        sentence = f"{sentence.rstrip()}, " if card and after_card and sentence.endswith(" ") else sentence
        sentence += words.get(token) or names.get(name, name)
        after_card = card
    return sentence


def _marks(text: str) -> list[str]:
    """The marks in braces; a card that is held goes with its word."""
    holder = re.search(r'holds ("[^"]*"|\S+)', text)
    marks = text.replace(holder[0], "").split() if holder else text.split()
    return [*marks, *([holder[0]] if holder else [])]


def _mark(mark: str, words: Mapping[str, str], names: Mapping[str, str]) -> str:
    if mark.startswith("holds "):
        name = mark.removeprefix("holds ").strip('"')
        return words["holds"].format(name=names.get(name, name))
    if number := _MARK.fullmatch(mark):
        return words[f"mark-{number[1]}"].format(number=number[2])
    return words.get(f"mark-{mark}", mark)


def _of_event(fact: Fact, words: Mapping[str, Any], sentences: Sequence[Told]) -> str:
    times = fact.get("times")
    if times == 0:
        who = next((fact["with"][key] for key in ("who", "whom") if key in fact.get("with", {})), "")
        name = words["kinds"].get(fact["event"], fact["event"])
        return str(words["event-never"].format(event=f"{name} ({who})" if who else name))
    event = _named(fact, words, sentences)
    pattern = "event" if times is None else "event-once" if times == 1 else "event-times"
    return str(words[pattern].format(event=event, times=times))


def _named(fact: Fact, words: Mapping[str, Any], sentences: Sequence[Told]) -> str:
    """The sentence of the first event that a fact means; the name of its kind where there is none."""
    match = next((sentence for event, sentence in sentences if matches(fact, event)), "")
    return match or str(words["kinds"].get(fact["event"], fact["event"]))


def _value(value: Any, language: str) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{_value(key, language)} × {item}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(_value(item, language) for item in value) or str(find(language, "examples", "nothing"))
    names: Mapping[str, str] = find(language, "examples", "values")
    text = str(value)
    if text in FLAG_OF_SLUG or text.startswith(AURA_PREFIX):
        return ability_name(text, language)
    if re.fullmatch(r"\d+\.\d", text) and language == "fr":
        return text.replace(".", ",")
    return names.get(text) or card_names(language).get(text, text)
