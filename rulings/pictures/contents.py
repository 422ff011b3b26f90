"""What is on the picture of anything in the rules: its words, and the board of its first example where it has one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from cards.texts import MissingText
from engine.decks.formats.interchange import read_position
from engine.decks.rules.abilities import SEASON_2
from engine.decks.rules.position import Position
from rulings.catalogue import Ruling, numbers_by_id, ruling_by_id, rulings_about
from rulings.editorial import as_ruling
from rulings.examples import Example, examples_of, find_example
from rulings.games.registry import plain_games
from rulings.matrix import find_cell, sentences, start_of
from rulings.models import EditorialRuling
from rulings.pages import OWN_PART
from rulings.queries import abilities, ability_link
from rulings.rulebook import ABILITY, RULE, RULING, TERM, find_term, paragraphs
from rulings.searching import CELL, EXAMPLE


@dataclass(frozen=True, slots=True)
class RulePicture:
    """The words of a picture: ``kicker`` says what it is, ``position`` is that of an example, ``icon`` an ability's."""

    kicker: str
    title: str
    text: str
    position: Position | None = None
    icon: str = ""


def picture_content(kind: str, identifier: str, language: str) -> RulePicture:
    """What is on a picture, by kind and id of what is found (``searching.Hit``), in the language of the moment.

    Of a ruling of another game the kind is that game's name and the id the number. Raises ``MissingText``.
    """
    if kind in plain_games():
        game = plain_games()[kind]
        ruling = game.ruling(identifier, language)
        return RulePicture(f"{game.title} · {ruling.number}", ruling.title, ruling.said)
    if kind not in _KINDS:
        raise MissingText(f"no pictures of {kind!r}")
    return _KINDS[kind](identifier, language)


def _ruling(identifier: str, language: str) -> RulePicture:
    if identifier in numbers_by_id():
        ruling = ruling_by_id(identifier, language)
        return _of_ruling(ruling, examples_of(identifier), language)
    row = EditorialRuling.objects.filter(pk=identifier).first()
    if row is None:
        raise MissingText(f"there is no ruling {identifier!r}")
    return _of_ruling(as_ruling(row, language), (row.example,), language)


def _of_ruling(ruling: Ruling, examples: Iterable[Example], language: str) -> RulePicture:
    kicker = _("Ruling %(number)s") % {"number": ruling.number} if ruling.number else _("Answers to readers")
    icon = ability_link(ruling.abilities[0], language).icon if ruling.abilities else ""
    return RulePicture(kicker, ruling.title, ruling.said, _first_board(examples, language), icon)


def _ability(slug: str, language: str) -> RulePicture:
    ability = next((candidate for candidate in abilities(language) if candidate.slug == slug), None)
    if ability is None:
        raise MissingText(f"there is no ability {slug!r}")
    foremost = [ruling for ruling in rulings_about(slug, language) if ruling.abilities[0] == slug]
    foremost.sort(key=lambda ruling: ruling.part != OWN_PART)
    position = _first_board((example for ruling in foremost for example in examples_of(ruling.id)), language)
    return RulePicture(_("Ability"), ability.name, ability.season_2 or ability.season_1, position, ability.icon)


def _example(identifier: str, language: str) -> RulePicture:
    example = find_example(identifier)
    if example is None:
        raise MissingText(f"there is no example {identifier!r}")
    ruling = ruling_by_id(example.ruling, language)
    shown = _of_ruling(ruling, (example,), language)
    return RulePicture(
        f"{shown.kicker} · {ruling.title}", example.title[language], shown.text, shown.position, shown.icon
    )


def _cell(identifier: str, language: str) -> RulePicture:
    *edition, first, second = identifier.split("/") if identifier.count("/") in (1, 2) else ("", "")
    cell = find_cell(first, second, *(edition or [SEASON_2]))
    if cell is None:
        raise MissingText(f"there is no cell {identifier!r}")
    heads = [ability_link(slug, language) for slug in (first, second)]
    title = " × ".join(head.name for head in heads)
    shown = next(iter((*cell.sentences, *cell.reverse)), None)
    position = start_of(shown, language, cell.edition) if shown else None
    return RulePicture(_("Matrix of abilities"), title, " ".join(sentences(cell, language)), position, heads[0].icon)


def _rule(identifier: str, language: str) -> RulePicture:
    chapter, paragraph = paragraphs(language).get(identifier, (None, None))
    if chapter is None or paragraph is None:
        raise MissingText(f"there is no paragraph {identifier!r}")
    section = next(section for section in chapter.sections if paragraph in section.paragraphs)
    return RulePicture(f"{_('Rulebook')} · {chapter.title}", section.title, paragraph.text)


def _term(identifier: str, language: str) -> RulePicture:
    term = find_term(identifier, language)
    if term is None:
        raise MissingText(f"there is no term {identifier!r}")
    return RulePicture(_("Glossary"), term.name, term.text)


def _first_board(examples: Iterable[Example], language: str) -> Position | None:
    example = next((candidate for candidate in examples if candidate.is_board), None)
    return None if example is None else read_position(example.position_json(language))


_KINDS: Final[dict[str, Callable[[str, str], RulePicture]]] = {
    RULING: _ruling,
    ABILITY: _ability,
    EXAMPLE: _example,
    CELL: _cell,
    RULE: _rule,
    TERM: _term,
}
