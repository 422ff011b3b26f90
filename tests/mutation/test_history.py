"""Timelines, the story and the files of a session: what they tell, and to whom."""

from __future__ import annotations

import csv
import io
import json
from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from accounts.models import Owner, Visibility
from engine.decks.sessions import SessionLedger, answer
from engine.decks.sessions.ledger_state import MutatingCard
from mutation.history.exports import FILES
from mutation.models import MutationSession
from mutation.services.ledgers import ledger_of, whole_header
from tests.mutation.sessions import Player, choose_decks, draft_on, in_games, make_session, mutate, play_games, put

pytestmark = pytest.mark.django_db
OPEN_SEATS = dict.fromkeys("ABCD", "open")


def test_hidden_cards_are_in_no_file() -> None:
    session = make_session(seats=OPEN_SEATS)
    ben, nobody = Player(session, "B"), Player(session)
    for _ in range(2):
        for file in FILES:
            assert ben.look(f"export/{file}").status_code == 404
            assert nobody.look(f"export/{file}").status_code == 404
        for page in ("history/", "story/"):
            assert ben.look(page)["Location"].startswith(session.get_absolute_url())
        draft_on(session)
        session.refresh_from_db()
        if session.phase == "decks":
            break
    choose_decks(session)
    for file in FILES:
        assert nobody.look(f"export/{file}").status_code == 200
    assert nobody.look("export/secrets.json").status_code == 404


def test_an_organiser_who_plays_gets_no_files_before_and_one_who_sees_all_does() -> None:
    for seats, status in (({"A": "me", **dict.fromkeys("BCD", "open")}, 404), (OPEN_SEATS, 200)):
        organiser = Player()
        owner = Owner.objects.create()
        session = make_session(owner, seats=seats)
        organiser.session = session
        sign_in(organiser, owner)
        assert organiser.look("export/session.json").status_code == status


def sign_in(player: Player, owner: Any) -> None:
    user = get_user_model().objects.create_user(f"user{owner.pk}"[:30], password="long enough for this")
    owner.user = user
    owner.save()
    player.http.force_login(user)


def test_the_document_folds_to_the_same_session_without_its_seed() -> None:
    session = make_session()
    seed = str(whole_header(session)["deal"]["seed"])
    draft_on(session)
    choose_decks(session)
    mutate(session, "A", 1)
    play_games(session, "A", "B")
    nobody = Player(session)
    text = nobody.look("export/session.json").content.decode()
    assert seed not in text
    session.refresh_from_db()
    assert answer(SessionLedger.open(json.loads(text))) == answer(ledger_of(session))
    for file in FILES[1:]:
        got = nobody.look(f"export/{file}")
        assert got["Content-Type"] == "text/csv; charset=utf-8" and "attachment" in got["Content-Disposition"]
        assert got.content.startswith(b"\xef\xbb\xbf") and seed not in got.content.decode()
    rows = list(csv.DictReader(io.StringIO(nobody.look("export/games.csv").content.decode("utf-8-sig"))))
    assert len(rows) == 12 and rows[0]["winner"] == "A" and float(rows[0]["first_spent"]) > 0


def test_a_private_session_is_told_to_those_who_play() -> None:
    session = in_games()
    ben = Player(session, "B")
    MutationSession.objects.update(visibility=Visibility.PRIVATE)
    for page in ("history/", "story/", "export/session.json", "prices/"):
        assert ben.look(page).status_code == 200, page
        assert Player(session).look(page).status_code == 404, page
    assert "Only players can see this page" in ben.text("story/")


def test_a_timeline_tells_each_patch_with_its_price() -> None:
    session = in_games()
    mutate(session, "B", 2)
    play_games(session, "A", "B")
    patch = next(glued for card in ledger_of(fresh(session)).state.seats[1].deck for glued in card.patches)
    page = Player(session).text("history/")
    assert f'<b class="price">{patch.price.normalize():f}</b>' in page
    assert "Before game 2, against Cleo" in page and "nothing mutated" in page
    assert page.count('class="card-line"') == 1
    assert "Lost: 2.5" in page


def fresh(session: MutationSession) -> MutationSession:
    session.refresh_from_db()
    return session


def test_the_story_names_turning_points_and_the_most_mutated_card() -> None:
    session = in_games()
    assert "No game has been decided yet" in Player(session).text("story/")
    mutate(session, "A", 1)
    mutate(session, "A", 1)
    play_games(session, "A", "B", "D", "B", "B", "C")
    page = Player(session).text("story/")
    star = max(ledger_of(fresh(session)).state.seats[0].deck, key=_worn)
    assert "The most mutated card" in page and f"{star.printed.name}" in page
    assert "Ada and Ben share the lead." in page
    assert "The turning point" not in page and "Ben is alone in the lead." in page
    assert "win number 3 in a row" in page
    assert "Game 1: Ada beats Dan." in page


def _worn(card: MutatingCard) -> tuple[int, Decimal]:
    return len(card.patches), sum((patch.price for patch in card.patches), Decimal(0))


def test_a_lead_that_is_lost_is_a_turning_point() -> None:
    session = in_games()
    play_games(session, "A", "C", "D", "A", "B", "C")  # A leads, then C has as many
    play_games(session, "D", "C", "C", "A")
    page = Player(session).text("story/")
    assert "Ada is alone in the lead." in page and "Ada and Cleo share the lead." in page
    assert "en tête" in Player(session).http.get(f"/fr/mutation/{session.token}/story/").content.decode()
    put(session, {"by": "organiser", "kind": "end", "reason": "late"})
    assert "Mutation Points" not in Player(session).text("story/")
