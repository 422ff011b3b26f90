"""What the solving page says: plays, hints, verdicts, questions, in the language of the moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.abilities import ability_name
from engine.actions import CHAMPION, PLAY_LINE, PLAY_ONTO, Action
from engine.cards import Card
from engine.modes import SEAT_NAMES
from engine.position import Position
from engine.replay import Scene
from grimoire.secrecy import FIRST_CARD, FIRST_STEP, THEME, Hint
from grimoire.solving.following import read_written
from grimoire.solving.outcomes import GONE, Part
from grimoire.solving.questions import Value
from rulings.narration import tell


@dataclass(frozen=True, slots=True)
class Told:
    """An action in words: ``what`` is the card or the phase, ``where`` it goes; ``seat`` does it."""

    what: str
    where: str
    seat: str
    is_play: bool


def line_name(line: int) -> str:
    """The name of a line in a sentence."""
    return _("lower line") if line else _("upper line")


def tell_line(start: Position, actions: Sequence[str]) -> list[Told]:
    """A line in words; ``start`` has its cards named in the reader's language."""
    position = start.copy()
    told: list[Told] = []
    for written in actions:
        action = read_written(written)
        told.append(_told(position, action))
        position.apply(action)
    return told


def _told(position: Position, action: Action) -> Told:
    seat = SEAT_NAMES[position.active]
    if action.kind < PLAY_LINE:
        names = {"mana": _("Mana phase"), "assault": _("Assault"), "end-turn": _("End of the turn")}
        return Told(names[str(action)], "", seat, False)
    return Told(_card(position, action).name, place_words(position, action), seat, True)


def _card(position: Position, action: Action) -> Card:
    player = position.seats[position.active]
    if action.place == CHAMPION:
        assert player.champion is not None  # else it would not be legal
        return player.champion
    return player.hand[action.place if action.place < player.place else action.place - 1]


def place_words(position: Position, action: Action) -> str:
    """Where a play goes."""
    if action.kind == PLAY_LINE:
        return line_name(action.line)
    if action.kind == PLAY_ONTO:
        return _("onto %(name)s") % {"name": position.rows[2 * position.active + action.line][action.at].body.name}
    target = position.rows[2 * action.seat + action.line][action.at]
    return _("at %(name)s (%(seat)s)") % {"name": target.body.name, "seat": SEAT_NAMES[action.seat]}


# Verdicts


def lack_words(lack: Mapping[str, Any]) -> str:
    """The first unmet part of a goal: "B's Bastion still has 2 to go"."""
    seat, left = lack["player"], lack["left"]
    patterns = {
        "bastion": _("%(seat)s's Bastion still has %(left)d to go."),
        "fort": _("%(seat)s's Fort still has %(left)d to go."),
        "no-bastion": _("%(seat)s has no Bastion left that could fall."),
        "creature": _("%(seat)s's Creature still has %(left)d HP."),
        "damage": ngettext("%(left)d damage is still missing.", "%(left)d damage are still missing.", left),
        "turns": ngettext("%(left)d enemy turn is still to come.", "%(left)d enemy turns are still to come.", left),
        "lost": _("The game is over, and lost."),
    }
    return patterns[lack["part"]] % {"seat": seat, "left": left}


def failure_words(answer: Mapping[str, Any]) -> str:
    """Why an answer fails."""
    lack = answer.get("lack")
    if not answer.get("refuted"):
        return lack_words(lack) if lack else _("The goal is not reached.")
    if lack and lack["part"] not in ("lost", "turns"):
        return _("There is an answer to it. After that, at best: %(lack)s") % {"lack": lack_words(lack)}
    if lack and lack["part"] == "lost":
        return _("There is an answer to it, and the game is lost.")
    return _("There is an answer to it, after which the goal is out of reach.")


# Hints


