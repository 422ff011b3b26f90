"""Corrections: what they would make illegal is shown before they are entered, and nothing is dropped."""

from __future__ import annotations

import json

import pytest

from mutation.models import LedgerLine, MutationSession
from mutation.services.ledgers import ledger_of, seen
from tests.answers import text_of
from tests.cards.factories import guest_cookie
from tests.mutation.sessions import Player, in_games, put

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> tuple[MutationSession, Player]:
    """Game 1 was reported, confirmed, and D has mutated before game 3."""
    session = in_games()
    for event in (
        {"by": "A", "kind": "ready", "game": 1},
        {"by": "D", "kind": "ready", "game": 1},
        {"by": "A", "kind": "result", "game": 1, "winner": "A"},
        {"by": "D", "kind": "confirm", "game": 1},
        {"by": "D", "kind": "ready", "game": 3},
    ):
        put(session, event)
    session.refresh_from_db()
    organiser = Player(session)
    assert session.owner is not None
    organiser.http.cookies["guest"] = guest_cookie(session.owner)
    return session, organiser


def test_another_winner(played: tuple[MutationSession, Player]) -> None:
    session, organiser = played
    page = f"ledger/{session.version - 2}/"
    assert "Ada reports that Ada has won game 1." in organiser.text(page)
    fields = {"what": "replace", "v_winner": "D", "reason": "typed wrong"}
    shown = text_of(organiser.send(page, step="look", **fields))
    assert "Ada reports that Dan has won game 1." in shown and "No other entry is affected." in shown
    assert "Ada: 0 wins instead of 1." in shown and "Dan: 1 wins instead of 0." in shown
    assert LedgerLine.objects.filter(event__kind="correct").count() == 0  # looking enters nothing
    assert organiser.send(page, step="enter", **fields).status_code == 302
    session.refresh_from_db()
    wins = {row["seat"]: row["wins"] for row in seen(session, None)["state"]["standings"]}
    assert wins == {"A": 0, "B": 0, "C": 0, "D": 1}
    ledger = organiser.text("ledger/")
    assert f"corrected by entry {session.version}" in ledger and "typed wrong" in ledger
    assert "Ada reports that Ada has won game 1." in ledger  # the original stays


def test_what_becomes_illegal_is_named_first_and_stays_in_sight(played: tuple[MutationSession, Player]) -> None:
    session, organiser = played
    number = session.version - 3  # D's ready for game 1
    shown = text_of(organiser.send(f"ledger/{number}/", what="out", step="look", reason="never said"))
    assert "Entries that would lose their effect:" in shown
    for text in ("Ada reports that Ada has won game 1.", "Dan confirms game 1.", "Dan is ready for game 3."):
        assert text in shown
    organiser.send(f"ledger/{number}/", what="out", step="enter", reason="never said")
    session.refresh_from_db()
    faults = [(fault["n"], fault["since"]) for fault in seen(session, None)["faults"]]
    assert faults == [(number + 1, session.version), (number + 2, session.version), (number + 3, session.version)]
    ledger = organiser.text("ledger/")
    assert ledger.count(f"no effect since entry {session.version}") == 3
    back = {"kind": "ready", "game": 1, "by": "D"}
    fields = {"what": "written", "written": json.dumps([back]), "reason": "said it after all"}
    shown = text_of(organiser.send(f"ledger/{number}/", step="look", **fields))
    assert "Entries that would take effect again:" in shown
    organiser.send(f"ledger/{number}/", step="enter", **fields)
    session.refresh_from_db()
    assert seen(session, None)["faults"] == []


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"what": "out", "reason": " "}, "Give a reason"),
        ({"what": "replace", "v_winner": "D"}, "Give a reason"),
        ({"what": "written", "written": "[{}]", "reason": "x"}, "accept this entry."),
        ({"what": "written", "written": "{}", "reason": "x"}, "Enter a list of events."),
        ({"what": "written", "written": "[", "reason": "x"}, "errorlist"),
        (
            {"what": "written", "written": '[{"by": "B", "kind": "ready", "game": 1}]', "reason": "x"},
            "play in that game",
        ),
        ({"what": "nothing", "reason": "x"}, "errorlist"),
        ({"what": "replace", "v_winner": "B", "reason": "x"}, "errorlist"),
    ],
)
def test_what_cannot_be_entered_says_why(
    played: tuple[MutationSession, Player], fields: dict[str, str], says: str
) -> None:
    session, organiser = played
    before = session.version
    for step in ("look", "enter"):
        response = organiser.send(f"ledger/{before - 2}/", step=step, **fields)
        assert response.status_code in (200, 422) and says in text_of(response)
    session.refresh_from_db()
    assert session.version == before


def test_a_correction_of_what_has_gone_on_is_looked_at_again(played: tuple[MutationSession, Player]) -> None:
    session, organiser = played
    page, seen_then = f"ledger/{session.version - 2}/", session.version
    put(session, {"by": "A", "kind": "ready", "game": 4})
    fields = {"what": "out", "reason": "x", "step": "enter", "seen": seen_then}
    shown = text_of(organiser.send(page, **fields))
    assert "The session has moved on" in shown and "Preview" in shown
    assert LedgerLine.objects.filter(event__kind="correct").count() == 0


def test_corrections_are_not_corrected(played: tuple[MutationSession, Player]) -> None:
    session, organiser = played
    organiser.send(f"ledger/{session.version}/", what="out", step="enter", reason="x")
    session.refresh_from_db()
    assert organiser.look(f"ledger/{session.version}/").status_code == 404
    assert organiser.look("ledger/999/").status_code == 404


def test_rulings_and_the_end(played: tuple[MutationSession, Player]) -> None:
    session, organiser = played
    for letter in "BC":
        put(session, {"by": letter, "kind": "ready", "game": 2})
    organiser.send("organise/", what="rule", game=2, winner="nobody", reason="")
    session.refresh_from_db()
    assert ledger_of(session).state.status(2) == "open"
    organiser.send("organise/", what="rule", game=2, winner="nobody", reason="No time.")
    session.refresh_from_db()
    assert ledger_of(session).state.status(2) == "void" and "No time." in organiser.text()
    organiser.send("organise/", what="end")
    session.refresh_from_db()
    assert session.phase == "games"
    organiser.send("organise/", what="end", reason="Late.")
    session.refresh_from_db()
    assert session.phase == "over" and "The winner" in organiser.text()
