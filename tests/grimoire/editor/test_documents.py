"""The editor's document: what it writes is what the engine reads, and what is no position never gets in."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board.reading import read_written
from board.samples import all_samples
from board.services import site_cards
from engine.decks.formats import compact, notation
from engine.decks.formats.interchange import faults_of, read_position, write_position
from engine.kernel.errors import FAULTS, BadPosition, EngineError
from grimoire.editor.documents import (
    MAX_CARDS,
    MENDABLE,
    NotADocument,
    document_of,
    read_document,
    settled,
    starter,
)
from tests.engine.decks.strategies import CATALOGUE, positions
from tests.engine.decks.test_junk import JUNK, places

pytestmark = pytest.mark.slow("tries hundreds of documents")

IMP = {"name": "Imp", "type": "creature", "cost": 1, "av": 1, "hp": 1, "abilities": []}


def written_out(data: Any) -> Any:
    """The same with the tests' catalogue cards written out, which the site does not know."""
    if isinstance(data, str) and data in CATALOGUE:
        return dict(CATALOGUE[data])
    if isinstance(data, dict):
        return {key: written_out(value) for key, value in data.items()}
    return [written_out(part) for part in data] if isinstance(data, list) else data


@given(positions())
def test_what_the_document_writes_is_what_the_engine_reads(data: Any) -> None:
    data = written_out(data)
    before = read_position(data)
    read = read_document(data)
    assert read.position is not None
    again = read_position(json.loads(json.dumps(read.document)))
    assert again.key() == before.key()
    assert write_position(again) == write_position(before)
    assert again.objective == before.objective


@given(positions())
def test_a_settled_document_is_settled(data: Any) -> None:
    once = settled(written_out(data), {})
    assert settled(once, {}) == once
    assert document_of(read_position(once)) == once


@given(positions(), st.data())
def test_junk_is_refused_or_taken_in_whole(data: Any, drawn: st.DataObject) -> None:
    data = written_out(data)
    path = drawn.draw(st.sampled_from([path for path in places(data) if path]))
    part = data
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = copy.deepcopy(drawn.draw(JUNK))
    try:
        read = read_document(data)
    except NotADocument as refused:
        assert refused.faults
        return
    assert settled(read.document, {}) == read.document
    assert {fault.name for fault in read.faults} <= MENDABLE | {"no-target"}


def test_every_fault_that_can_be_mended_is_one_of_the_engines() -> None:
    assert set(FAULTS) >= MENDABLE


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda data: data["players"]["A"].update(hand=["bastion"]), "stronghold-fallen"),
        (lambda data: data["players"]["A"].update(hand=[IMP]), "no-stronghold"),
        (lambda data: data["players"]["A"].update(hand=["fort", "bastion", IMP]), "two-strongholds"),
        (lambda data: data["players"]["B"]["upper"].append({"card": IMP, "damage": 5}), "damage-too-high"),
        (lambda data: data["players"]["B"]["upper"].append({"card": IMP, "symbiote": IMP}), "not-a-symbiote"),
        (lambda data: data["players"]["B"]["upper"].append({"card": IMP, "champion": True}), "champion-not-in-play"),
        (
            lambda data: data["players"]["B"].update(champion={"card": IMP, "state": "in-play"}),
            "champion-not-on-board",
        ),
        (lambda data: data["players"]["B"]["hand"].extend([IMP] * 130), "too-many-cards"),
        (lambda data: data.update(result={"winners": [], "reason": "fort-destroyed"}), "result-without-over"),
        (
            lambda data: data["players"]["A"]["hand"].append({**IMP, "abilities": ["wrecker"]}),
            "ability-of-other-edition",
        ),
    ],
)
def test_half_finished_positions_stay_on_the_board_with_their_faults(change: Any, fault: str) -> None:
    data = starter()
    change(data)
    read = read_document(data)
    assert fault in [known.name for known in read.faults]
    assert read.position is None
    assert read.document == data


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop("players"),
        lambda data: data.update(mode="chess"),
        lambda data: data.update(extra=1),
        lambda data: data["players"].pop("B"),
        lambda data: data["players"]["A"].update(hand="bastion"),
        lambda data: data["players"]["A"]["hand"].append("nobody/knows-it"),
        lambda data: data["players"]["A"]["hand"].append({**IMP, "cost": 100}),
        lambda data: data["players"]["A"]["upper"].append(IMP),
        lambda data: data.update(mana=-1),
        lambda data: data.update(objective={"player": "A", "goal": "dance", "turns": 1}),
        lambda data: data["players"]["A"]["hand"].extend([IMP] * MAX_CARDS),
    ],
)
def test_what_has_not_the_shape_of_a_position_is_refused(change: Any) -> None:
    data = starter()
    change(data)
    with pytest.raises(NotADocument) as refused:
        read_document(data)
    assert all(fault.at.startswith("/") or fault.at == "" for fault in refused.value.faults)


@pytest.mark.parametrize("data", [None, 5, "bastion", [], {}, {"players": []}, [[[[]]]]])
def test_other_json_is_refused(data: Any) -> None:
    with pytest.raises(NotADocument):
        read_document(data)


def test_a_target_that_is_not_there_is_told_but_is_no_fault_of_the_position() -> None:
    data = starter()
    data["objective"] = {
        "player": "A",
        "turns": 1,
        "goal": {"destroy": {"player": "B", "line": "upper", "position": 0}},
    }
    read = read_document(data)
    assert [fault.name for fault in read.faults] == ["no-target"]
    assert read.position is not None
    data["players"]["B"]["upper"] = [{"card": IMP}]
    assert read_document(data).faults == ()


def test_cards_of_the_site_are_written_out() -> None:
    reference, card = next(iter(site_cards().items()))
    data = starter()
    data["players"]["A"]["hand"].append(reference)
    assert read_document(data).document["players"]["A"]["hand"][-1] == {**card, "abilities": list(card["abilities"])}


def test_everybody_begins_with_a_position() -> None:
    assert faults_of(starter()) == []
    assert read_document(starter()).position is not None


@pytest.mark.parametrize("sample", all_samples(), ids=lambda sample: sample.slug)
def test_every_way_of_writing_a_position_is_read(sample: Any) -> None:
    written = write_position(sample.position)
    packed = compact.pack(sample.position)
    texts = [
        json.dumps(written),
        json.dumps({"position": written, "actions": [{"do": "assault"}]}),
        f"\n {notation.write(sample.position)}\n",
        packed,
        f"/editor/?p={packed}",
        f"https://example.org/fr/?sample=x&p={packed}&a=assault&step=3",
    ]
    for text in texts:
        assert read_written(text).position().key() == sample.position.key()


@pytest.mark.parametrize(
    "text", ["", "{", "cod1", "cod1 duel", "?p=", "?p=1zzz", "http://[?p=1", "1AAA", "\x00", "[1,"]
)
def test_what_is_none_of_these_is_an_error_of_the_engine(text: str) -> None:
    with pytest.raises(EngineError):
        read_document(read_written(text).data)


def test_a_request_with_other_keys_is_refused() -> None:
    with pytest.raises(BadPosition):
        read_written(json.dumps({"position": starter(), "moves": []}))
