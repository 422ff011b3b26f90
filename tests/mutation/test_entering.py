"""Entering events: expected numbers, what comes in between, keys that count once, all or nothing."""

from __future__ import annotations

import pytest

from mutation.models import LedgerLine, MutationSession
from mutation.services import ledgers
from mutation.services.entering import NewEvents, concerns, enter
from mutation.services.ledgers import ledger_of
from tests.mutation.sessions import Player, in_games, make_session, put
from web.models import IdempotentResponse
from web.refusals import RequestRefused

pytestmark = pytest.mark.django_db


def pick(session: MutationSession, letter: str) -> dict[str, str]:
    hand = ledger_of(session).state.seats["ABCD".index(letter)].hand
    return {"by": letter, "kind": "pick", "card": hand[0]}


def refusal(session: MutationSession, entry: NewEvents) -> RequestRefused:
    with pytest.raises(RequestRefused) as wrong:
        enter(session, entry)
    return wrong.value


def test_lines_say_who_when_and_what() -> None:
    session = make_session()
    event = pick(session, "A")
    done = enter(session, NewEvents([event], 0, owner=session.owner))
    line = LedgerLine.objects.get()
    assert (done.first, done.last, done.between) == (1, 1, ())
    assert (line.number, line.entered_by, line.owner) == (1, "seat", session.owner)
    assert {key: line.event[key] for key in event} == event and line.event["at"][:4] == str(line.at.year)
    session.refresh_from_db()
    assert (session.version, session.phase, session.waits_for) == (1, "draft", "BCD")


def test_picks_at_the_same_time_disturb_nobody_and_are_told() -> None:
    session = make_session()
    first = [pick(session, letter) for letter in "ABC"]
    for number, event in enumerate(first):
        done = enter(session, NewEvents([event], 0))  # all three have seen nothing yet
        assert done.between == tuple(range(1, number + 1))
    assert session.version == 3


def test_what_concerns_an_entry_refuses_it_and_is_told() -> None:
    session = make_session()
    put(session, pick(session, "A"))
    wrong = refusal(session, NewEvents([{"by": "organiser", "for": "A", "kind": "pick", "card": "x"}], 0))
    assert (wrong.status, wrong.code) == (409, "stale")
    assert wrong.more == {"number": 1, "numbers": [1]}
    assert LedgerLine.objects.count() == 1


def test_a_correction_is_decided_on_the_whole() -> None:
    session = make_session()
    put(session, pick(session, "A"))
    put(session, pick(session, "B"))
    event = {"by": "organiser", "kind": "correct", "event": 1, "with": [], "reason": "slip"}
    assert refusal(session, NewEvents([event], 1)).code == "stale"
    assert enter(session, NewEvents([event], 2)).last == 3


@pytest.mark.parametrize(
    ("earlier", "event", "does"),
    [
        ({"by": "B", "kind": "mutate", "game": 1}, {"by": "A", "kind": "mutate", "game": 1}, False),
        ({"by": "B", "kind": "ready", "game": 1}, {"by": "A", "kind": "ready", "game": 1}, False),
        ({"by": "B", "kind": "result", "game": 1}, {"by": "A", "kind": "result", "game": 1}, True),
        ({"by": "B", "kind": "result", "game": 2}, {"by": "A", "kind": "result", "game": 1}, False),
        ({"by": "organiser", "kind": "rule", "game": 1}, {"by": "A", "kind": "confirm", "game": 1}, True),
        ({"by": "A", "kind": "ready", "game": 1}, {"by": "A", "kind": "mutate", "game": 1}, True),
        ({"by": "organiser", "kind": "prices"}, {"by": "A", "kind": "mutate", "game": 1}, True),
        ({"by": "B", "kind": "withdraw"}, {"by": "A", "kind": "ready", "game": 1}, True),
    ],
)
def test_what_concerns_what(earlier: dict[str, object], event: dict[str, object], does: bool) -> None:
    assert concerns(earlier, event) is does


def test_events_go_in_together_or_not_at_all() -> None:
    session = make_session()
    events = [pick(session, "A"), {"by": "B", "kind": "pick", "card": "nothing"}]
    wrong = refusal(session, NewEvents(events, 0))
    assert (wrong.status, wrong.code, wrong.at) == (422, "no-such-card", 1)
    session.refresh_from_db()
    assert session.version == 0 and not LedgerLine.objects.exists()


def test_a_key_counts_once() -> None:
    session = make_session()
    event = pick(session, "A")
    entry = NewEvents([event], 0, key="k1", scope="owner 1")
    assert enter(session, entry).last == 1
    put(session, pick(session, "B"))
    again = enter(session, entry)
    assert (again.first, again.last, again.is_again) == (1, 1, True)
    assert LedgerLine.objects.count() == 2 and IdempotentResponse.objects.count() == 1
    other = NewEvents([pick(session, "C")], 2, key="k1", scope="owner 1")
    assert refusal(session, other).code == "key-reused"
    assert enter(session, NewEvents([pick(session, "C")], 2, key="k1", scope="owner 2")).last == 3


@pytest.mark.parametrize("seen", [-1, 5])
def test_nobody_has_seen_what_is_not_there(seen: int) -> None:
    session = make_session()
    assert refusal(session, NewEvents([pick(session, "A")], seen)).code == "bad-request"


def test_the_kept_ledger_is_the_one_that_is_read_anew() -> None:
    session = in_games()
    warm = ledger_of(session).document()
    ledgers._ledgers.clear()
    assert ledger_of(MutationSession.objects.get()).document() == warm


def test_what_the_sender_entered_itself_stands_in_nobody_s_way() -> None:
    """A phone that was offline: all its events have seen the same number, and those it entered before are ``known``."""
    session = in_games()
    begun = session.version
    phone = Player(session, "D")
    events = [{"kind": "ready", "game": 1}, {"kind": "withdraw"}]
    assert phone.events(begun, events[0], seat="D", key="one").json()["last"] == begun + 1
    stale = phone.events(begun, events[1], seat="D", key="two")
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
    assert [event["n"] for event in stale.json()["between"]] == [begun + 1]
    response = phone.events(begun, events[1], seat="D", key="two", known=[begun + 1])
    assert response.status_code == 200 and response.json()["between"] == []


def test_what_is_known_covers_nothing_that_others_entered() -> None:
    session = in_games()
    begun = session.version
    phone = Player(session, "D")
    phone.events(begun, {"kind": "ready", "game": 1}, seat="D", key="one")
    put(session, {"by": "organiser", "for": "D", "kind": "withdraw"})
    response = phone.events(begun, {"kind": "withdraw"}, seat="D", key="two", known=[begun + 1])
    assert response.status_code == 409
    assert [event["n"] for event in response.json()["between"]] == [begun + 2]
