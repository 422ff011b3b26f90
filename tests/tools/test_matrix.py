"""The claims about pairs of abilities, and the families of positions that they are true in."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from engine.decks.rules.abilities import SEASON_1, SEASON_2
from rulings.matrix import BESIDE, EDITIONS, ONE_CARD, STOPPING, all_sentences, cells
from rulings.matrix_runs import run
from tools.matrix.claims import (
    BOTH,
    CAN_BE_STOPPED,
    CAN_STOP,
    CHANGES,
    EACH_CAN_STOP,
    STOPPED,
    STOPS,
    Claims,
    claims_of,
    contradictions,
)
from tools.matrix.families import Laboratory, MatrixMeeting, MatrixSpot, agrees, claim, shows, slugs_of
from tools.matrix.making import read, written
from tools.matrix.positions import NAMES, CannotBeDoneError, look_at_scripts, may_bear, trials
from tools.matrix.ways import OTHERWISE, WAYS, MatrixOutcome, counted_ways, ways_of


def claims_about(first: str, second: str) -> Claims:
    return next(pair for pair in claims_of(SEASON_2) if {pair.first, pair.second} == {first, second})


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_pair_has_claims(edition: str) -> None:
    slugs = slugs_of(edition)
    assert len(claims_of(edition)) == len(slugs) * (len(slugs) + 1) // 2
    assert {(pair.first, pair.second) for pair in claims_of(edition)} <= set(cells(edition))


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_interacts_says_how(edition: str) -> None:
    """Each way with its number of positions."""
    for pair in claims_of(edition):
        assert set(pair.ways) == {group for group, said in pair.claims.items() if said == CHANGES}
        for group, ways in pair.ways.items():
            assert ways and set(ways) <= set(WAYS)
            counts = [count for way, count in ways.items() if way != OTHERWISE]
            assert counts == sorted(counts, reverse=True) and OTHERWISE not in list(ways)[:-1]
            assert 0 < max(ways.values()) <= pair.positions[group]


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_sentence_contradicts_the_positions(edition: str) -> None:
    assert [wrong for pair in claims_of(edition) for wrong in contradictions(pair)] == []


def test_a_sentence_that_contradicts_the_positions_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that denies what is always so, one that claims what never is, and one that is missing."""
    pair = claims_about("cursed", "mercenary")
    cell = cells(SEASON_2)["cursed", "mercenary"]
    denied = replace(cell, sentences=(replace(cell.sentences[0], kind=BESIDE),))
    monkeypatch.setattr("tools.matrix.claims.find_cell", lambda *_pair: denied)
    assert len(list(contradictions(pair))) == 1
    monkeypatch.setattr("tools.matrix.claims.find_cell", lambda *_pair: replace(cell, sentences=()))
    assert list(contradictions(pair)) == ["one always stops the other (one-card), and no sentence says so"]
    never = Claims(SEASON_2, "cursed", "mercenary", {ONE_CARD: BOTH}, {ONE_CARD: 200})
    monkeypatch.setattr("tools.matrix.claims.find_cell", lambda *_pair: cell)
    assert cell.kind == STOPPING and len(list(contradictions(never))) == 1


@pytest.mark.django_db
def test_the_command_finds_no_disagreement(capsys: pytest.CaptureFixture[str]) -> None:
    """All sentences, and a sample of the pairs in all positions of their families."""
    call_command("check_matrix", "--every", "45")
    counts = re.fullmatch(r"(\d+) sentences, (\d+) pairs, (\d+) positions, 0 disagree\n", capsys.readouterr().out)
    assert counts and int(counts[1]) == len(all_sentences()) and int(counts[3]) >= 200 * int(counts[2])


@pytest.mark.django_db
def test_the_command_fails_on_what_is_not_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = claims_about("aquatic", "sprint")
    wrong = replace(pair, claims={**pair.claims, ONE_CARD: BOTH})
    monkeypatch.setattr("tools.management.commands.check_matrix.EDITIONS", (SEASON_2,))
    monkeypatch.setattr("tools.management.commands.check_matrix.claims_of", lambda edition: (wrong,))
    with pytest.raises(CommandError, match="disagree"):
        call_command("check_matrix")
    monkeypatch.setattr("tools.management.commands.check_matrix.claims_of", lambda edition: ())
    broken = replace(all_sentences()[0], actions=("mana",))
    monkeypatch.setattr("tools.management.commands.check_matrix.all_sentences", lambda: (broken,))
    with pytest.raises(CommandError, match="disagree"):
        call_command("check_matrix")


# Making it


