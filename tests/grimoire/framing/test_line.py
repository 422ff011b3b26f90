"""Solving in a frame on another site: by links alone, kept nowhere, judged as on the site."""

from __future__ import annotations

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from accounts.budgets import ProcessorBudget
from accounts.limits import Limit
from accounts.models import Owner
from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import parse
from engine.decks.solving import solve
from grimoire.framing.line import MAX_LINE, can_be_framed
from grimoire.lines import read_start
from grimoire.models import Attempt, Puzzle
from grimoire.solving.judging import played_out
from tests.grimoire.factories import make_puzzle, names_of_positions
from tests.grimoire.solving.test_views import HIDDEN

pytestmark = pytest.mark.django_db


def embed(puzzle: Puzzle, **query: str) -> Any:
    return Client().get(f"/grimoire/p/{puzzle.token}/embed/", query)


def lines_in(answer: Any) -> list[str]:
    """The lines to which the frame links, those to be judged without what asks for it."""
    hrefs = map(html.unescape, re.findall(r'href="(/grimoire/p/[^"]*)"', answer.text))
    return [parse_qs(urlsplit(href).query).get("a", [""])[0] for href in hrefs]


def winning_line(puzzle: Puzzle) -> list[str]:
    start = read_start(puzzle.position)
    return list(played_out(start, [str(action) for action in solve(start.position).solutions[0]]))


def solved_by_links(puzzle: Puzzle) -> Any:
    """Plays a solution by following the links of the frame, turn by turn; answers its last page."""
    line, laid = winning_line(puzzle), list[str]()
    answer = embed(puzzle)
    while True:
        action = line[len(laid)] if len(laid) < len(line) else "assault"
        if action not in ("assault", "end-turn"):
            laid.append(action)
            assert ";".join(laid) in lines_in(answer), f"no link plays {action}"
            answer = embed(puzzle, a=";".join(laid))
            assert answer.status_code == 200
            continue
        answer = embed(puzzle, a=";".join(laid), do="judge")
        if answer.status_code != 302:
            return answer
        laid = parse_qs(urlsplit(answer.url).query)["a"][0].split(";")
        assert laid == line[: len(laid)], "the toughest defence"
        answer = Client().get(answer.url)


@pytest.mark.parametrize("name", [name for name in names_of_positions() if "predict" not in name])
def test_a_solution_is_found_by_links_and_kept_nowhere(name: str) -> None:
    puzzle = make_puzzle(position=name)
    if not can_be_framed(puzzle):
        assert "do=judge" not in embed(puzzle).text
        return
    answer = solved_by_links(puzzle)
    assert answer.status_code == 200 and "Solved!" in answer.text
    assert not answer.cookies and "Cookie" not in answer.get("Vary", "")
    assert "<form" not in answer.text and "<script" not in answer.text
    assert not Attempt.objects.exists() and not Owner.objects.exists()
    puzzle.refresh_from_db()
    assert (puzzle.attempt_count, puzzle.solved_count) == (0, 0)


def test_a_line_that_fails_says_why_and_leads_back() -> None:
    puzzle = make_puzzle()
    answer = embed(puzzle, do="judge", theme="dark")
    assert "Not quite" in answer.text and "Solved!" not in answer.text
    assert "What happened, step by step" in answer.text
    back = [html.unescape(href) for href in re.findall(r'href="(/grimoire/p/[^"]*)"', answer.text)]
    assert f"/grimoire/p/{puzzle.token}/embed/?theme=dark" in back, "in the theme of the other site"


def test_what_is_foretold_is_answered_on_the_site() -> None:
    puzzle = make_puzzle(position="predict")
    assert not can_be_framed(puzzle)
    answer = embed(puzzle, a="play 1 upper", do="judge")
    assert answer.status_code == 200 and "embed-line" not in answer.text


def test_an_enemy_plays_what_the_defence_plays_or_nothing() -> None:
    """Whoever writes a weaker reply into the address has not solved the puzzle."""
    puzzle = make_puzzle(position="win-in-two")
    line = winning_line(puzzle)
    end = line.index("end-turn") if "end-turn" in line else line.index("assault")
    own, replies = line[: end + 1], line[end + 1 :]
    reply_end = next(place for place, action in enumerate(replies) if action in ("assault", "end-turn"))
    weaker = [*own, "assault", "end-turn"] if reply_end else [*own, "play 1 upper"]
    for crafted in (weaker, own, [*own, *replies]):
        answer = embed(puzzle, a=";".join(crafted), do="judge")
        assert answer.status_code == 400, crafted
        assert "Solved!" not in answer.text and answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "play 99 upper",
        "assault",
        "end-turn;assault",
        "é;;;",
        "assault;" * 400,
        "x" * (MAX_LINE + 1),
    ],
)
def test_a_line_that_cannot_be_played_shows_the_start(line: str) -> None:
    puzzle = make_puzzle()
    answer = embed(puzzle, a=line)
    assert answer.status_code == 400
    assert line not in answer.text or len(line) < 3
    assert lines_in(answer).count("") >= 1, "and it can be played from there"


def test_so_many_verdicts_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grimoire.framing.views.JUDGED", Limit("solving", times=1, seconds=10**9))
    puzzle = make_puzzle()
    assert [embed(puzzle, do="judge").status_code for _ in range(2)] == [200, 429]
    assert embed(puzzle).status_code == 200


def test_an_address_at_which_too_much_was_judged_has_to_wait(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told so in the frame, and no cookie is read to find out who it is."""
    settings.LIMITS = True
    spent = ProcessorBudget("spent", seconds=10, every=1e6)
    monkeypatch.setattr("accounts.budgets.LUMP", 0.0)
    monkeypatch.setattr("accounts.budgets.PAGES", spent)
    spent.meter.add({"127.0.0.1": 1}, 15)
    puzzle = make_puzzle()
    embed(puzzle)  # by which this process learns that nothing is left
    answer = embed(puzzle)
    assert answer.status_code == 429 and int(answer["Retry-After"]) > 0
    assert "Try again in" in answer.text and "X-Frame-Options" not in answer
    assert not answer.cookies and "Cookie" not in answer.get("Vary", "")


def test_a_hidden_hand_stays_hidden_but_for_the_one_that_refutes() -> None:
    puzzle = make_puzzle(position=write_position(parse(HIDDEN)))
    start = embed(puzzle).text
    assert "Secret" not in start and start.count("a hidden card") >= 2
    wrong = embed(puzzle, a="1 at B upper 0", do="judge").text
    assert "It fails when B holds, from left to right: Guard, Farmer." in wrong
    assert "Secret" not in wrong
    right = embed(puzzle, a="1 at B lower 0", do="judge").text
    assert "Solved!" in right and "Secret" not in right
