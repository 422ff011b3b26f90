"""The wording of objectives: every goal, every mode, both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decks.formats.interchange import write_position
from grimoire.goals import goal_short, goal_text
from tests.engine.decks.solving.positions import Maker
from tests.grimoire.factories import make_puzzle, names_of_positions, position_json, position_of

MODES = ("duel", "solo", "coop", "ffa", "teams")
GOALS = ("win", "bastion", "destroy", "damage", "survive", "predict")


def with_goal(goal: Any, turns: int = 1, name: str = "win-hard", player: str = "A", **changed: Any) -> dict[str, Any]:
    data = position_json(name)
    data["objective"] = {"player": player, "goal": goal, "turns": turns}
    return {**data, **changed}


def four(goal: Any, turns: int, mode: str) -> dict[str, Any]:
    """A position of four players with an objective of A's."""
    data = write_position(Maker("four", mode).puzzle("win"))
    return {**data, "objective": {"player": "A", "goal": goal, "turns": turns}}


@pytest.mark.parametrize(
    ("goal", "turns", "said"),
    [
        ("win", 1, "Win the game this turn."),
        ("win", 2, "Win the game within 2 turns, against every defence."),
        ("bastion", 1, "Bring down B's Bastion this turn."),
        ("bastion", 3, "Bring down B's Bastion within 3 turns, against every defence."),
        ({"damage": 1}, 1, "Deal 1 damage to B's Stronghold this turn."),
        ({"damage": 5}, 2, "Deal 5 damage to B's Stronghold within 2 turns, against every defence."),
        ("survive", 1, "Survive B's next turn, whatever happens in it."),
        ("survive", 2, "Survive B's next 2 turns, whatever happens in them."),
        ("predict", 1, "Predict the position after A's Assault."),
    ],
)
def test_sentences_of_a_duel(goal: Any, turns: int, said: str) -> None:
    assert goal_text(with_goal(goal, turns), "en") == said


def destroying(player: str, line: str, place: int, turns: int = 1, language: str = "en") -> str:
    goal = {"destroy": {"player": player, "line": line, "position": place}}
    return goal_text(with_goal(goal, turns), language)


def test_the_creature_to_destroy_is_named_and_placed() -> None:
    assert destroying("B", "lower", 0) == (
        "Destroy Bog Warden, the Creature next to the Bridge on the lower line of B's Kingdom, this turn."
    )
    assert destroying("B", "lower", 1, 2) == (
        "Destroy Winged Bombardier, the 2nd Creature from the Bridge on the lower line of B's Kingdom, within 2 turns, "
        "against every defence."
    )
    assert destroying("A", "upper", 0) == (
        "Destroy Sulphur Bride, the only Creature on the upper line of your own Kingdom, this turn."
    )


def test_a_creature_that_is_not_there_has_words_all_the_same() -> None:
    assert destroying("B", "upper", 5).startswith("Destroy a Creature, ")


@pytest.mark.parametrize(
    ("place", "ordinal"), [(1, "2nd"), (2, "3rd"), (3, "4th"), (10, "11th"), (11, "12th"), (21, "22nd")]
)
def test_ordinals(place: int, ordinal: str) -> None:
    data = with_goal({"destroy": {"player": "B", "line": "upper", "position": place}})
    creature = {"card": {"name": "Imp", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []}}
    data["players"]["B"]["upper"] = [creature] * (place + 1)
    assert f"the {ordinal} Creature from the Bridge" in goal_text(data, "en")


@pytest.mark.parametrize(
    ("mode", "goal", "turns", "said"),
    [
        ("solo", "win", 2, "Win the game within 2 turns, against the AI."),
        ("solo", "bastion", 1, "Bring down AI B's Bastion this turn."),
        ("solo", "survive", 1, "Survive AI B's next turn."),
        ("coop", "win", 2, "Win the game within 2 turns, with your partner's help, against both AIs."),
        ("coop", "survive", 3, "Survive the next 3 turns of both AIs."),
        (
            "teams",
            "bastion",
            2,
            "Bring down an enemy's Bastion within 2 turns, with your partner's help, against every defence.",
        ),
        ("teams", {"damage": 3}, 1, "Deal 3 damage to the enemies' Strongholds this turn."),
        ("ffa", "win", 2, "Win the game within 2 turns, whatever the others do."),
        ("ffa", "survive", 1, "Survive the next turn of every enemy, whatever they do."),
    ],
)  # fmt: skip
def test_sentences_of_other_modes(mode: str, goal: Any, turns: int, said: str) -> None:
    assert goal_text(four(goal, turns, mode), "en") == said


def test_a_partners_creature_is_said_to_be_one() -> None:
    data = four({"destroy": {"player": "C", "line": "upper", "position": 0}}, 1, "teams")
    card = {"name": "Imp", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []}
    data["players"]["C"]["upper"] = [{"card": card}]
    assert (
        goal_text(data, "en")
        == "Destroy Imp, the only Creature on the upper line of your partner's Kingdom, this turn."
    )


