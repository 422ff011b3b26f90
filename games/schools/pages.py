"""The table of Clash of Magic Schools: five Arenas with both schools' columns and Trials."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from board.choices import ChoiceGroup
from contract.advice import Advice
from contract.simple_pages import CardGroup, DrawnCard, EndScores, SimpleGamePages
from engine.schools.formats.state_writing import by_seat, write_view
from engine.schools.rules.actions import END
from engine.schools.rules.components import SEATS, TRIALS_OF_LEVEL
from games.schools.advice import advice_of
from games.schools.board import words
from games.schools.board.arrangement import board_of, play_of
from games.schools.board.buttons import choice_groups
from games.schools.board.faces import ELEMENT_FACES, students_of, trials_of

STUDENT: Final = "schools/board/_student_face.html"
TRIAL: Final = "schools/board/_trial_face.html"


class SchoolsPages(SimpleGamePages):
    board_template = "schools/board/_schools.html"
    styles_template = "schools/_styles.html"
    head_template = "schools/table/_head.html"
    end_action = END

    def title(self) -> str:
        return _("Clash of Magic Schools")

    @property
    def about(self) -> str:
        return _("Send your Students into five Arenas, pass Trials and cast spells: 15 points to 9 wins.")

    @property
    def in_words(self) -> Sequence[str]:
        return (
            _("Each turn you draw three Students, act as often as you like, and announce two Trials."),
            _("Move: discard a Student to bring your Emblem to the Arena of its Element."),
            _("Assign Students to the Arena of your Emblem, on top of your column."),
            _("Pass a Trial there: its level is one above your last, and you need as many Students as its level."),
            _("A Student between two of its own Element can cast that Element's spell, and is then discarded."),
            _(
                "Your total is the sum of your visible Trials. 15 against 9 or less wins at once; otherwise "
                "Overtime starts."
            ),
        )

    def card_groups(self) -> Iterable[CardGroup]:
        for element, face in ELEMENT_FACES.items():
            spell = words.SPELL_OF[element]
            note = words.told_with(words.SPELL_NAMES[spell], str(words.SPELL_EFFECTS[spell]))
            cards = [
                DrawnCard(student.name, student.icon, "is-faced", text=face.name, face=student, template=STUDENT)
                for student in students_of(element)
            ]
            yield CardGroup(_("Students of %(element)s") % {"element": face.name}, cards, note)
        for level in range(1, len(TRIALS_OF_LEVEL)):
            trials = [
                DrawnCard(trial.name, trial.icon, "is-faced", str(level), face=trial, template=TRIAL)
                for trial in trials_of(level)
            ]
            yield CardGroup(_("Trials of level %(level)s") % {"level": level}, trials)

    def seat_word(self, seat: str) -> str:
        return words.SCHOOL_NAMES[seat]

    def thing_word(self, thing: str) -> str:
        return words.thing(thing)

    def seats_in(self, view: Mapping[str, Any]) -> Sequence[str]:
        return SEATS

    def action_words(self, action: str) -> str:
        return words.action_words(action)

    def event_words(self, event: Mapping[str, Any], names: Mapping[str, str]) -> str:
        return words.event_words(event, names)

    def end_words(self, reason: str) -> str:
        return str(words.REASONS.get(reason, ""))

    def points(self, engine: Any) -> Mapping[str, int]:
        return by_seat(engine.state.totals)

    def part_words(self, engine: Any) -> str:
        return _("Turn %(number)d") % {"number": engine.state.turn}

    def end_scores(self, engine: Any) -> EndScores:
        turns = ngettext("%(n)d turn", "%(n)d turns", engine.state.turn) % {"n": engine.state.turn}
        return EndScores([_("Points")], {seat: [str(total)] for seat, total in self.points(engine).items()}, turns)

    def stage_words(self, view: Mapping[str, Any]) -> str:
        if view["stage"] == "discard":
            own = view["position"]["seats"][view["seat"]]["hand"]
            return _("Maleficio: choose %(n)d of your cards and discard them.") % {"n": sum(own.values()) // 2}
        if not any(action.startswith("pass") for action in view["actions"]) and len(view["actions"]) == 1:
            return _("Nothing left to do: end the turn.")
        return _("Move, assign, pass Trials, summon and cast as you like, then end the turn.")

    def open_view(self, engine: Any) -> Mapping[str, Any]:
        view: dict[str, Any] = {**engine.view(None), "actions": []}
        for number, seat in enumerate(SEATS):
            view["position"]["seats"][seat]["hand"] = write_view(engine.state, number)["seats"][seat]["hand"]
        return view

    # The board

    def advice(self, view: Mapping[str, Any]) -> Advice | None:
        return advice_of(view)

    def board(self, view: Mapping[str, Any], own: str, names: Mapping[str, str]) -> Any:
        return board_of(view, own, names)

    def table_board(self, engine: Any, view: Mapping[str, Any], own: str, names: Mapping[str, str]) -> Any:
        pieces, play = play_of(engine, own, view["actions"])
        return board_of(view, own, names, pieces, play)

    def next_board(
        self,
        engine: Any,
        ahead: Any,
        view: Mapping[str, Any],
        actions: Sequence[str],
        own: str,
        names: Mapping[str, str],
    ) -> Any:
        """See ``SimpleGamePages``: cards lie where they are laid, what happened is shown without them."""
        pieces, play = play_of(engine, own, actions, ahead)
        return board_of({**ahead.view(SEATS.index(own)), "actions": actions}, own, names, pieces, play)

    def groups(self, view: Mapping[str, Any]) -> Iterable[ChoiceGroup]:
        if view["stage"] == "discard":
            return
        yield from choice_groups(view["actions"])

    def composing(self, view: Mapping[str, Any]) -> Any:
        if view["stage"] != "discard":
            return None
        hand = view["position"]["seats"][view["seat"]]["hand"]
        cards = [ELEMENT_FACES[name] for name in ELEMENT_FACES for _number in range(hand.get(name, 0))]
        return {"verb": "discard", "cards": cards, "count": len(cards) // 2, "button": _("Discard these")}
