"""Reading what was typed, resolving it, and finding its address again."""

import pytest

from board.samples import all_samples
from board.services import (
    BAD_ACTION,
    MAX_ACTIONS,
    MAX_STEPS,
    BoardAddress,
    address_of,
    resolve,
    split_actions,
)
from engine.decks.formats import compact, notation
from engine.decks.formats.interchange import write_position

SAMPLE = all_samples()[0]
WRITTEN = write_position(SAMPLE.position)


def test_actions_are_split_at_lines_and_semicolons() -> None:
    assert split_actions("2 upper; assault\n\n end-turn ;") == ["2 upper", "assault", "end-turn"]


def test_actions_may_be_text_or_json() -> None:
    by_text = resolve(SAMPLE.position, ["assault", "end-turn"])
    by_json = resolve(SAMPLE.position, [{"do": "assault"}, {"do": "end-turn"}])
    assert by_text.actions == by_json.actions == ["assault", "end-turn"]
    assert by_text.end.key() == by_json.end.key()
    assert by_text.start.key() == SAMPLE.position.key()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ("fly away", BAD_ACTION),
        ({"do": "dance"}, BAD_ACTION),
        ("0 upper", "not-available"),
        ("champion upper", "champion-not-ready"),
        ({"play": 3, "line": "upper"}, "not-enough-mana"),
        ("mana", "wrong-phase"),
    ],
)
def test_a_wrong_action_stops_and_leaves_what_came_before(wrong: object, code: str) -> None:
    resolved = resolve(SAMPLE.position, ["2 upper", wrong, "assault"])  # type: ignore[list-item]
    assert resolved.stop is not None
    assert (resolved.stop.number, resolved.stop.code) == (2, code)
    assert resolved.actions == ["2 upper"]
    assert resolved.events


def test_long_traces_are_cut() -> None:
    quiet = notation.parse("cod1 duel A summoning | A t1 [B Oak(c1 1/1)] | B t1 [B Ash(c1 1/1)]")
    resolved = resolve(quiet, ["end-turn"] * (MAX_ACTIONS + 50))
    assert resolved.cut
    assert 100 < len(resolved.events) <= MAX_STEPS
    assert len(list(resolved.scenes())) == len(resolved.events) + 1


def test_an_address_leads_back() -> None:
    address = address_of(resolve(SAMPLE.position, ["2 upper", "assault"]))
    assert address.fits
    assert address.query()["a"] == "2 upper;assault"
    assert compact.unpack(address.packed).key() == SAMPLE.position.key()


def test_a_sample_keeps_its_own_actions_in_its_address() -> None:
    assert BoardAddress(sample="x").query() == {"sample": "x"}
    assert BoardAddress(sample="x", actions=()).query() == {"sample": "x", "a": ""}
