"""How a position shows itself in Python, and that it can be read back from it."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given

from engine.decks.formats.interchange import read_position
from engine.decks.rules.position import Position
from tests.engine.decks.helpers import ROOT, play, read
from tests.engine.decks.profiles import QUICK
from tests.engine.decks.strategies import CATALOGUE, Walk, positions, walks

pytestmark = pytest.mark.slow("reads every position of a game back")


def reread(position: Position) -> Position:
    """The value of a representation, evaluated with nothing but the one name that it is documented with."""
    found = eval(repr(position), {"__builtins__": {}}, {"Position": Position})
    assert type(found) is Position
    return found


@given(positions())
@QUICK
def test_every_position_can_be_read_back_from_its_representation(data: object) -> None:
    position = read_position(data, CATALOGUE)
    again = reread(position)
    assert again == position
    assert again.key() == position.key() and again.objective == position.objective
    assert [str(action) for action in again.legal_actions()] == [str(action) for action in position.legal_actions()]


@given(walks())
@QUICK
def test_and_every_position_that_a_game_comes_to(walk: Walk) -> None:
    last = [walk.position(), *(position for position, _ in walk.steps())][-1]
    assert reread(last) == last


def test_a_games_own_terms_are_shown_and_count() -> None:
    bare = read("A summoning m1 | A [B x] | B [B x]")
    assert "seed" not in repr(bare) and "turn_limit" not in repr(bare)
    for name in ("seed", "turn_limit"):
        position = bare.copy()
        setattr(position, name, 7)
        assert f"{name}=7" in repr(position)
        assert reread(position) == position != bare


def test_cards_behind_references_come_along() -> None:
    position = Position.from_notation("cod1 duel A summoning m1 | A t1 [B @base/imp] | B t1 [B x(c1 1/1)]", CATALOGUE)
    assert repr(position).endswith(f", {{'base/imp': {position.seats[0].hand[0].written_out()!r}}})")
    other = {"base/imp": {**CATALOGUE["base/imp"], "cost": 9}}
    assert reread(position) == position
    assert position != Position.from_notation(repr(position).split("'")[1], other)


def test_what_is_another_position_or_none_at_all_is_not_equal() -> None:
    position = read("A summoning m1 | A [B a(c1 1/1)] | B [B x]")
    assert position == position.copy()
    assert position != play(position, "1 upper")
    assert position != repr(position)
    with pytest.raises(TypeError, match=r"key\(\)"):
        hash(position)


def test_the_session_in_the_readme_runs() -> None:
    ran = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert ran.attempted >= 5 and ran.failed == 0
