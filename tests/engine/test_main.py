"""``python -m engine --game NAME``: each game's own command line, the first game's without the option."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.__main__ import FIRST, main
from engine.games import GAMES


def _listen(monkeypatch: pytest.MonkeyPatch, calls: list[list[str]], status: int) -> None:
    def command_line(arguments: list[str]) -> int:
        calls.append(arguments)
        return status

    monkeypatch.setitem(GAMES, FIRST, GAMES[FIRST]._replace(command_line=command_line))


@pytest.mark.parametrize("option", [["--game", "clash-of-decks"], ["--game=clash-of-decks"], []])
def test_the_first_game_is_meant_without_the_option(option: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    _listen(monkeypatch, calls, 7)
    assert main([*option, "legal", "--jsonl"]) == 7
    assert calls == [["legal", "--jsonl"]]


def test_the_option_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the command it is an argument like any other, and the game's own to judge."""
    calls: list[list[str]] = []
    _listen(monkeypatch, calls, 0)
    main(["legal", "--game", "poker"])
    assert calls == [["legal", "--game", "poker"]]


@pytest.mark.parametrize("arguments", [["--game", "poker", "legal"], ["--game=poker"], ["--game"], ["--game="]])
def test_a_game_that_there_is_not(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert answer["error"]["code"] == "bad-request" and answer["error"]["at"] == "--game"