@pytest.mark.parametrize("wider", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_trials_come_by_size_and_can_be_read(edition: str, wider: bool) -> None:
    ordered = trials(edition, wider)
    assert [trial.size for trial in ordered] == sorted(trial.size for trial in ordered)
    assert len(set(ordered)) == len(ordered)
    assert all(run(trial.notation({}), ()) is not None for trial in ordered[::50])


def test_a_spell_bears_only_what_acts_on_it() -> None:
    assert may_bear("spell", "splash", SEASON_2)
    assert not may_bear("spell", "rage", SEASON_2)
    assert not may_bear("spell", "aura", SEASON_2)
    assert not may_bear("front", "aim", SEASON_2)
    assert may_bear("front", "aim", SEASON_1)


def test_names_of_slots_differ() -> None:
    board = [slot for slot in NAMES if slot not in ("spell", "next-spell")]
    assert len({NAMES[slot] for slot in board}) == len(board)


def met(first: bool, second: bool, stopped: str = "", changed: bool = True) -> MatrixMeeting:
    return MatrixMeeting(first, second, stopped == "first", stopped == "second", changed, not stopped)


@pytest.mark.parametrize(
    ("meetings", "said"),
    [
        ([met(True, True, "second")] * 2, STOPS),
        ([met(True, True, "first")] * 2, STOPPED),
        ([met(True, True, "second"), met(True, True)], CAN_STOP),
        ([met(True, True, "first"), met(True, True)], CAN_BE_STOPPED),
        ([met(True, True, "first"), met(True, True, "second")], EACH_CAN_STOP),
        ([met(True, True), met(True, True, changed=False)], CHANGES),
        ([met(True, True, changed=False)], BOTH),
        ([], ""),
    ],
)
def test_what_is_claimed_of_a_group(meetings: list[MatrixMeeting], said: str) -> None:
    assert claim(meetings, ONE_CARD) == said
    for meeting in meetings:
        assert agrees(said, meeting)
    assert not meetings or any(shows(said, meeting) for meeting in meetings)


def test_a_claim_of_all_is_refuted_by_one() -> None:
    assert not agrees(STOPS, met(True, True))
    assert not agrees(BOTH, met(True, True, changed=True))
    assert agrees(CHANGES, met(True, True, changed=False)), "it can, it need not"


def test_families_are_written_and_read() -> None:
    spots = [
        MatrixSpot(0, "front", "front"),
        MatrixSpot(17, "played", "target"),
        MatrixSpot(1234, "spell", ""),
        MatrixSpot(3, "reserve", "back"),
    ]
    assert read(written(spots)) == spots


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_script_can_be_carried_out(edition: str) -> None:
    look_at_scripts([*trials(edition), *trials(edition, wider=True)])


def test_a_script_that_nobody_can_carry_out_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next player's Mana phase begins by itself: whoever asks for it would never get to what comes after it."""
    impossible = (("0 upper", "end-turn", "mana", "assault"), ("played",), "summoning")
    monkeypatch.setattr("tools.matrix.positions.SCRIPTS", (impossible,))
    monkeypatch.setattr("tools.matrix.positions.WIDER_SCRIPTS", ())
    with pytest.raises(CannotBeDoneError, match="nobody can do step 3, mana"):
        Laboratory(SEASON_2)


# Ways


def outcome(**sums: int) -> MatrixOutcome:
    return MatrixOutcome(Counter(), {name.replace("_", ":"): count for name, count in sums.items()})


@pytest.mark.parametrize(
    ("both", "first", "second", "plain", "expected"),
    [
        (outcome(acts_rage=2), outcome(), outcome(acts_rage=1), outcome(), {"oftener-first"}),
        (outcome(acts_rage=1), outcome(), outcome(acts_rage=1), outcome(), {"otherwise"}),
        (outcome(acts_focus=0), outcome(acts_focus=1), outcome(), outcome(), {"rarer-second"}),
        (outcome(damage=9), outcome(damage=4), outcome(damage=4), outcome(damage=2), {"more-damage"}),
        (outcome(damage=6), outcome(damage=4), outcome(damage=4), outcome(damage=2), {"otherwise"}),
        (outcome(damage=6), outcome(damage=4), None, outcome(), {"allows-first"}),
    ],
)
def test_ways(
    both: MatrixOutcome,
    first: MatrixOutcome | None,
    second: MatrixOutcome | None,
    plain: MatrixOutcome,
    expected: set[str],
) -> None:
    assert ways_of(("focus", "rage"), both, first, second, plain) == expected


def test_ways_are_counted_the_most_frequent_first() -> None:
    counted_so = counted_ways([frozenset({"more-damage"}), frozenset({"more-damage", "oftener-first"})])
    assert list(counted_so.items()) == [("more-damage", 2), ("oftener-first", 1)]
