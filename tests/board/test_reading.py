"""Positions as people paste them: every form, with what chats, mails and word processors put around and into them."""

import html
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from board.forms import PositionForm
from board.reading import read_written
from board.samples import all_samples
from engine.decks.formats import compact, notation
from engine.decks.formats.interchange import write_position
from engine.decks.formats.notation import NotationError
from engine.kernel.errors import BadPosition, EngineError
from tests.examples import examples

SAMPLE = all_samples()[0]
WRITTEN = write_position(SAMPLE.position)
PACKED = compact.pack(SAMPLE.position)
LINE: Final = "cod1 duel A summoning m4 | A t2 [B Ox(c3 2/4) Ant(c1 1/1)] | B t1 [B Hex(c2 1)]"
NAMED: Final = (
    'cod1 duel A summoning m4 | A t2 [B "Old Tom"(c3 2/4) Will-o-wisp(c1 1/1)] upper "a|b [c]"(c1 1/1) | B t1 [B]'
)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(WRITTEN),
        json.dumps({"position": WRITTEN}),
        notation.write(SAMPLE.position),
        compact.pack(SAMPLE.position),
    ],
    ids=["json", "request", "notation", "packed"],
)
def test_every_form_of_a_position_is_read(text: str) -> None:
    written = read_written(text)
    assert written.position().key() == SAMPLE.position.key()
    assert written.actions == ()


def test_a_request_brings_its_actions() -> None:
    written = read_written(json.dumps({"position": WRITTEN, "actions": [{"do": "assault"}]}))
    assert written.actions == ({"do": "assault"},)


def test_the_faults_of_a_request_are_counted_from_its_top() -> None:
    with pytest.raises(BadPosition) as caught:
        read_written(json.dumps({"position": {**WRITTEN, "active": "Z", "mana": -1}})).position()
    assert [fault.at for fault in caught.value.faults] == ["/position/active", "/position/mana"]


def test_the_faults_of_a_bare_position_are_counted_from_it() -> None:
    with pytest.raises(BadPosition) as caught:
        read_written(json.dumps({**WRITTEN, "active": "Z"})).position()
    assert [fault.at for fault in caught.value.faults] == ["/active"]


@pytest.mark.parametrize("text", ["{", "[1,", "cod2 duel", "hello", "1AAAA", "[" * 100_000, '{"a": NaN}'])
def test_what_is_no_position_is_an_error_of_the_engine(text: str) -> None:
    with pytest.raises(EngineError):
        read_written(text).position()


def test_a_slip_in_the_notation_has_a_column() -> None:
    with pytest.raises(NotationError) as caught:
        read_written("cod1 duel A summoning | A t1 [B Ogre(c4 x)]").position()
    assert caught.value.column > 1


WRAPPED: Final[dict[str, Callable[[str], str]]] = {
    "byte order mark": lambda line: "\ufeff" + line,
    "code fence": lambda line: f"```\n{line}\n```",
    "code fence with a language": lambda line: f"```text\r\n{line}\r\n```\r\n",
    "code fence on one line": lambda line: f"```{line}```",
    "code fence that does not end": lambda line: f"```\n{line}\n",
    "code fence among words": lambda line: f"What now?\n```\n{line}\n```\nI see nothing.",
    "tildes": lambda line: f"~~~\n{line}\n~~~",
    "backticks": lambda line: f"`{line}`",
    "two backticks": lambda line: f"`` {line} ``",
    "straight quotes": lambda line: f'"{line}"',
    "a JSON string": json.dumps,
    "single quotes": lambda line: f"'{line}'",
    "curly quotes": lambda line: f"\u201c{line}\u201d",
    "French quotes": lambda line: f"\u00ab\u00a0{line}\u00a0\u00bb",
    "German quotes": lambda line: f"\u201e{line}\u201c",
    "a spoiler": lambda line: f"||{line}||",
    "bold": lambda line: f"**{line}**",
    "a quoted mail": lambda line: "> " + line.replace(" | ", " |\n> "),
    "a mail quoted twice": lambda line: ">> " + line.replace(" | ", " |\n>> "),
    "lines wrapped": lambda line: line.replace(" ", "\n"),
    "Windows lines": lambda line: line.replace(" | ", "\r\n| "),
    "a line separator": lambda line: line.replace(" | ", "\u2028| "),
    "escaped signs": lambda line: line.replace("|", "\\|").replace("[", "\\[").replace("_", "\\_"),
    "all signs escaped": lambda line: "".join(f"\\{sign}" if sign in "|[]()-_*+" else sign for sign in line),
    "HTML": html.escape,
    "HTML twice": lambda line: html.escape(html.escape(line)),
    "no-break spaces": lambda line: line.replace(" | ", "\u00a0|\u202f"),
    "wide spaces": lambda line: line.replace(" | ", "\u3000|\u2003"),
    "zero width": lambda line: "\u200b" + line.replace(" | ", "\u200b | \u2060") + "\u200d",
    "soft hyphens": lambda line: line.replace("summoning", "sum\u00admon\u00ading"),
    "dashes": lambda line: line.replace("o-w", "o\u2011w"),
    "a sentence's end": lambda line: line + " .",
    "a capital": lambda line: "C" + line[1:],
    "words before": lambda line: f"Position: {line}",
    "marks of direction": lambda line: f"\u200e{line}\u200f",
    "a fence of escaped signs in a quote": lambda line: "> ```\n> " + line.replace("|", "\\|") + "\n> ```",
}