def hint_words(hint: Hint, position: Position, language: str) -> str:
    """A rung of the ladder; ``position`` is the one in which the solver begins, with localised names."""
    if hint.rung == THEME:
        if not hint.abilities:
            return _("No ability decides it: look at places, order and numbers.")
        names = [ability_name(slug, language) for slug in hint.abilities]
        return _("At work: %(abilities)s.") % {"abilities": ", ".join(names)}
    if hint.event is not None:
        return tell(hint.event, language, position.mode.ai_seats).text
    if hint.nothing_to_play:
        return _("No card has to be played: the Assault alone does it.")
    where = {"line": line_name(hint.line or 0), "seat": SEAT_NAMES[hint.seat or 0]}
    if hint.place is None and not hint.card:
        if hint.seat == position.active:
            return _("It begins on the %(line)s of your own Kingdom.") % where
        return _("It begins on the %(line)s of %(seat)s's Kingdom.") % where
    if hint.card:
        return _("The first to act is %(name)s, on the %(line)s of %(seat)s's Kingdom.") % {**where, "name": hint.card}
    if hint.rung == FIRST_CARD:
        return _("It begins with %(name)s.") % {"name": _card(position, _first(hint)).name}
    told = _told(position, read_written(hint.action))
    return _("First: %(what)s, %(where)s.") % {"what": told.what, "where": told.where}


def _first(hint: Hint) -> Action:
    return Action(PLAY_LINE, CHAMPION if hint.place is None else hint.place, 0)


def rung_name(rung: int) -> str:
    """What the next hint would tell."""
    if rung == THEME:
        return _("the theme")
    return {FIRST_CARD: _("the first card"), FIRST_STEP: _("the first step")}.get(rung) or _("where to look")


# What is foretold


def part_name(part: Part, scene: Scene) -> str:
    """What a part is about."""
    seat = SEAT_NAMES[part.seat]
    if part.kind == "stronghold":
        return _("%(seat)s's Stronghold") % {"seat": seat}
    if part.kind == "newcomers":
        return _("New on the %(line)s of %(seat)s's Kingdom") % {"line": line_name(part.row & 1), "seat": seat}
    return scene.body(scene.rows[part.row][part.place]).name


def question_words(key: str, scene: Scene) -> str:
    """A question."""
    if key[0] == "s":
        return _("How does %(seat)s's Stronghold stand afterwards?") % {"seat": SEAT_NAMES[int(key[1:])]}
    if key[0] == "h":
        seat = int(key[1:])
        if scene.hands[seat].ai is not None:
            return _("What lies newly on AI %(seat)s's discard pile, top card first?") % {"seat": SEAT_NAMES[seat]}
        return _("What has returned to %(seat)s's hand, from left to right?") % {"seat": SEAT_NAMES[seat]}
    row = int(key[1:].split(":")[0])
    where = {"line": line_name(row & 1), "seat": SEAT_NAMES[row >> 1]}
    if key[0] == "l":
        return _("Who stands on the %(line)s of %(seat)s's Kingdom afterwards, from the Bridge outwards?") % where
    token = int(key.split(":")[1])
    names = {figure.card: scene.body(figure).name for figure in scene.rows[row]}
    facts = {**where, "name": names[token], "place": list(names).index(token) + 1}
    if list(names.values()).count(names[token]) > 1:
        return _("What becomes of %(name)s, number %(place)d from the Bridge on %(seat)s's %(line)s?") % facts
    return _("What becomes of %(name)s, on the %(line)s of %(seat)s's Kingdom?") % facts


def answer_words(key: str, value: Value, scene: Scene) -> str:
    """An answer to a question."""
    if key[0] == "s":
        assert isinstance(value, str)
        return stronghold_words(value)
    if key[0] == "c":
        assert isinstance(value, str)
        return fate_words(value)
    names = list(_names(value, scene))
    if names:
        return ", ".join(names)
    return _("nothing") if key[0] == "h" else _("nobody")


def _names(value: Value, scene: Scene) -> Iterator[str]:
    bodies = {figure.card: scene.body(figure).name for row in scene.rows for figure in row}
    for token in value:
        assert isinstance(token, int)
        yield bodies.get(token) or scene.cards[token].name


def stronghold_words(value: str) -> str:
    """``bastion 3`` in words."""
    side, left = value.split()
    pattern = _("Fort, %(left)s to go") if side == "fort" else _("Bastion, %(left)s to go")
    return pattern % {"left": left}


def fate_words(value: str) -> str:
    """``gone`` or a damage in words."""
    if value == GONE:
        return _("gone from the board")
    if value == "0":
        return _("left, unharmed")
    return ngettext("left, with %(count)d damage", "left, with %(count)d damage", int(value)) % {"count": int(value)}
