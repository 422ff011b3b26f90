"""The one-line notation and its form for web addresses: what they hold, and what they refuse."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks.formats import notation
from engine.decks.formats.interchange import read_position, write_position
from engine.decks.formats.notation import NotationError, json_to_text, parse, parse_to_json, write
from engine.kernel.errors import BadPosition, EngineError
from tests.engine.decks.helpers import CONTRACT
from tests.engine.decks.profiles import QUICK
from tests.engine.decks.strategies import CATALOGUE, positions
from tests.examples import examples

HEAD = "cod1 duel A summoning m3"
A = "A t3 [B x(c1 1/1)]"
B = "B t2 [B x(c1 1/1)]"
SMALL = f"{HEAD} | {A} | {B}"


CONDITIONS = (
    "and bastion and destroy B upper 0 in 2 or-sooner how-many no-incantations plays 2 fewest with Ogre(c4 3/5 berserk)"
    " without Bolt(c2 3 splash) keep bastion keep creatures"
)


def test_objectives_with_further_goals_and_conditions() -> None:
    line = write(parse(f"{SMALL} | objective A win {CONDITIONS}"))
    assert line.endswith(f"objective A win {CONDITIONS}")
    assert parse(line) == parse(f"{SMALL} | objective A win {CONDITIONS}")


def test_the_example_of_the_description() -> None:
    match = re.search(r"    (cod1 .*?)\n\n", str(notation.__doc__), re.DOTALL)
    assert match is not None
    text = match.group(1)
    position = parse(text, CATALOGUE)
    assert write(position) == " ".join(text.split())
    assert position.seats[0].hand[1].name == "Bolt" and position.seats[1].fort
    assert position.rows[3][0].enchained is not None and position.rows[0][0].damage == 1


# Every construct, in the way that it is written.
CANONICAL = [
    SMALL,
    f"cod1 ffa season-1 first:C exhaustion D end m0 | {A} | {B} | C t0 [F x(c1 1/1)] | D t99 [x(c1 1/1) B x(c1 1/1)]",
    f"cod1 teams B mana m0 | {A} | {B} | C t0 [F x(c1 1/1)] | D t0 [F x(c1 1/1)]",
    f"cod1 duel A over m0 | A t1 [x(c1 1/1) F] | {B} | result B fort-destroyed",
    f"cod1 duel A over m0 | A t1 [F] | {B} | result stronghold-alone",
    f"cod1 duel A over m0 | A t1 [F] | {B}",
    *(
        f"{SMALL} | objective A {goal} in 2"
        for goal in ("win", "bastion", "survive", "predict", "damage 5", "destroy B lower 0")
    ),
    f"{HEAD} | A t3 [z(c0 0/99 rage aura:rage) B y(c99 99) w(c1 1 splash mercenary){{sharpened}} @base/imp] | {B}",
    f"{HEAD} | {A} upper x(c1 1/9){{d8 sprint7 entered struck sharpened activated holds y(c1 1)}} | {B}",
    f"{HEAD} | {A} lower @base/imp | {B}",
    f"{HEAD} | {A} upper x(c1 1/1)+y(c1 1/1 symbiote) champion x(c1 1/1) ready | {B} champion @base/imp exhausted",
    f"{HEAD} | {A} upper x(c1 1/1){{champion}} champion x(c1 1/1) in-play | {B}",
    f"{HEAD} | {A} lower x(c1 1/1)+@my/tick{{d1 champion:symbiote holds @base/imp}} champion @my/tick in-play | {B}",
    f'{HEAD} | A t3 [""(c1 1/1) B "a b"(c1 1/1)] | {B}',
]
ODD_NAMES = [
    *(
        "",
        " ",
        "a b",
        "B",
        "F",
        "B-2",
        "upper",
        "t3",
        "m",
        "1x",
        "_x",
        "-x",
        "x-",
        "x--y",
        "Will-o'-the-wisp",
        "L\u2019Ours",
    ),
    *('say "no"', "back\\slash", "a|b", "(", "x(c1 1/1)", "]", "{d1}", "@base/imp", "a\nb", "\t", "\x00", "\x7f"),
    *(
        "\u2028",
        "\u0085",
        "\u200d",
        "\u202e",
        "\ufeff",
        "\u00a0",
        "É",
        "e\u0301",
        "東京",
        "😀",
        "👨\u200d👩",
        "🏳️",
        "ß",
        "٣",
        "x" * 60,
    ),
]
TICK = {"my/tick": {"name": "Tick", "type": "creature", "cost": 1, "av": 1, "hp": 2, "abilities": ["symbiote"]}}


@pytest.mark.parametrize("text", CANONICAL)
def test_canonical_text_comes_back(text: str) -> None:
    position = parse(text, {**CATALOGUE, **TICK})
    assert write(position) == text
    assert parse_to_json(text) == write_position(position)
    assert list(parse_to_json(text)) == list(write_position(position))


@pytest.mark.parametrize("name", ODD_NAMES, ids=ascii)
def test_any_name(name: str) -> None:
    data = parse_to_json(f"{SMALL} | objective A win in 1")
    data["players"]["A"]["hand"][1]["name"] = name
    data["players"]["B"]["upper"] = [{"card": {**data["players"]["A"]["hand"][1], "abilities": ["rage"]}}]
    text = json_to_text(data)
    assert parse_to_json(text) == data
    assert text.isprintable() and "\n" not in text
    assert write(parse(text)) == text
    assert parse(text).key() == read_position(data).key()


@settings(QUICK, max_examples=examples(200))
@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30), st.text(st.characters(exclude_categories=["Cs"]))
)
def test_any_name_and_reference(name: str, reference: str) -> None:
    data = parse_to_json(SMALL)
    data["players"]["A"]["hand"][1]["name"] = name
    data["players"]["B"]["upper"] = [{"card": reference, "enchained": reference}]
    assert parse_to_json(json_to_text(data)) == data


@settings(QUICK, max_examples=examples(60))
@given(positions())
def test_any_position(start: dict[str, Any]) -> None:
    position = read_position(start, CATALOGUE)
    text = write(position)
    assert parse_to_json(text) == write_position(position)
    assert parse_to_json(json_to_text(start)) == parse_to_json(text)
    assert write(parse(text, CATALOGUE)) == text
    assert json_to_text(parse_to_json(text)) == text


def test_the_contracts_positions() -> None:
    """All of them, whether the engine has their mode or not, and also the unsound ones that can be written."""
    cases = json.loads((CONTRACT / "cases.json").read_text(encoding="utf-8"))
    written = 0
    for case in cases:
        for data in (case["position"], case["expect"].get("position")):
            if data is None or "colour" in data:
                continue
            text = json_to_text(data)
            again = parse_to_json(text)
            assert json_to_text(again) == text
            for seat, player in data["players"].items():
                assert {**again["players"][seat], **player} == again["players"][seat]
            assert {**again, **data, "players": again["players"]} == again
            written += 1
    assert written > 150


# What people may type.
LAX = [
    (SMALL, SMALL.replace(" | ", "|")),
    (SMALL, f"  {SMALL.replace(' ', '  ')} \n"),
    (SMALL, SMALL.replace(" ", "\t")),
    (
        SMALL,
        f"cod1 duel season-2 first:A A summoning m03 | A [B x ( c01 1 / 1 )] t3 lower upper | {B}".replace("x (", "x("),
    ),
    (f"{HEAD.replace(' m3', ' m0')} | {A} | {B.replace('t2', 't0')}", f"cod1 duel A summoning | {A} | B [B x(c1 1/1)]"),
    (f"{HEAD} | {A} upper x(c1 1/3){{d2 struck}} | {B}", f"{HEAD} | {A} upper x(c1 1/3) {{ struck d2 }} | {B}"),
    (f"{HEAD} | {A} upper x(c1 1/3) | {B}", f"{HEAD} | {A} upper x(c1 1/3){{d0 sprint0}} | {B}"),
    (f"{HEAD} | {A} upper @base/imp | {B}", f'{HEAD} | {A} upper @"base/imp" | {B}'),
    (f"{HEAD} | {A} upper x(c1 1/1) | {B}", f'{HEAD} | {A} upper "\\u0078"(c1 1/1) | {B}'),
    (SMALL, f"{HEAD} | {B} | {A}"),
]


@pytest.mark.parametrize(("canonical", "typed"), LAX)
def test_typed_by_hand(canonical: str, typed: str) -> None:
    assert write(parse(typed, CATALOGUE)) == canonical


BY_AI = "B t1 ai [6+1 resistance splash protection] fort pile [x(c1 1/1) y(c1 1)] discard [@base/imp] upper z(c1 1/1)"


def test_the_seat_of_an_ai() -> None:
    text = f"cod1 solo A summoning m6 | {A} | {BY_AI}"
    data = parse_to_json(text)
    assert json_to_text(data) == text
    ai = {"fixed_mana": 6, "variable_mana": 1, "resistance": True, "abilities": ["splash", "protection"]}
    assert data["players"]["B"]["ai"] == ai
    assert (data["players"]["B"]["side"], data["players"]["B"]["discard"]) == ("fort", ["base/imp"])
    assert [card["name"] for card in data["players"]["B"]["pile"]] == ["x", "y"]
    least = parse_to_json(f"cod1 solo A summoning m6 | {A} | B ai [10+2]")["players"]["B"]
    ai = {"fixed_mana": 10, "variable_mana": 2, "resistance": False, "abilities": []}
    seat = {"turn": 0, "ai": ai, "side": "bastion", "pile": [], "discard": [], "upper": [], "lower": []}
    assert least == seat


# What was expected, and texts in which ``~`` stands before the sign that is wrong.
HAND = f"{HEAD} | A t3 ["
LINE = f"{HEAD} | A t3 upper "
NOT_NOTATION = [
    ("'cod1'", ["~", "~cod2 duel", "~Cod1 duel", " ~duel", "~cod1x", "~{}", "~\ufeff" + SMALL, "~\x00"]),
    ("a mode", ["cod1~", "cod1 ~", "cod1 ~| A", "cod1 ~Duel"]),
    ("the active seat", ["cod1 duel ~summoning", "cod1 duel ~AB summoning", "cod1 duel ~a mana", "cod1 duel ~-"]),
    ("the active seat", ["cod1 duel season-1 ~season-2", "cod1 duel ~exhaustio A"]),
    ("the phase", ["cod1 duel A ~m3", "cod1 duel A~", "cod1 duel A ~|"]),
    ("'|' or the end", [f"{HEAD} ~{A}", f"{HEAD} ~m4", f"{HEAD} ~junk", f"{HEAD} ~]"]),
    ("a seat", [f"{HEAD} |~", f"{HEAD} | ~a", f"{HEAD} | ~AB", f"{HEAD} | ~[B]", f"{HEAD} | ~players"]),
    ("a seat", [f"{HEAD} | {A} | result A draw | ~B", f"{HEAD} | objective A win in 1 | ~result A draw"]),
    ("a card, or a part of a seat", [f"{HEAD} | A ~{sign}" for sign in ("x", "B", "m3", "]", "deck", "x (c1 1/1)")]),
    ("something else than 'turn'", [f"{HEAD} | A t3 ~t4"]),
    ("something else than 'hand'", [f"{HEAD} | A t3 [B] ~[B]"]),
    ("something else than 'lower'", [f"{HEAD} | A lower x(c1 1/1) ~lower"]),
    ("something else than 'side'", [f"{HEAD} | A bastion ~fort"]),
    ("a seat that has not been", [f"{HEAD} | {A} | ~A"]),
    ("a card, 'B', 'F' or ']'", [f"{HAND}~{rest}" for rest in ("x]", "", "b]", "7]", "BB]", "x (c1 1/1)]", "x{}]")]),
    ("a card or ']'", [f"{HEAD} | A pile [~B]", f"{HEAD} | A discard [~", f"{HEAD} | A pile [x(c1 1/1) ~F]"]),
    ("a cost", [f"{HAND}x(~{rest}" for rest in (")]", "1 1/1)]", "c 1/1)]", "", "c1x 1/1)]")]),
    ("an attack value", [f"{HAND}x(c1 ~{rest}" for rest in ("a/1)]", "-1/1)]", "1x)]", "1rage)]", "/1)]")]),
    ("Health Points", [f"{HAND}x(c1 1/~{rest}" for rest in (")]", "-1)]", "٣)]", "1rage)]")]),
    ("an ability", [f"{HAND}x(c1 1/1 ~{rest}" for rest in ("Rage)]", "3)]", "]", "- )]")]),
    ("a name that ends", [f"{HAND}~{rest}" for rest in ('"x(c1 1/1)]', '"a\nb"(c1 1/1)]', '"')]),
    ("a name written as a JSON", [f'{HAND}~"\\x"(c1 1/1)]', f'{HAND}~"\\u12"(c1 1/1)]']),
    ("'('", [f'{HAND}"x"~]', f'{HAND}"x"~']),
    ("a reference", [f"{HAND}~@]", f"{HAND}~@(x)]"]),
    ("no mark on a reference", [f"{HAND}@base/imp~{{sharpened}}]"]),
    ("'sharpened'", [f"{HAND}x(c1 1){{~d1}}]", f"{HAND}x(c1 1){{~}}]"]),
    ("'}'", [f"{HAND}x(c1 1){{sharpened ~sharpened}}]"]),
    ("a mark", [f"{LINE}x(c1 1/1){{~{rest}" for rest in ("dd}", "-1}", "", "d}", "d1x}", "sprint}", "hold y}")]),
    ("something else than 'damage'", [f"{LINE}x(c1 1/1){{d1 ~d1}}"]),
    ("something else than 'champion'", [f"{LINE}x(c1 1/1){{champion ~champion:symbiote}}"]),
    (
        "a card",
        [
            f"{LINE}x(c1 1/1){{holds ~}}",
            f"{LINE}x(c1 1/1)+~",
            f"{LINE}x(c1 1/1)+ ~{{d1}}",
            f"{HEAD} | A champion ~ready",
        ],
    ),
    ("'ready'", [f"{HEAD} | A champion @base/imp~", f"{HEAD} | A champion @base/imp ~READY"]),
    ("'['", [f"{HEAD} | A ai ~6+1", f"{HEAD} | A pile ~x(c1 1/1)"]),
    ("the fixed Mana", [f"{HEAD} | A ai [~]", f"{HEAD} | A ai [~resistance]"]),
    ("'+'", [f"{HEAD} | A ai [6~]"]),
    ("the variable Mana", [f"{HEAD} | A ai [6+~]"]),
    ("a winner or a reason", [f"{HEAD} | result~", f"{HEAD} | result A ~F9", f"{HEAD} | result A ~| B"]),
    ("a seat", [f"{HEAD} | objective ~win in 1", f"{HEAD} | objective A destroy ~upper 0 in 1"]),
    ("a goal", [f"{HEAD} | objective A ~2"]),
    ("a number", [f"{HEAD} | objective A damage ~in 1"]),
    ("'upper' or 'lower'", [f"{HEAD} | objective A destroy B ~0 in 1"]),
    ("a position", [f"{HEAD} | objective A destroy B upper ~in 1"]),
    ("'in'", [f"{HEAD} | objective A win~", f"{HEAD} | objective A damage 4 ~on 1", f"{HEAD} | objective A win ~2"]),
    ("a number of turns", [f"{HEAD} | objective A win in~", f"{HEAD} | objective A win in ~x"]),
]


@pytest.mark.parametrize(("expected", "marked"), [(expected, text) for expected, some in NOT_NOTATION for text in some])
def test_no_notation(expected: str, marked: str) -> None:
    column, text = marked.index("~") + 1, marked.replace("~", "", 1)
    for read in (parse, parse_to_json):
        with pytest.raises(NotationError) as refused:
            read(text)
        wrong = refused.value
        assert wrong.code == "bad-position" and wrong.at is None
        assert wrong.message.startswith(f"column {column}: expected {expected}") and wrong.column == column
        assert "found " in wrong.message and wrong.message.isascii()


def test_faults_of_the_position_are_all_named() -> None:
    with pytest.raises(BadPosition) as refused:
        parse(f"cod1 chess A summoning m3 | A t3 [B x(c100 1/1 flying)] upper x(c1 1/1){{d1}} | {B}")
    assert not isinstance(refused.value, NotationError)
    names = [fault.name for fault in refused.value.faults]
    assert names == ["unknown-value", "out-of-range", "unknown-ability", "damage-too-high"]


@pytest.mark.parametrize("digits", [1, 9, 10, 4300, 4301, 60_000])
def test_long_numbers(digits: int) -> None:
    text = SMALL.replace("m3", "m" + "9" * digits)
    if digits > 4300:
        with pytest.raises(NotationError) as refused:
            parse_to_json(text)
        assert refused.value.column == 23
    elif digits > 9:
        with pytest.raises(BadPosition):
            parse(text)
    else:
        assert write(parse(text)) == text


@st.composite
def damaged_texts(draw: st.DrawFn) -> str:
    """Notation in which something is left out, put in or repeated."""
    text = draw(st.sampled_from([*CANONICAL, f"cod1 solo A summoning m6 | {A} | {BY_AI}"]))
    start, end = sorted(draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    put = draw(
        st.one_of(st.text(max_size=3), st.sampled_from(['"', "(", "{", "[", "|", "+", "@", "B", "holds ", "\\"]))
    )
    return text[:start] + put + draw(st.sampled_from(["", text[start:end], text[start:end] * 2])) + text[end:]


@settings(QUICK, max_examples=examples(400))
@given(damaged_texts())
def test_damaged_text(text: str) -> None:
    """It is read, or refused in one of the two ways."""
    try:
        position = parse(text)
    except EngineError as wrong:
        assert wrong.code == "bad-position"
    else:
        assert parse(write(position)).key() == position.key()


@pytest.mark.parametrize("text", ["x" * 60_000, '"' * 60_000, "(" * 60_000, SMALL + " " * 60_000, SMALL + "|" * 60_000])
def test_long_text(text: str) -> None:
    for given_text in (text, f"{HEAD} | A [{text}", f"{HEAD} | {A} upper {text}"):
        try:
            parse(given_text)
        except EngineError as wrong:
            assert len(wrong.message) < 300


UNWRITABLE: list[Any] = [
    *(None, 1, "x", [], {}, {"active": "A", "phase": "mana"}, {"active": "A", "phase": "mana", "players": []}),
    {"active": "A", "phase": "mana", "players": {"E": {}}},
    {"active": "A b", "phase": "mana", "players": {}},
    {"active": "A", "phase": "x y", "players": {}},
    {"active": "A", "phase": "mana", "mana": -1, "players": {}},
    {"active": "A", "phase": "mana", "players": {"A": {"hand": [{}]}}},
    {"active": "A", "phase": "mana", "players": {"A": {"pile": []}}},
    {"active": "A", "phase": "mana", "players": {}, "objective": {"player": "A", "goal": {}, "turns": 1}},
    {"active": "A", "phase": "mana", "players": {}, "result": {"winners": "A", "reason": ""}},
]


@pytest.mark.parametrize("data", UNWRITABLE)
def test_what_cannot_be_written(data: Any) -> None:
    with pytest.raises(BadPosition):
        json_to_text(data)
