"""Proving published pages again: flags, unflagging, the command."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from engine.decks.formats.interchange import read_position
from engine.decks.rules.version import RULES_VERSION
from engine.decks.solving import Budget
from grimoire import keys
from grimoire.authoring import checks, services, upkeep
from grimoire.authoring.authoring_text import FLAGS, MISSING, flag_text
from grimoire.models import Proof, Puzzle
from grimoire.proving import services as proving
from grimoire.proving.searching import Finding, search
from tests.grimoire.factories import make_owner, make_puzzle, names_of_positions, position_json, position_of

pytestmark = [pytest.mark.django_db, pytest.mark.slow("proves pages anew")]


def other_rules(monkeypatch: pytest.MonkeyPatch, version: int = 99) -> None:
    """The rules have changed: proofs have other keys now."""
    for module in (keys, proving, upkeep):
        monkeypatch.setattr(module, "RULES_VERSION", version)


def finding_of(data: dict[str, Any]) -> Finding:
    return search(read_position(data), Budget())


def several() -> dict[str, Any]:
    data = position_json("destroy")
    data["objective"]["goal"] = {"damage": 1}
    return data


def settle(puzzle: Puzzle, finding: Finding) -> str:
    position = read_position(puzzle.position)
    reason = upkeep.settle(puzzle=puzzle, position=position, finding=finding, seconds=0.5)
    puzzle.refresh_from_db()
    return reason


@pytest.mark.parametrize("name", names_of_positions())
def test_a_page_that_holds_stays_as_it_is(name: str) -> None:
    puzzle = make_puzzle(position=name)
    before = puzzle.proof
    assert upkeep.prove_again(puzzle=puzzle) == ""
    puzzle.refresh_from_db()
    assert puzzle.flagged_at is None
    assert puzzle.proof == before


def test_under_new_rules_the_new_proof_takes_the_place_of_the_old(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(position="win")
    old = puzzle.proof
    assert old is not None
    other_rules(monkeypatch)
    assert old.rules_version == RULES_VERSION != 99
    assert upkeep.prove_again(puzzle=puzzle) == ""
    puzzle.refresh_from_db()
    assert puzzle.proof is not None
    assert puzzle.proof.rules_version == 99
    assert Proof.objects.get(pk=old.pk).rules_version == RULES_VERSION  # kept, with its version


def test_what_no_longer_holds_is_flagged_and_keeps_its_old_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(make_owner("mirabel"), position="destroy")
    old = puzzle.proof
    other_rules(monkeypatch)
    assert settle(puzzle, finding_of(several())) == checks.TOO_MANY
    assert puzzle.flagged_at is not None
    assert puzzle.flag_reason == checks.TOO_MANY
    assert puzzle.proof == old
    assert puzzle not in Puzzle.objects.published()
    assert puzzle.is_open_to_all  # its address still opens
    first = puzzle.flagged_at
    settle(puzzle, finding_of(several()))
    assert puzzle.flagged_at == first


def test_it_is_unflagged_when_it_holds_again() -> None:
    puzzle = make_puzzle(position="win", flagged_at=timezone.now(), flag_reason=checks.TOO_MANY)
    assert upkeep.prove_again(puzzle=puzzle) == ""
    puzzle.refresh_from_db()
    assert (puzzle.flagged_at, puzzle.flag_reason) == (None, "")
    assert puzzle in Puzzle.objects.published()


def test_several_solutions_hold_where_they_are_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(position="destroy", allows_several=True)
    other_rules(monkeypatch)
    assert settle(puzzle, finding_of(several())) == ""


def test_an_unfinished_search_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(position="win")
    before = puzzle.proof
    other_rules(monkeypatch)
    assert settle(puzzle, search(position_of("win"), Budget(nodes=20))) == checks.UNFINISHED
    assert puzzle.proof == before


def test_an_unfinished_search_does_not_spoil_a_finished_proof() -> None:
    puzzle = make_puzzle(position="win")
    settle(puzzle, search(position_of("win"), Budget(nodes=20)))
    proof = Proof.objects.get(pk=puzzle.proof_id)
    assert proof.complete


def test_another_solution_under_the_same_rules_is_a_fault_of_the_solver() -> None:
    puzzle = make_puzzle(position="win")
    assert puzzle.proof is not None
    puzzle.proof.answer = {**puzzle.proof.answer, "solutions": [[{"do": "assault"}]]}
    puzzle.proof.save()
    assert upkeep.prove_again(puzzle=puzzle) == checks.OTHER_SOLUTION


def test_the_author_s_own_line_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(position="win", intended=["assault"])
    assert upkeep.prove_again(puzzle=puzzle) == checks.LINE_FAILS


def test_a_page_taken_back_meanwhile_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = make_puzzle(make_owner(), position="destroy")
    other_rules(monkeypatch)
    services.unpublish(puzzle=puzzle)
    settle(puzzle, finding_of(several()))
    assert puzzle.flagged_at is None


def test_the_author_is_told_wherever_they_look(client: Client) -> None:
    author = make_owner("mirabel")
    puzzle = make_puzzle(author, title="Broken Wall", flagged_at=timezone.now(), flag_reason=checks.TOO_MANY)
    for path in ("/me/", "/grimoire/mine/", f"/grimoire/mine/{puzzle.token}/"):
        client.logout()
        assert "Broken Wall" not in client.get(path).content.decode(), path
        client.force_login(author.user)
        page = client.get(path).content.decode()
        assert "Broken Wall" in page, path
        assert "several solutions" in page, path
    taken = services.unpublish(puzzle=puzzle)
    assert taken.flagged_at is None


def test_every_reason_has_words() -> None:
    codes = {value for name, value in vars(checks).items() if name.isupper() and isinstance(value, str)}
    assert codes <= MISSING.keys() | FLAGS.keys()
    of_verdict = {
        checks.UNFINISHED, checks.NO_SOLUTION, checks.TRIVIAL, checks.NO_PLAY, checks.TOO_MANY, checks.IS_COOKED,
        checks.LINE_FAILS,
    }  # fmt: skip
    assert of_verdict <= MISSING.keys() & FLAGS.keys()
    assert flag_text("of-the-past") == "of-the-past"


# The command


def run(*arguments: str) -> tuple[str, str, bool]:
    out, err = StringIO(), StringIO()
    try:
        call_command("prove_pages", *arguments, stdout=out, stderr=err)
    except CommandError as wrong:
        assert wrong.returncode == 1
        return out.getvalue(), err.getvalue(), False
    return out.getvalue(), err.getvalue(), True


def test_the_command_proves_all_pages() -> None:
    for name in ("win", "damage", "destroy-two"):
        make_puzzle(position=name)
    make_puzzle(make_owner(), published=False, position="predict")
    out, err, good = run("--processes", "1")
    assert out == "3 puzzles: 3 hold, 0 do not\n"
    assert good
    assert "3 of 3" in err


def test_the_command_uses_several_processes() -> None:
    for name in ("win", "damage", "destroy-two"):
        make_puzzle(position=name)
    out, _err, good = run("--processes", "2")
    assert (out, good) == ("3 puzzles: 3 hold, 0 do not\n", True)


def test_the_command_fails_with_a_page_that_does_not_hold() -> None:
    make_puzzle(position="win")
    broken = make_puzzle(position="damage", title="Broken", intended=["assault"])
    out, err, good = run("--processes", "1")
    assert out == "2 puzzles: 1 hold, 1 do not\n"
    assert not good
    assert f"{broken.token} (Broken): line-fails" in err
    broken.refresh_from_db()
    assert broken.flagged_at is not None


def test_a_sample_is_picked_by_its_seed() -> None:
    pages = [make_puzzle(position=name) for name in names_of_positions()]
    first = upkeep.pages_to_prove(sample=4, seed=1)
    assert len(first) == 4
    assert first == upkeep.pages_to_prove(sample=4, seed=1)
    assert any(first != upkeep.pages_to_prove(sample=4, seed=seed) for seed in range(2, 6))
    assert upkeep.pages_to_prove(sample=99) == pages
    assert run("--sample", "2", "--seed", "3", "--processes", "1")[0] == "2 puzzles: 2 hold, 0 do not\n"


def test_the_command_without_any_page() -> None:
    assert run() == ("0 puzzles: 0 hold, 0 do not\n", "", True)


@pytest.mark.parametrize("arguments", [["--sample", "0"], ["--sample", "x"], ["--processes", "-1"]])
def test_arguments_that_make_no_sense(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("prove_pages", *arguments, stdout=StringIO(), stderr=StringIO())
