"""The texts of the solving page: plays, hints, verdicts, questions, in the language of the moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board import plays
from board.narration import tell
from board.plays import line_name
from cards.abilities import ability_name
from engine.decks.rules.actions import CHAMPION
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.scenes import Scene
from grimoire.goals import hand_text, lack_text
from grimoire.lines import read_written
from grimoire.outcomes import GONE, OutcomePart
from grimoire.solving.questions import Value
from grimoire.solving.secrecy import FIRST_CARD, FIRST_STEP, THEME, Hint, Refuted

# Verdicts


def failure_words(answer: Mapping[str, Any]) -> str:
    """Why an answer fails."""
    if "number" in answer:
        return _("Not %(number)d.") % {"number": answer["number"]}
    lack = answer.get("lack")
    if not answer.get("refuted"):
        return lack_text(lack) if lack else _("The objective isn't reached.")
    if lack and lack["part"] not in ("lost", "turns"):
        return _("It can be refuted. At best afterwards: %(lack)s") % {"lack": lack_text(lack)}
    if lack and lack["part"] == "lost":
        return _("It can be refuted, and the game is lost.")
    return _("It can be refuted: the objective is then out of reach.")


def hand_words(start: Position, answer: Mapping[str, Any]) -> str:
    """The hand against which an answer fails, where the page at ``start`` hides it; empty elsewhere."""
    if "hand" not in answer:
        return ""
    hidden = start.objective["hidden"]
    cards = [hidden["cards"][place]["name"] for place in answer["hand"]]
    text = _("It fails when %(seat)s holds, from left to right: %(cards)s.")
    return text % {"seat": hidden["player"], "cards": ", ".join(cards)}


def try_words(start: Position, refuted: Refuted) -> str:
    """Why a try of the page at ``start`` fails."""
    if refuted.fails and start.objective is not None:
        return hand_text(start.objective, {"hand": refuted.hand, "fails": refuted.fails})
    return failure_words({"lack": refuted.lack, "refuted": bool(refuted.refutation)})


# Hints


def hint_words(hint: Hint, position: Position, language: str) -> str:
    """A level of hints; ``position`` is the one in which the solver begins, with localised names."""
    if hint.hint_level == THEME:
        if not hint.abilities:
            return _cards_to_play(hint)
        names = [ability_name(slug, language) for slug in hint.abilities]
        return _("At work: %(abilities)s.") % {"abilities": ", ".join(names)}
    if hint.event is not None:
        return tell(hint.event, language, position.mode.ai_seats).text
    if hint.nothing_to_play:
        return _("No card is needed: the Assault alone does it.")
    where = {"line": line_name(hint.line or 0), "seat": SEAT_NAMES[hint.seat or 0]}
    if hint.place is None and not hint.card:
        if hint.seat == position.active:
            return _("It starts on the %(line)s of your Kingdom.") % where
        return _("It starts on the %(line)s of %(seat)s's Kingdom.") % where
    if hint.card:
        return _("The first to act is %(name)s, on the %(line)s of %(seat)s's Kingdom.") % {**where, "name": hint.card}
    if hint.hint_level == FIRST_CARD:
        return _("It starts with %(name)s.") % {
            "name": position.card_at(hint.place if hint.place is not None else CHAMPION).name
        }
    play = plays.tell(position, read_written(hint.action))
    return _("First: %(what)s, %(where)s.") % {"what": play.what, "where": play.where}


def _cards_to_play(hint: Hint) -> str:
    """The theme of a solution that no ability decides: how many cards of which kind it plays."""
    if not hint.creatures and not hint.incantations:
        return _("No ability decides it: follow each attack and count.")
    creatures = ngettext("%(count)d Creature", "%(count)d Creatures", hint.creatures) % {"count": hint.creatures}
    incantations = ngettext(
        "%(count)d Incantation", "%(count)d Incantations", hint.incantations
    ) % {"count": hint.incantations}  # fmt: skip
    if not hint.incantations:
        played = creatures
    elif not hint.creatures:
        played = incantations
    else:
        played = _("%(one)s and %(other)s") % {"one": creatures, "other": incantations}
    return _("No ability decides it. Played this turn: %(cards)s.") % {"cards": played}


def hint_name(hint_level: int) -> str:
    if hint_level == THEME:
        return _("theme")
    return {FIRST_CARD: _("first card"), FIRST_STEP: _("first step")}.get(hint_level) or _("where to look")


# What is foretold


def part_name(part: OutcomePart, scene: Scene) -> str:
    seat = SEAT_NAMES[part.seat]
    if part.kind == "stronghold":
        return _("%(seat)s's Stronghold") % {"seat": seat}
    if part.kind == "newcomers":
        return _("New on the %(line)s of %(seat)s's Kingdom") % {"line": line_name(part.row & 1), "seat": seat}
    return scene.body(scene.rows[part.row][part.place]).name


def question_words(key: str, scene: Scene) -> str:
    if key[0] == "s":
        return _("How does %(seat)s's Stronghold stand afterwards?") % {"seat": SEAT_NAMES[int(key[1:])]}
    if key[0] == "h":
        seat = int(key[1:])
        if scene.hands[seat].ai is not None:
            return _("Which cards are new on AI %(seat)s's discard pile, top card first?") % {"seat": SEAT_NAMES[seat]}
        return _("What has returned to %(seat)s's hand, from left to right?") % {"seat": SEAT_NAMES[seat]}
    row = int(key[1:].split(":")[0])
    where = {"line": line_name(row & 1), "seat": SEAT_NAMES[row >> 1]}
    if key[0] == "l":
        return _("Who is left on the %(line)s of %(seat)s's Kingdom, from the Bridge outwards?") % where
    token = int(key.split(":")[1])
    names = {figure.card: scene.body(figure).name for figure in scene.rows[row]}
    facts = {**where, "name": names[token], "place": list(names).index(token) + 1}
    if list(names.values()).count(names[token]) > 1:
        return _("What happens to %(name)s, number %(place)d from the Bridge on %(seat)s's %(line)s?") % facts
    return _("What happens to %(name)s, on the %(line)s of %(seat)s's Kingdom?") % facts


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
    return _("nothing") if key[0] == "h" else _("none")


def _names(value: Value, scene: Scene) -> Iterator[str]:
    bodies = {figure.card: scene.body(figure).name for row in scene.rows for figure in row}
    for token in value:
        assert isinstance(token, int)
        yield bodies.get(token) or scene.cards[token].name


def stronghold_words(value: str) -> str:
    """``bastion 3`` in words."""
    side, left = value.split()
    pattern = _("Fort, %(left)s HP") if side == "fort" else _("Bastion, %(left)s HP")
    return pattern % {"left": left}


def fate_words(value: str) -> str:
    """``gone`` or a damage in words."""
    if value == GONE:
        return _("gone from the board")
    if value == "0":
        return _("still there, unharmed")
    return ngettext("left, with %(count)d damage", "left, with %(count)d damage", int(value)) % {"count": int(value)}
