"""Positions in web addresses: what comes back, and what is refused."""

from __future__ import annotations

import base64
import json
import re
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decks.formats.compact import MAX_LENGTH, MAX_TEXT, pack, unpack
from engine.decks.formats.interchange import read_position
from engine.decks.formats.notation import json_to_text, parse, parse_to_json, write
from engine.kernel.errors import EngineError
from tests.engine.decks.helpers import CONTRACT
from tests.engine.decks.profiles import QUICK
from tests.engine.decks.strategies import CATALOGUE
from tests.engine.decks.test_notation import CANONICAL, SMALL, TICK, damaged_texts
from tests.examples import examples


def packed(data: bytes) -> str:
    """Any bytes in the way that ``pack`` spells a position."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return "1" + base64.urlsafe_b64encode(compressor.compress(data) + compressor.flush()).rstrip(b"=").decode()


GOOD = packed(SMALL.encode())


def deflated(data: bytes) -> bytes:
    return base64.urlsafe_b64decode(packed(data)[1:] + "==")


def spelled(data: bytes) -> str:
    return "1" + base64.urlsafe_b64encode(data).rstrip(b"=").decode()


HOSTILE = {
    "nothing": "",
    "the version only": "1",
    "another version": "2" + GOOD[1:],
    "no version": GOOD[1:],
    "white space": GOOD + "\n",
    "padding": GOOD + "=",
    "the other alphabet": "1+/+/",
    "letters of other scripts": "1٣٣é",
    "a null byte": GOOD + "\x00",
    "half a surrogate pair": "1\ud800",
    "one letter too few": GOOD[:-1],
    "cut in the middle": GOOD[: len(GOOD) // 2],
    "garbage after the end": spelled(deflated(SMALL.encode()) + b"\0"),
    "a second stream": spelled(deflated(SMALL.encode()) * 2),
    "bits after the end": GOOD[:-1] + chr(ord(GOOD[-1]) + 1),
    "one letter": "1A",
    "garbage": "1" + "garbage" * 8,
    "a zlib header": spelled(zlib.compress(SMALL.encode())),
    "not compressed": spelled(SMALL.encode()),
    "an empty text": packed(b""),
    "no UTF-8": packed(SMALL.encode() + b"\xff"),
    "half a surrogate pair inside": packed(SMALL.encode() + b"\xed\xa0\x80"),
    "a null byte inside": packed(SMALL.encode() + b"\0"),
    "a bomb": packed(b" " * 10_000_000),
    "a bomb with a position in it": packed(SMALL.encode() + b" " * 10_000_000),
    "just too much": packed(SMALL.encode().ljust(MAX_TEXT + 1)),
    "too many letters": "1" + "A" * MAX_LENGTH,
    "a bad position": packed(b"cod1 duel A mana"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_addresses(name: str) -> None:
    with pytest.raises(EngineError) as refused:
        unpack(HOSTILE[name])
    assert refused.value.code == "bad-position" and len(refused.value.message) < 200


def test_as_much_as_fits() -> None:
    assert unpack(packed(SMALL.encode().ljust(MAX_TEXT))).key() == parse(SMALL).key()


@settings(QUICK, max_examples=examples(300))
@given(st.one_of(st.text(), st.text("abcABC019-_").map("1".__add__), st.binary().map(spelled), st.binary().map(packed)))
def test_junk_addresses(text: str) -> None:
    with pytest.raises(EngineError):
        unpack(text)


def test_addresses_are_short_and_plain() -> None:
    for entry in json.loads((CONTRACT / "perft.json").read_text(encoding="utf-8")):
        text = json_to_text(entry["position"])
        letters = packed(text.encode())
        assert re.fullmatch(r"1[A-Za-z0-9_-]+", letters) and len(letters) < 900
    assert pack(parse(SMALL)) == GOOD


def test_a_position_too_long_to_pack() -> None:
    data = parse_to_json(SMALL)
    names = (chr(0x10000 + index) * 60 for index in range(118))
    slugs = ["aura:price-of-blood"] * 30
    cards = [{"name": n, "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": slugs} for n in names]
    data["players"]["A"]["hand"] = ["bastion", *cards]
    with pytest.raises(EngineError, match="too long"):
        pack(read_position(data))


@pytest.mark.parametrize("text", CANONICAL)
def test_it_comes_back(text: str) -> None:
    catalogue = {**CATALOGUE, **TICK}
    assert write(unpack(pack(parse(text, catalogue)), catalogue)) == text


@settings(QUICK, max_examples=examples(200))
@given(damaged_texts())
def test_damaged_text(text: str) -> None:
    try:
        position = unpack(packed(text.encode(errors="surrogatepass")))
    except EngineError as wrong:
        assert wrong.code == "bad-position"
    else:
        assert write(position) == write(parse(text))
