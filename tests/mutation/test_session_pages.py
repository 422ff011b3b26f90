"""Pages of sessions: beginning one in each way, the link, choice, games, French, without scripts."""

from __future__ import annotations

import json
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Owner
from cards.models import Card, CardSet
from engine.decks.rules.abilities import SEASON_2
from mutation import upkeep
from mutation.models import MutationSession
from mutation.services.creating import playable_set
from mutation.services.ledgers import ledger_of, whole_header
from tests.answers import text_of
from tests.mutation.sessions import NAMES, SETS, Player, draft_on, in_games, make_session, put

pytestmark = pytest.mark.django_db


def form(**more: str) -> dict[str, str]:
    fields = {"way": "draft", "set_one": SETS[0], "set_two": SETS[1], "edition": "season-2", "name": "Friday"}
    for letter, name in NAMES.items():
        fields |= {f"player_{letter}": name, f"seat_{letter}": "me" if letter == "A" else "open"}
    return {**fields, **more}


def typed(slugs: tuple[str, str] = SETS) -> dict[str, str]:
    """Sixteen names for each seat, in French for C."""
    sets = [playable_set(slug, SEASON_2, None) for slug in slugs]
    names = [called for card_set in sets for called in card_set.names.values()]  # type: ignore[union-attr]
    return {
        f"cards_{letter}": "\n".join(called[letter == "C"] for called in names[16 * place : 16 * place + 16])
        for place, letter in enumerate("ABCD")
    }


def test_a_session_begins_and_everybody_takes_a_seat() -> None:
    organiser = Player()
    response = organiser.http.post("/mutation/new/", form(is_open="on"))
    session = organiser.session = MutationSession.objects.get()
    assert response["Location"] == organiser.base
    assert (session.name, session.players, session.sees_all) == ("Friday", NAMES, False)
    assert "seed" in whole_header(session)["deal"]
    shown = organiser.text()
    assert "Hand of Ada" in shown and "/join/" in shown and "<svg" in shown
    ben = Player(session)
    assert "/join/" not in ben.text()
    assert ben.join("B").status_code == 302
    assert "Hand of Ben" in ben.text()
    assert "Ada" in text_of(organiser.http.get("/mutation/"))
    assert "Friday" in text_of(ben.http.get("/mutation/"))