@pytest.mark.parametrize("line", [LINE, NAMED], ids=["plain", "with names in quotes"])
@pytest.mark.parametrize("wrap", WRAPPED.values(), ids=WRAPPED)
def test_a_line_is_read_whatever_it_came_through(wrap: Callable[[str], str], line: str) -> None:
    assert read_written(wrap(line)).data == notation.parse_to_json(line)


def test_quotes_of_word_processors_are_read_where_nothing_else_can_be_meant() -> None:
    assert read_written(NAMED.replace('"Old Tom"', "\u201cOld Tom\u201d")).data == notation.parse_to_json(NAMED)
    text = json.dumps(WRITTEN).replace('"', "\u201d")
    assert read_written(text).data == WRITTEN


ADDRESSES: Final = (
    f"http://127.0.0.1:8000/board/?p={PACKED}&a=&step=0",
    f"https://example.org/fr/board/?p={PACKED}",
    f"example.org/editor/?p={PACKED}.",
    f"/board/?p={PACKED}",
    f"<https://example.org/board/?p={PACKED}>",
    f"(see https://example.org/board/?p={PACKED}).",
    f"https://example.org/board/?utm_source=chat&amp;p={PACKED}&amp;step=3",
    f"[this one](https://example.org/board/?p={PACKED})",
    f"Look: https://example.org/board/?p={PACKED}, what now?",
    f"https://example.org/board/?p={PACKED[:40]}\n{PACKED[40:]}",
    f"https://example.org/board?p={PACKED}#step",
    f"https://example.org/under/a/prefix/board/?p={PACKED}",
    f"`https://example.org/rulings/questions/?p={PACKED}`",
    f"\ufeff{PACKED}\n",
    f"\u201c{PACKED}\u201d",
)


@pytest.mark.parametrize("text", ADDRESSES)
def test_an_address_of_this_site_is_taken_apart(text: str) -> None:
    assert read_written(text).position().key() == SAMPLE.position.key()


def test_an_address_brings_its_actions_and_that_of_a_lesson_its_own() -> None:
    assert read_written(f"https://x.org/board/?p={PACKED}&a=2.upper%3Bassault").actions == ("2.upper", "assault")
    lesson = read_written(f"https://x.org/fr/board/?sample={SAMPLE.slug}")
    assert lesson.position().key() == SAMPLE.position.key()
    assert lesson.actions == SAMPLE.actions


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"https://example.org/board/?p={PACKED[:-9]}", "incomplete or changed"),
        (PACKED[:-9], "incomplete or changed"),
        ("https://example.org/board/", "isn't JSON, notation or a link"),
        ("https://example.com/watch?v=1S85PMVRIKU3NUXBUKC7", "isn't JSON, notation or a link"),
        ("What is played here?", "isn't JSON, notation or a link"),
        (LINE.replace("c3", "x3"), "from column 39"),
        (f"`{LINE.replace('c3', 'x3')}`", "from column 40"),
    ],
)
def test_what_cannot_be_read_is_called_what_it_is(text: str, words: str) -> None:
    form = PositionForm({"position_text": text})
    assert not form.is_valid()
    assert [words in complaint.text for complaint in form.complaints] == [True]


NAMES = st.text(min_size=1, max_size=60).filter(str.isprintable) | st.text(
    st.sampled_from("aB|[](){}\"'`\\\u2019\u201c\u201d\u00ab\u2011\u200b\u00a0\ufeff&;>*_~. -"), min_size=1, max_size=20
)


def _named(name: str) -> dict[str, Any]:
    card = {"name": name, "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []}
    players = {"A": {"turn": 1, "hand": ["bastion", card], "upper": [], "lower": []}}
    players["B"] = {"turn": 1, "hand": ["bastion"], "upper": [{"card": card}], "lower": []}
    return {**WRITTEN, "mode": "duel", "active": "A", "phase": "summoning", "mana": 1, "players": players}


@settings(max_examples=examples(200), deadline=None)
@given(NAMES)
def test_names_of_any_signs_are_never_changed(name: str) -> None:
    written = _named(name)
    for text in (json.dumps(written), json.dumps(written, ensure_ascii=False), notation.json_to_text(written)):
        assert read_written(text).data["players"]["B"]["upper"][0]["card"]["name"] == name
        assert read_written(f"\ufeff```\n{text}\n```").data["players"]["A"]["hand"][1]["name"] == name


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(st.sampled_from(list(WRAPPED.values())), min_size=1, max_size=2), st.sampled_from(["\n", " ", ""]))
def test_what_chats_do_can_come_together(wraps: list[Callable[[str], str]], end: str) -> None:
    text = LINE
    for wrap in wraps:
        text = wrap(text)
    assert read_written(text + end).data == notation.parse_to_json(LINE)


@settings(max_examples=examples(200), deadline=None)
@given(st.text(max_size=300) | st.text(st.sampled_from("`>*|\"'([<&;\\ \ncod1/?p="), max_size=300))
def test_whatever_is_pasted_is_read_or_refused(text: str) -> None:
    with suppress(EngineError):
        read_written(text).position()


@pytest.mark.parametrize("sign", ["`", ">", '"', "(", ".", " ", "\u200b", "&amp;", "\\", "/", "~", "a/"])
def test_heaps_of_signs_take_no_time(sign: str) -> None:
    with pytest.raises(EngineError):
        read_written(sign * (200_000 // len(sign)) + "x")


@pytest.mark.django_db
def test_the_box_of_the_board_takes_its_own_address(client: Client) -> None:
    response = client.post("/board/position/", {"position_text": f"http://127.0.0.1:8000/board/?p={PACKED}&a=&step=0"})
    assert response.status_code == 302
    assert PACKED in response["Location"]