def test_stacks_and_champions_are_named_whole() -> None:
    data = with_goal({"destroy": {"player": "B", "line": "lower", "position": 0}})
    creature = data["players"]["B"]["lower"][0]
    symbiote = {"name": "Moss\n Coat", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": ["symbiote"]}
    data["players"]["B"]["lower"][0] = {**creature, "symbiote": symbiote}
    assert goal_text(data, "en").startswith("Destroy Bog Warden + Moss Coat, ")
    data["players"]["B"]["lower"][0] = {**creature, "champion": True}
    assert goal_text(data, "en").startswith("Destroy the Champion Bog Warden, ")


@pytest.mark.parametrize(
    ("goal", "turns", "said"),
    [
        ("win", 1, "Win this turn"),
        ("win", 2, "Win in 2 turns"),
        ("bastion", 1, "Bring down a Bastion this turn"),
        ({"damage": 5}, 2, "Deal 5 damage in 2 turns"),
        ("survive", 1, "Survive a turn"),
        ("survive", 2, "Survive 2 turns"),
        ("predict", 1, "Predict the outcome"),
        ({"destroy": {"player": "B", "line": "lower", "position": 0}}, 1, "Destroy Bog Warden this turn"),
    ],
)
def test_short_forms(goal: Any, turns: int, said: str) -> None:
    assert goal_short(with_goal(goal, turns), "en") == said


def test_the_names_are_those_of_the_language() -> None:
    name = goal_short(with_goal({"destroy": {"player": "B", "line": "lower", "position": 0}}), "fr")
    assert "Bog Warden" not in name


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", names_of_positions())
def test_composed_positions_have_words_as_positions_and_as_json(name: str, language: str) -> None:
    assert goal_text(position_of(name), language) == goal_text(position_json(name), language)
    assert goal_short(position_of(name), language) == goal_short(position_json(name), language)


@pytest.mark.django_db
def test_a_page_has_the_words_of_its_position() -> None:
    assert goal_short(make_puzzle(position="damage"), "en") == "Deal 1 damage this turn"


@pytest.mark.parametrize(
    ("more", "text", "short"),
    [
        ({"and": ["bastion"]}, "Also bring down B's Bastion.", "1 more objective"),
        ({"and": [{"damage": 2}]}, "Also deal 2 damage to B's Stronghold.", "1 more objective"),
        ({"conditions": {"incantations": False}}, "Play no Incantation.", "no Incantation"),
        ({"and": ["survive"]}, "Also survive B's next turn.", "1 more objective"),
        ({"conditions": {"plays": 0}}, "Play no card.", "no card"),
        ({"conditions": {"plays": 2}}, "Play at most 2 cards.", "at most 2 cards"),
        ({"conditions": {"plays": 2, "fewest": True}}, "Play as few cards as possible.", "as few cards as possible"),
        ({"conditions": {"keep": ["bastion"]}}, "Keep your Bastion.", "keep your Bastion"),
        ({"conditions": {"keep": ["creatures"]}}, "Lose none of your Creatures.", "lose no Creature"),
    ],
)  # fmt: skip
def test_further_goals_and_conditions(more: dict[str, Any], text: str, short: str) -> None:
    data = with_goal("win")
    data["objective"].update(more)
    assert goal_text(data, "en") == f"Win the game this turn. {text}"
    assert goal_short(data, "en") == f"Win this turn, {short}"
    assert goal_text(data, "fr").count(".") == goal_text(data, "en").count(".")


def test_the_cards_of_conditions_have_the_names_of_the_language() -> None:
    data = with_goal("win", 2)
    data["objective"].update(
        within=True, conditions={"with": ["bogging-down/bog-warden"], "without": ["bogging-down/bog-warden"]}
    )
    told = goal_text(data, "en")
    assert told.endswith("Fewer turns may be enough. You must play Bog Warden. Don't play Bog Warden.")
    assert "Bog Warden" not in goal_text(data, "fr")


@given(st.sampled_from(MODES), st.sampled_from(GOALS), st.integers(1, 4), st.integers(0, 10**6), st.sampled_from("ef"))
def test_any_objective_is_one_sentence(mode: str, goal: str, turns: int, seed: int, letter: str) -> None:
    language = {"e": "en", "f": "fr"}[letter]
    position = Maker(seed, mode).puzzle(goal, turns)
    text, short = goal_text(position, language), goal_short(position, language)
    for said in (text, short):
        assert said[0].isupper()
        assert "%" not in said
        assert "  " not in said
        assert said == said.strip()
    assert text.endswith(".")
    assert not short.endswith(".")
    if turns > 1 and goal not in ("predict", "survive"):
        assert re.search(rf"\b{turns} (turns|tours)\b", text)