def test_a_form_sent_twice_makes_one_session() -> None:
    client = Client()
    page = client.get("/mutation/new/").content.decode()
    begun = page.split('name="begun" value="')[1].split('"')[0]
    answers = [client.post("/mutation/new/", form(begun=begun)) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert MutationSession.objects.count() == 1


@pytest.mark.parametrize("way", ["hands", "drafted"])
def test_cards_of_a_table_are_typed_in_either_language(way: str) -> None:
    client = Client()
    assert 'name="cards_A"' in client.get("/mutation/new/", {"way": way}).content.decode()
    response = client.post("/mutation/new/", form(way=way, **typed()))
    assert response.status_code == 302, text_of(response)
    session = MutationSession.objects.get()
    assert session.phase == ("draft" if way == "hands" else "decks")
    sheets = ledger_of(session).state.seats
    ids = [card for slug in SETS for card in playable_set(slug, SEASON_2, None).cards]  # type: ignore[union-attr]
    ids_by_seat = [sheet.hand if way == "hands" else sheet.drafted for sheet in sheets]
    assert [list(hand) for hand in ids_by_seat] == [ids[16 * place : 16 * place + 16] for place in range(4)]


def test_what_is_typed_wrong_is_said_with_its_line() -> None:
    cards = typed()
    lines = cards["cards_B"].split("\n")
    wrong = lines[2][:-1] + "x"
    cards["cards_B"] = "\n".join([*lines[:2], wrong, *lines[3:], cards["cards_A"].split("\n")[0]])
    response = Client().post("/mutation/new/", form(way="drafted", **cards))
    shown = text_of(response)
    assert response.status_code == 422 and not MutationSession.objects.exists()
    assert "17 cards found; 16 needed." in shown
    assert f"Line 3: no card “{wrong}” in these sets. Did you mean “{lines[2]}”?" in shown
    assert "Line 17: seat A already has" in shown
    assert wrong in shown  # what was typed is still there


@pytest.mark.parametrize(
    "fields",
    [
        {"set_two": SETS[0]},
        {"set_two": "nothing"},
        {"edition": "season-9"},
        {"seat_A": "emperor"},
        {"way": "magic"},
        {"name": "x" * 61},
        {"player_A": "y" * 61},
        {"way": "drafted", "cards_A": "a\x00b\n" * 50},
        {"way": "drafted"},
    ],
)
def test_a_form_that_makes_no_session(fields: dict[str, str]) -> None:
    assert Client().post("/mutation/new/", form(**fields)).status_code == 422
    assert not MutationSession.objects.exists()


def test_own_sets_are_played_with() -> None:
    owner = Owner.objects.create()
    mine = CardSet.objects.create(owner=owner, slug="mine-abc", name="Mine", visibility="unlisted")
    for number in range(1, 34):
        Card.objects.create(
            owner=owner, set=mine, number=number, slug=f"own-{number}", name=f"Own {number}", kind="creature",
            cost=number % 5, av=1, hp=number % 7 + 1, visibility="unlisted",
        )  # fmt: skip
    own_set = playable_set("mine-abc", SEASON_2, owner)
    assert own_set is not None and len(own_set.cards) == 33 and "mine-abc/own-1" in own_set.cards
    site_set = playable_set(SETS[0], SEASON_2, None)
    session = make_session(owner, sets=(site_set, own_set))
    assert session.header["sets"][1]["slug"] == "mine-abc"
    assert playable_set("no-such-set", SEASON_2, owner) is None


def test_eight_of_sixteen_are_chosen_once() -> None:
    session = make_session()
    player = Player(session, "B")
    draft_on(session)
    session.refresh_from_db()
    drafted = ledger_of(session).state.seats[1].drafted
    assert "Choose eight cards" in player.text()
    for cards in (drafted[:7], drafted[:9], [*drafted[:7], drafted[0]], [*drafted[:7], "x"], []):
        player.send("deck/", seat="B", cards=list(cards))
    session.refresh_from_db()
    assert session.version == 64
    player.send("deck/", seat="B", cards=list(drafted[4:12]))
    session.refresh_from_db()
    assert [card.id for card in ledger_of(session).state.seats[1].deck] == list(drafted[4:12])
    assert "Deck chosen" in player.text()
    player.send("deck/", seat="B", cards=list(drafted[:8]))
    session.refresh_from_db()
    assert session.version == 65


def test_a_game_on_the_kitchen_table() -> None:
    session = in_games()
    ada, dan = Player(session), Player(session, "D")
    for letter in "AD":
        put(session, {"by": letter, "kind": "ready", "game": 1})
    assert "Played at the table: who won?" in dan.text()
    assert "Played at the table" not in ada.text()
    dan.send("enter/", kind="result", game="1", winner="D", seat="D")
    assert "Dan reports that Dan has won" in dan.text() and "1= Ada" not in dan.text()
    put(session, {"by": "A", "kind": "dispute", "game": 1, "reason": "We stopped."})
    shown = dan.text()
    assert "We stopped." in shown and "disputed" in shown
    dan.send("enter/", kind="withdraw", seat="D")
    assert "has withdrawn" in dan.text() and "annulled" in dan.text()


def test_what_came_in_between_is_said_and_nothing_is_entered() -> None:
    session = in_games()
    dan = Player(session, "D")
    seen = session.version
    put(session, {"by": "D", "kind": "ready", "game": 1})
    response = dan.http.post(f"{dan.base}enter/", {"kind": "withdraw", "seat": "D", "seen": seen}, follow=True)
    assert "The session has moved on" in text_of(response)
    response = dan.events(seen, {"kind": "withdraw"}, seat="D")
    body = response.json()
    assert (response.status_code, body["error"]["code"], body["number"]) == (409, "stale", seen + 1)
    assert [(event["n"], event["kind"], event["by"]) for event in body["between"]] == [(seen + 1, "ready", "D")]


def test_a_phone_that_was_offline_sends_what_it_has_once_or_twice() -> None:
    session = in_games()
    dan = Player(session, "D")
    queued = {"kind": "ready", "game": 1}
    put(session, {"by": "A", "kind": "ready", "game": 1})
    first = dan.events(4, queued, seat="D", key="offline-1").json()
    again = dan.events(4, queued, seat="D", key="offline-1").json()
    assert (first["first"], first["again"], [event["n"] for event in first["between"]]) == (6, False, [5])
    assert (again["first"], again["again"]) == (6, True)
    session.refresh_from_db()
    assert session.version == 6


@pytest.mark.parametrize(
    "body",
    [
        "[]",
        "{}",
        "nonsense",
        '{"expected": "4", "events": []}',
        '{"expected": 4, "events": [], "x": 1}',
        '{"expected": 4, "events": [{"kind": "ready", "game": 1, "by": "A"}]}',
        '{"expected": 4, "seat": "Q", "events": [{"kind": "ready", "game": 1}]}',
        '{"expected": 4, "seat": "D", "events": [{"kind": "ready", "game": "1"}]}',
        '{"expected": 4, "seat": "D", "events": [{"kind": "win"}]}',
        '{"expected": 4, "seat": "D", "events": [{"kind": "withdraw", "reason": "\\u0000"}]}',
        '{"expected": 99, "seat": "D", "events": [{"kind": "ready", "game": 1}]}',
        json.dumps({"expected": 4, "seat": "D", "events": [{"kind": "ready", "game": 1}] * 41}),
    ],
)
def test_hostile_bodies_change_nothing(body: str) -> None:
    session = in_games()
    dan = Player(session, "D")
    response = dan.http.post(f"{dan.base}events/", body, content_type="application/json")
    assert response.status_code in (400, 422), response.content
    assert response.json()["error"]["code"]
    session.refresh_from_db()
    assert session.version == 4


@pytest.mark.parametrize("token", ["nothing", "x" * 40, "é", "%00"])
def test_there_is_no_such_session(token: str) -> None:
    for page in ("", "ledger/", "events/", "decks/", "join/x/", "t/x/"):
        assert Client().get(f"/mutation/{token}/{page}").status_code == 404


def test_forged_forms_are_refused() -> None:
    session = in_games()
    dan = Player(session, "D")
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = dan.http.cookies
    event = '{"expected": 4, "seat": "D", "events": [{"kind": "withdraw"}]}'
    response = strict.post(f"{dan.base}events/", event, content_type="application/json")
    assert (response.status_code, response.json()["error"]["code"]) == (403, "csrf-failed")
    assert strict.post(f"{dan.base}enter/", {"kind": "withdraw", "seat": "D", "seen": 4}).status_code == 403
    session.refresh_from_db()
    assert session.version == 4


def test_pages_speak_french() -> None:
    session = in_games()
    dan = Player(session, "D")
    shown = text_of(dan.http.get(f"/fr{dan.base}"))
    assert "Prochaines parties" in shown and "Classement" in shown and "2,5 points de Mutation" in shown
    assert "Registre" in text_of(dan.http.get(f"/fr{dan.base}ledger/"))
    response = dan.http.post(
        f"/fr{dan.base}enter/", {"kind": "confirm", "game": 1, "seat": "D", "seen": 4}, follow=True
    )
    assert "pas encore de résultat." in text_of(response)


def test_a_page_that_asks_again_gets_what_has_changed() -> None:
    session = make_session()
    ben = Player(session, "B")
    page = ben.look().content.decode()
    asks = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    tag = json.loads(unescape(page.split('hx-headers="')[1].split('"')[0]))
    headers = {"HX-Request": "true", **tag}
    response = ben.http.get(asks, headers=headers)
    assert (response.status_code, response.content) == (304, b"")
    assert response["ETag"] == tag["If-None-Match"]
    session.refresh_from_db()
    put(session, {"by": "A", "kind": "pick", "card": ledger_of(session).state.seats[0].hand[0]})
    response = ben.http.get(asks, headers=headers).content.decode()
    assert 'id="now"' in response and 'id="part"' not in response  # the hand is left alone
    for letter in "BCD":
        session.refresh_from_db()
        place = "ABCD".index(letter)
        put(session, {"by": letter, "kind": "pick", "card": ledger_of(session).state.seats[place].hand[0]})
    response = ben.http.get(asks, headers=headers).content.decode()
    assert 'id="part"' in response and "hx-swap-oob" in response and "Pick 2 of 16" in response


def test_only_what_was_never_begun_is_swept() -> None:
    guests, begun = make_session(), make_session()
    put(begun, {"by": "A", "kind": "pick", "card": ledger_of(begun).state.seats[0].hand[0]})
    long_ago = timezone.now() - 2 * upkeep.NEVER_BEGUN_FOR
    assert upkeep.sweep_sessions() == 0
    MutationSession.objects.update(updated=long_ago)
    assert upkeep.sweep_sessions() == 1
    assert not MutationSession.objects.filter(pk=guests.pk).exists()
    MutationSession.objects.update(updated=long_ago)
    assert upkeep.sweep_sessions() == 0
