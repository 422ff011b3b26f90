"""The CSV tables: their columns, what stands in them, and that no cell is a formula."""

from __future__ import annotations

import csv
import io
from typing import Any

from engine.decks.sessions import SessionLedger, answer, decks_csv, games_csv, ledger_csv, standings_csv
from tests.engine.decks.sessions.contract_cases import BOOK, CASES, document_of
from tests.engine.decks.sessions.random_ledgers import ledger_at_random, opened

MUTATION = {"by": "A", "kind": "mutate", "game": 1, "card": "ox", "element": "av", "from": "wolf"}
OVER = {**MUTATION, "card": "guard", "element": "sprint", "covers": ["rage"]}


def rows(table: str) -> list[dict[str, str]]:
    """The rows of a table, which is UTF-8 with a mark and whole lines."""
    assert table.startswith("\ufeff") and table.endswith("\r\n")
    table.encode()
    return list(csv.DictReader(io.StringIO(table[1:], newline="")))


def case(name: str) -> SessionLedger:
    """The ledger of a case of the contract."""
    return SessionLedger.open(document_of(next(case for case in CASES if case["id"] == name)))


def in_games(*events: dict[str, Any], name: str = "") -> SessionLedger:
    head = BOOK["headers"]["drafted"]
    if name:
        head = {**head, "players": {**head["players"], "A": name}}
    return opened(head, [*BOOK["preludes"]["decks"], *events])


def test_decks() -> None:
    table = rows(decks_csv(in_games(MUTATION, OVER)))
    assert len(table) == 64
    first = ("seat", "player", "pile", "place", "id", "set", "name", "type", "printed_cost", "printed_av", "printed_hp")
    last = ("printed_abilities", "cost", "av", "hp", "abilities", "patches", "points", "cut", "left")
    assert tuple(table[0]) == first + last
    ox, guard = table[:2]
    assert ox == {
        **{"seat": "A", "player": "Ada", "pile": "deck", "place": "1", "id": "ox", "set": "ember", "name": "Ox"},
        **{"type": "creature", "printed_cost": "4", "printed_av": "3", "printed_hp": "3", "printed_abilities": ""},
        **{"cost": "4", "av": "4", "hp": "3", "abilities": "", "patches": "5 av wolf", "points": "1"},
        **{"cut": "", "left": ""},
    }
    assert (guard["abilities"], guard["patches"], guard["points"]) == ("defender sprint", "6 sprint wolf", "1.5")
    bolt = table[7]
    assert (bolt["type"], bolt["printed_hp"], bolt["hp"], bolt["printed_abilities"]) == (
        "incantation",
        "",
        "",
        "splash",
    )
    wolf = table[8]
    assert (wolf["pile"], wolf["place"], wolf["id"]) == ("laboratory", "1", "wolf")
    assert (wolf["cut"], wolf["left"], wolf["patches"], wolf["cost"]) == (
        "5 av ox; 6 sprint guard",
        "cost hp rage",
        "",
        "",
    )
    assert [row["seat"] for row in table[::16]] == ["A", "B", "C", "D"]


def test_the_ledger_tells_originals_parts_and_corrections() -> None:
    ledger = case("corrections-what-was-forgotten")
    table = rows(ledger_csv(ledger))
    actual = [(row["n"], row["part"], row["kind"], row["in_force"], row["corrected_by"]) for row in table[4:]]
    assert actual == [
        ("5", "0", "mutate", "yes", ""),
        ("6", "0", "ready", "no", "9"),
        ("6", "0", "mutate", "yes", ""),
        ("6", "1", "ready", "yes", ""),
        ("7", "0", "ready", "yes", ""),
        ("8", "0", "result", "yes", ""),
        ("9", "0", "correct", "yes", ""),
    ]
    assert [row["price"] for row in table[4:8]] == ["1", "", "0.5", ""]
    assert (table[-1]["event"], table[-1]["reason"], table[-1]["seat"]) == ("6", "typed wrongly", "")
    assert table[0]["cards"] == "ox guard sellsword shade herald whisperer giant bolt"


def test_the_ledger_names_faults() -> None:
    table = rows(ledger_csv(case("corrections-cut-earlier-after-all")))
    faulty = [(row["n"], row["fault"], row["since"], row["price"]) for row in table if row["fault"]]
    assert faulty == [("10", "element-already-cut", "11", "")]
    taken_out = rows(ledger_csv(case("corrections-taken-out")))
    assert [row["in_force"] for row in taken_out if row["n"] == "5"] == ["no"]


def test_every_event_has_its_rows() -> None:
    """Of ledgers at random: each number is there, each fault, and each price once."""
    for seed in range(6):
        ledger = ledger_at_random(seed, 100)
        table = rows(ledger_csv(ledger))
        assert {int(row["n"]) for row in table} == set(range(1, len(ledger) + 1))
        faults = [(int(row["n"]), int(row["part"]), row["fault"]) for row in table if row["fault"]]
        assert faults == [(fault.n, fault.part, fault.code) for fault in ledger.faults]
        patches = [patch for sheet in ledger.state.seats for card in sheet.deck for patch in card.patches]
        prices = [float(row["price"]) for row in table if row["price"]]
        assert sorted(prices) == sorted(float(patch.price) for patch in patches)


def test_standings_and_games() -> None:
    ledger = case("withdrawals-before-half")
    table = rows(standings_csv(ledger))
    assert table[0] == {
        **{"place": "1", "tied": "yes", "seat": "A", "player": "Ada", "games": "0", "wins": "0", "losses": "0"},
        **{"unconfirmed": "0", "withdrawn": "no", "final": "no"},
    }
    assert (table[3]["place"], table[3]["withdrawn"], table[3]["tied"]) == ("", "yes", "no")
    games = rows(games_csv(case("results-ruling-an-open-game")))
    assert games[0] == {
        **{"game": "1", "round": "1", "table": "1", "first": "A", "second": "D", "status": "ruled", "winner": "D"},
        **{"claimed": "", "reported_by": "", "first_spent": "1", "first_lost": "1.5"},
        **{"second_spent": "0", "second_lost": "2.5"},
    }
    assert [row["status"] for row in games[1:]] == ["open"] * 11
    assert len(games) == len(answer(ledger)["state"]["games"])


def test_no_cell_is_a_formula() -> None:
    """Names, reasons and junk from elsewhere begin with what a spreadsheet reckons with."""
    for start in "=+-@\t\r":
        name = f'{start}1+1,"x"\r\ny'
        ledger = in_games({"by": "A", "kind": "withdraw", "reason": name}, {"by": name, "kind": name}, name=name)
        assert rows(decks_csv(ledger))[0]["player"] == "'" + name
        assert rows(standings_csv(ledger))[0]["player"] != name
        lines = rows(ledger_csv(ledger))
        assert [row["reason"] for row in lines[-2:]] == ["'" + name, ""]
        assert (lines[-1]["by"], lines[-1]["kind"]) == ("'" + name, "'" + name)


def test_malformed_events_bring_no_columns_of_their_own() -> None:
    ledger = in_games({"by": "A", "kind": 7, "price": 3, "fault": "none", "in_force": "no", "covers": [1], "game": {}})
    row = rows(ledger_csv(ledger))[-1]
    assert (row["kind"], row["price"], row["fault"], row["in_force"]) == ("7", "", "bad-event", "yes")
    assert (row["covers"], row["game"]) == ("", "")
