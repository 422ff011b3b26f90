"""Hidden hands and choices leave the server for nobody but their seat: pages, fragments, JSON, refusals, exports."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from django.test.utils import CaptureQueriesContext

from accounts.exchange import write_owner
from engine.decks.rules.abilities import SEASON_2
from mutation.models import MutationSession
from mutation.services.creating import HANDS, playable_set
from mutation.services.ledgers import ledger_of, whole_header
from tests.mutation.sessions import NAMES, SETS, Player, make_session

pytestmark = [pytest.mark.django_db, pytest.mark.slow("plays whole games through the site")]
PAGES = ("", "ledger/", "decks/", "events/")


def english(session: MutationSession) -> dict[str, str]:
    """The printed name of each card by its id."""
    return {card["id"]: card["name"] for card_set in session.header["sets"] for card in card_set["cards"]}


def payloads(player: Player, session: MutationSession, letter: str) -> list[str]:
    """All that a browser can get of a session, in the middle of it."""
    texts = [player.look(page).content.decode() for page in PAGES]
    texts += [player.look(page, seat=other).content.decode() for page in ("", "events/") for other in "AC"]
    response = player.http.get(player.base, {"again": "1", "part": "", "seat": letter}, headers={"HX-Request": "true"})
    texts.append(response.content.decode())
    texts.append(player.events(0, {"kind": "pick", "card": "none"}, seat=letter or "A").content.decode())
    texts.append(player.events(0, {"kind": "deck", "cards": []}, seat=letter or "A").content.decode())
    texts.append(player.http.get(f"/fr{player.base}").content.decode())
    return texts


def told(texts: list[str], cards: Any, names: dict[str, str]) -> set[str]:
    """Which of these cards the texts name, by id or as an address of a form."""
    return {card for card in cards for text in texts if f'"{card}"' in text or f">{names[card]}<" in text}


def test_nobody_is_told_of_others_hands_picks_or_decks() -> None:
    rng = random.Random(7)
    session = make_session(seats=dict.fromkeys("ABCD", "open"))
    names = english(session)
    players = {**{letter: Player(session, letter) for letter in "ABCD"}, "": Player(session)}
    for step in range(17):
        session.refresh_from_db()
        state = ledger_of(session).state
        if step in (0, 9):
            for letter, player in players.items():
                sheet = state.seats["ABCD".index(letter)] if letter else None
                own = {*sheet.hand, *sheet.drafted} if sheet is not None else set()
                hidden = names.keys() - own
                assert told(payloads(player, session, letter), hidden, names) == set(), (step, letter)
        if step < 16:
            for letter in rng.sample("ABCD", 4):
                session.refresh_from_db()
                hand = ledger_of(session).state.seats["ABCD".index(letter)].before_it
                assert players[letter].send("pick/", seat=letter, card=rng.choice(hand)).status_code == 302
    session.refresh_from_db()
    assert (session.version, session.phase) == (64, "decks")
    for letter in "ABC":
        session.refresh_from_db()
        drafted = ledger_of(session).state.seats["ABCD".index(letter)].drafted
        assert players[letter].send("deck/", seat=letter, cards=list(drafted[:8])).status_code == 302
    session.refresh_from_db()
    assert session.waits_for == "D"
    state = ledger_of(session).state
    for letter, player in players.items():
        own = set(state.seats["ABCD".index(letter)].drafted) if letter else set()
        assert told(payloads(player, session, letter), names.keys() - own, names) == set(), letter


def test_the_test_would_notice() -> None:
    """The eyes that find nothing above find a hand that is shown."""
    session = make_session()
    player = Player(session, "B")
    session.refresh_from_db()
    hand = ledger_of(session).state.seats[1].hand
    texts = payloads(player, session, "B")
    assert told(texts, hand, english(session)) == set(hand)


def test_what_others_do_changes_nothing_but_counts() -> None:
    """Two drafts that differ in what B picks look alike to C, who has not got those cards yet."""
    views = []
    for place in (0, 5):
        ids = [card for slug in SETS for card in playable_set(slug, SEASON_2, None).cards]  # type: ignore[union-attr]
        session = make_session(way=HANDS, deal={seat: ids[16 * n : 16 * n + 16] for n, seat in enumerate("ABCD")})
        player = Player(session, "C")
        session.refresh_from_db()
        card = ledger_of(session).state.seats[1].hand[place]
        assert Player(session, "B").send("pick/", seat="B", card=card).status_code == 302
        view = player.look("events/").json()
        for event in view["events"]:
            event.pop("at", None)
        views.append(json.dumps(view, sort_keys=True))
    assert views[0] == views[1]


def test_the_seed_is_told_to_nobody(client: Any) -> None:
    session = make_session()
    seed = str(whole_header(session)["deal"]["seed"])
    players = [Player(session, "B"), Player(session)]
    assert len(seed) > 20
    for player in players:
        assert not any(seed in text for text in payloads(player, session, "B"))
    assert session.owner is not None
    taken_home = str(write_owner(session.owner))
    assert seed not in taken_home and NAMES["B"] in taken_home and SETS[0] in taken_home


def test_a_curtain_hangs_before_each_of_several_hands() -> None:
    session = make_session()
    names = english(session)
    phone = Player(session)
    phone.join("B")
    phone.join("C")
    state = ledger_of(session).state
    both = [*state.seats[1].hand, *state.seats[2].hand]
    closed = phone.look().content.decode()
    assert told([closed], both, names) == set()
    assert "m Ben" in closed and "m Cleo" in closed
    opened = phone.look(seat="B").content.decode()
    assert told([opened], both, names) == set(state.seats[1].hand)
    response = phone.send("pick/", seat="B", card=state.seats[1].hand[0])
    assert response["Location"] == phone.base  # the curtain falls
    again = phone.look().content.decode()
    assert "m Ben" not in again and "m Cleo" in again


def test_pages_with_hands_are_kept_by_no_browser() -> None:
    session = make_session()
    player = Player(session, "B")
    for page in PAGES:
        assert "no-store" in player.look(page)["Cache-Control"], page


def test_a_page_that_asks_again_costs_little(django_assert_max_num_queries: Any) -> None:
    session = make_session()
    player = Player(session, "B")
    session.refresh_from_db()
    tag = f'"{session.version}.{session.changes}"'
    headers = {"HX-Request": "true", "If-None-Match": tag}
    with django_assert_max_num_queries(3) as queries:
        response = player.http.get(player.base, {"again": "1", "part": "x", "seat": "B"}, headers=headers)
    assert response.status_code == 304
    assert isinstance(queries, CaptureQueriesContext)
