"""Documents and requests that are none: each is refused with its place, and nothing else ever happens."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks.cli.session import reply
from engine.decks.sessions import BadSession, SessionLedger, answer, read_header
from engine.decks.sessions.session_errors import MESSAGES
from engine.kernel.errors import EngineError
from engine.kernel.requests import parse_json
from tests.engine.decks.profiles import QUICK
from tests.engine.decks.sessions.random_ledgers import header, ledger_at_random
from tests.engine.decks.test_junk import JUNK, places, resolves
from tests.examples import examples

DOCUMENT = {"format": "clash-session/1", "header": header(random.Random(1)), "events": []}
DOCUMENT["header"]["sets"][0]["cards"][0] |= {"type": "creature", "hp": 3}  # type: ignore[index]
CARD = "/header/sets/0/cards/0"
REFERENCE = "other/card"
CATALOGUE = {REFERENCE: {"name": "Other", "type": "creature", "cost": 1, "av": 1, "hp": 1}}
CREATURE = {"name": "New", "type": "creature", "cost": 1, "av": 1, "hp": 1}


def changed(pointer: str, value: Any = ...) -> dict[str, Any]:
    """The document with another value at a place, or without it."""
    document: Any = copy.deepcopy(DOCUMENT)
    part, (*keys, last) = document, [int(key) if key.isdigit() else key for key in pointer.split("/")[1:]]
    for key in keys:
        part = part[key]
    if value is ...:
        del part[last]
    else:
        part[last] = value
    return dict(document)


def events(*numbers: Any) -> list[Any]:
    return [{"n": number, "by": "A", "kind": "withdraw"} for number in numbers]


WRONG: list[tuple[str, str, Any]] = [
    ("/format", "/format", "clash-session/2"),
    ("/format", "", ...),
    ("/more", "/more", 1),
    ("/header", "/header", []),
    ("/header", "", ...),
    ("/events", "", ...),
    ("/events", "/events", {}),
    ("/events", "/events", [{}] * 2001),
    ("/events", "/events/0", ["pick"]),
    *(("/events", "/events/0/n", events(number)) for number in (0, 2, True, 1.0, "1", None, [1], 10**400)),
    ("/events", "/events/1/n", events(1, 1)),
    ("/events", "/events/1/n", events(1, 3)),
    ("/events", "/events/0/n", [{"by": "A", "kind": "withdraw"}]),
    ("/header/more", "/header/more", 1),
    *(("/header/name", "/header/name", name) for name in (None, 5, "x" * 61, "\ud800")),
    *(("/header/edition", "/header/edition", edition) for edition in (None, "season-3", 2, ["season-2"])),
    ("/header/players", "/header", ...),
    ("/header/players", "/header/players", ["Ada", "Ben", "Cleo", "Dan"]),
    ("/header/players/D", "/header/players", ...),
    ("/header/players/E", "/header/players/E", "Eve"),
    *(("/header/players/B", "/header/players/B", name) for name in (None, "", 7, "x" * 61, "\udfff")),
    ("/header/sets/1", "/header/sets", ...),
    ("/header/sets", "/header/sets", {"one": []}),
    ("/header/sets/0", "/header/sets/0", "one"),
    ("/header/sets/1/slug", "/header/sets/1/slug", "one"),
    ("/header/sets/1/slug", "/header/sets/1", ...),
    *(("/header/sets/1/slug", "/header/sets/1/slug", slug) for slug in ("", None, "x" * 61)),
    ("/header/sets/1/name", "/header/sets/1/name", "x" * 61),
    ("/header/sets/1/colour", "/header/sets/1/colour", "red"),
    ("/header/sets/1/cards", "/header/sets/1/cards", None),
    ("/header/sets/1/cards", "/header/sets", []),
    ("/header/sets/1/cards/5", "/header/sets", ...),
    (CARD, CARD, REFERENCE + "s"),
    (CARD, CARD, 5),
    *((f"{CARD}/id", f"{CARD}/id", card_id) for card_id in ("", "Ox", "a b", "x" * 121, "ox\n", "é", 5, None)),
    (f"{CARD}/id", "/header/sets/0/cards/1", "card/1"),
    (f"{CARD}/id", CARD, ...),
    (f"{CARD}/sharpened", f"{CARD}/sharpened", False),
    *((f"{CARD}/name", f"{CARD}/name", name) for name in ("", "x" * 61, None, "\ud800")),
    *((f"{CARD}/cost", f"{CARD}/cost", cost) for cost in (-1, 100, 1.0, "1", True, None, 10**400)),
    *((f"{CARD}/hp", f"{CARD}/hp", hp) for hp in (0, 100, None)),
    (f"{CARD}/abilities", f"{CARD}/abilities", ["rage", "rage"]),
    (f"{CARD}/abilities", f"{CARD}/abilities/0", ["aim"]),
    (f"{CARD}/abilities", f"{CARD}/abilities/1", ["rage", "aura:aura:rage"]),
    (f"{CARD}/type", f"{CARD}/hp", "incantation"),
    (CARD, "/header/sets/0/cards/1", {**DOCUMENT["header"]["sets"][0]["cards"][1], "id": "twin"}),  # type: ignore[index]
    ("/header/deal", "/header", ...),
    ("/header/deal", "/header/deal", {}),
    ("/header/deal", "/header/deal", {"seed": 1, "hands": {}}),
    ("/header/deal", "/header/deal/cut", {"cut": 1}),
    *(("/header/deal", "/header/deal/seed", {"seed": seed}) for seed in (-1, 1 << 128, True, 1.0, "1", None)),
    ("/header/deal/drafted/A/0", "/header/deal/drafted/A/0", "unicorn"),
    ("/header/deal/drafted/A/0", "/header/deal/drafted/A/1", "card/1"),
    ("/header/deal/drafted/B/0", "/header/deal/drafted/B/0", "card/1"),
    ("/header/deal/drafted/B/0", "/header/deal/drafted/B/0", {"id": "card/16"}),
    ("/header/deal/drafted/B/0", "/header/deal/drafted/B", ...),
    ("/header/deal/drafted/B", "/header/deal/drafted", ...),
    ("/header/deal/drafted/B", "/header/deal/drafted/B", "card/16"),
    ("/header/prices", "/header/prices", []),
    ("/header/prices", "/header/prices", {}),
    ("/header/prices", "/header/prices/more", {"source": "s", "more": {}}),
    *(("/header/prices", "/header/prices/source", {"source": source}) for source in ("", None, 5, "x" * 201)),
    ("/header/prices", "/header/prices/values", {"source": "s", "values": None}),
    ("/header/prices", "/header/prices/covering", {"source": "s", "covering": []}),
    *(
        ("/header/prices", f"/header/prices/values/{name}", {"source": "s", "values": {name: 1}})
        for name in ("av-1", "hp-1", "av+0", "av+01", "av+100", "cost+", "cost", "av+1 ", "av+\u0661", "AV+1", "")
    ),
    *(
        ("/header/prices", f"/header/prices/abilities/{name}", {"source": "s", "abilities": {name: 1}})
        for name in ("aura:rage", "aim", "Rage", "")
    ),
    *(
        ("/header/prices", "/header/prices/covering/rage", {"source": "s", "covering": {"rage": price}})
        for price in (-1, -0.01, 99.01, 100, 0.001, 0.125, 1e-9, True, None, "1", float("nan"), float("inf"), 10**400)
    ),
]


@pytest.mark.parametrize(("pointer", "at", "value"), WRONG)
def test_what_is_no_session(pointer: str, at: str, value: Any) -> None:
    document = changed(pointer, value)
    with pytest.raises(BadSession) as wrong:
        SessionLedger.open(document, CATALOGUE)
    assert (wrong.value.code, wrong.value.at) == ("bad-session", at)
    assert wrong.value.message and wrong.value.to_json()["at"] == at


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        ("/header/name", ""),
        ("/header/name", "x" * 60),
        ("/header/players/A", "Ben"),
        ("/header/edition", "season-2"),
        ("/header/sets/0/slug", "x" * 60),
        ("/header/sets/0/name", ""),
        (f"{CARD}/cost", 99),
        ("/header/prices", None),
        ("/header/prices", {"source": "x" * 200}),
        ("/header/prices", {"source": "s", "values": {"cost+99": 99, "av+1": 0, "hp+10": 0.29, "cost-1": 99.0}}),
        ("/header/deal", {"seed": (1 << 128) - 1}),
        ("/header/deal", {"hands": DOCUMENT["header"]["deal"]["drafted"]}),  # type: ignore[index]
    ],
)
def test_what_is_one(pointer: str, value: Any) -> None:
    assert answer(SessionLedger.open(changed(pointer, value)))["faults"] == []


def test_references_are_their_own_ids() -> None:
    document = changed("/header/deal", {"seed": 0})
    document["header"]["sets"][0]["cards"].append(REFERENCE)
    ledger = SessionLedger.open(document, CATALOGUE)
    assert ledger.header.card(REFERENCE).name == "Other"
    assert ledger.header.cards[REFERENCE].set_slug == "one"
    wrong = {REFERENCE: {**CATALOGUE[REFERENCE], "cost": 100}}
    with pytest.raises(BadSession) as refused:
        SessionLedger.open(document, wrong)
    assert refused.value.at == "/header/sets/0/cards/32/cost"
    document["header"]["sets"][1]["cards"].append({**CREATURE, "name": "Other", "id": "same-face"})
    with pytest.raises(BadSession) as refused:
        SessionLedger.open(document, CATALOGUE)
    assert refused.value.at == "/header/sets/1/cards/32"


def test_a_header_by_itself() -> None:
    assert read_header(DOCUMENT["header"]).players == ("Ada", "Ben", "Cleo", "Dan")
    with pytest.raises(BadSession):
        read_header({})


def test_all_faults_at_once() -> None:
    document = changed("/header/players/A", "")
    document["more"] = 1
    with pytest.raises(BadSession) as wrong:
        SessionLedger.open(document)
    assert [fault.at for fault in wrong.value.faults] == ["/more", "/header/players/A"]


@pytest.mark.parametrize(
    ("request_", "at"),
    [
        ({"session": {}, "legal": "E"}, "/legal"),
        ({"session": {}, "legal": "AB"}, "/legal"),
        ({"session": {}, "legal": ["A"]}, "/legal"),
        ({"session": {}, "legal": True}, "/legal"),
        ({"session": {}, "more": 1}, "/more"),
        ({"session": {}, "a/b": 1}, "/a~1b"),
    ],
)
def test_what_is_no_request(request_: Any, at: str) -> None:
    with pytest.raises(EngineError) as wrong:
        reply(request_, {})
    assert (wrong.value.code, wrong.value.at) == ("bad-request", at)


@pytest.mark.parametrize("data", [None, [], "session", 5, {}, {"legal": "A"}, {"session": None}, {"session": []}])
def test_what_holds_no_document(data: Any) -> None:
    with pytest.raises(EngineError) as wrong:
        reply(data, {})
    assert wrong.value.code == "bad-session"


@settings(QUICK, max_examples=examples(100))
@given(st.data())
def test_junk_anywhere_is_refused_or_read(data: st.DataObject) -> None:
    """A ledger with junk somewhere: a fault, a ``bad-session`` with a place, or a session; never anything else."""
    document = ledger_at_random(data.draw(st.integers(0, 5)), 9).document()
    every = places(document)
    shallow = [path for path in every if path[:2] != ("header", "sets")]
    path = data.draw(st.sampled_from(shallow if data.draw(st.integers(0, 3)) else every))
    junk = data.draw(JUNK)
    if path:
        document = copy.deepcopy(document)
        part: Any = document
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = junk
    else:
        document = junk
    try:
        session = reply(document, {})
    except EngineError as wrong:
        assert wrong.code in ("bad-session", "bad-request")
        assert isinstance(wrong.at, str) and resolves(document, wrong.at)
        return
    json.dumps(session)
    assert {fault["code"] for fault in session["faults"]} <= set(MESSAGES)


@pytest.mark.parametrize("text", ["{", '{"format": NaN}', "[" * 100_000, '{"n": ' + "9" * 5000 + "}", "\ud800"])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(EngineError) as wrong:
        parse_json(text)
    assert wrong.value.code == "bad-json"
