"""Analyses: made from boards, games and puzzles; played, changed, shared, taken along; what a seat must not see."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from accounts.api_tokens import make_api_token
from accounts.models import Owner, User
from board.fault_text import error_text
from board.naming import written_out
from board.samples import find_sample
from engine.decks.formats import compact
from engine.decks.formats.interchange import write_position
from engine.decks.rules.actions import parse_action
from games.decks.analysing import boards, exchange, sources
from games.decks.analysing.boards import moment_at
from games.decks.analysing.forms import MAX_RECORD
from games.decks.analysing.lessons import lesson_context
from games.decks.analysing.models import Analysis
from games.decks.analysing.showing import Addresses
from games.decks.analysing.tree import MAX_NODES, MAX_UNDO_SIZE, ROOT, Tree, changed_nodes, with_change
from games.decks.analysing.walking import Walk, read_start
from grimoire.gate import gate_for
from grimoire.models import Attempt
from grimoire.solving.review import MAX_PLAYED_OUT
from grimoire.solving.secrecy import Solution, solution_of
from tables.models import LiveGame
from tables.states import state_of
from tests.answers import text_of
from tests.cards.factories import sign_in
from tests.grimoire.factories import make_owner, make_puzzle
from tests.tables.clients import body_of, create
from tests.tables.factories import finish

pytestmark = pytest.mark.django_db
BOARD = "/analysis/board/?sample=first-assault&a="


def state_in(answer: Any) -> dict[str, Any]:
    """What the page tells its script."""
    found = re.search(r'<script id="analysis-data" type="application/json">(.*?)</script>', answer.content.decode())
    assert found is not None
    state: dict[str, Any] = json.loads(found[1])
    return state


class Analyst:
    """Somebody with a browser who changes an analysis."""

    def __init__(self, client: Client | None = None, address: str = BOARD) -> None:
        self.client = client or Client()
        self.address = address

    def do(self, do: str = "", *, at: int | None = None, seen: int | None = None, **sent: Any) -> Any:
        address = self.address if at is None else f"/analysis/{self.kept.token}/{at}/"
        revision = Analysis.objects.get(pk=self.kept.pk).revision if seen is None and at is not None else seen or 0
        answer = self.client.post(address, {"do": do, "revision": revision, **sent})
        if answer.status_code == 302:
            self.address = answer["Location"]
        return answer

    def play(self, action: str, at: int | None = None) -> int:
        answer = self.do("play", at=at, action=action)
        assert answer.status_code == 302, text_of(answer)
        return int(self.address.rstrip("/").rpartition("/")[2])

    @property
    def kept(self) -> Analysis:
        return Analysis.objects.get()


def branched() -> Analyst:
    """A play with the Assault after it, and the Assault alone beside it."""
    analyst = Analyst()
    assert analyst.play("2 upper") == 1
    assert analyst.play("assault", at=1) == 2
    assert analyst.play("assault", at=0) == 3
    return analyst


def finished_game(mode: str = "duel", **more: Any) -> LiveGame:
    made = create(body_of(mode, "preconstructed", seed="1", **more))
    return finish(LiveGame.objects.get(token=made["id"]))


# The tree


def test_the_first_play_keeps_it_and_others_branch_off() -> None:
    client = Client()
    shown = client.get(BOARD)
    assert shown.status_code == 200 and not Analysis.objects.exists()
    assert state_in(shown)["legal"] == ["2 upper", "2 lower"]
    analyst = branched()
    assert analyst.play("assault", at=0) == 3, "what is there already is followed"
    assert analyst.kept.nodes["0"]["children"] == [1, 3]
    page = analyst.client.get(f"/analysis/{analyst.kept.token}/1/")
    keys = state_in(page)["keys"]
    assert keys["ArrowLeft"].endswith("/0/") and keys["ArrowRight"].endswith("/2/")
    assert keys["ArrowDown"].endswith("/3/")


def test_the_engine_decides() -> None:
    analyst = branched()
    before = analyst.kept.nodes
    for action in ("1 upper", "9 lower", "mana", "end-turn", "nonsense", "0 at B upper 7", "x" * 500):
        answer = analyst.do("play", at=0, action=action)
        assert answer.status_code == 422 and 'role="alert"' in answer.content.decode(), action
    assert error_text("not-enough-mana", "en") in text_of(analyst.do("play", at=0, action="1 upper"))
    assert analyst.kept.nodes == before


def test_names_comments_promotion_deletion_and_undo() -> None:
    analyst = branched()
    start = analyst.kept.nodes
    analyst.do("describe", at=3, name="  Bare\u202e Assault ", comment="Too early.\n\n\n\nReally.")
    assert analyst.kept.nodes["3"]["name"] == "Bare Assault"
    assert analyst.kept.nodes["3"]["comment"] == "Too early.\n\nReally."
    analyst.do("promote", at=3)
    assert analyst.kept.nodes["0"]["children"] == [3, 1]
    analyst.do("delete", at=1)
    assert set(analyst.kept.nodes) == {"0", "3"}
    left = analyst.kept.nodes
    answer = analyst.do("undo", at=3)
    assert answer["Location"].endswith("/1/") and set(analyst.kept.nodes) == {"0", "1", "2", "3"}
    answer = analyst.do("redo", at=3)
    assert answer["Location"].endswith("/0/") and analyst.kept.nodes == left and not analyst.kept.redo
    analyst.do("undo", at=3)
    analyst.do("undo", at=3)
    analyst.do("undo", at=3)
    assert analyst.kept.nodes == start
    for _ in range(5):
        analyst.do("undo", at=0)
    assert set(analyst.kept.nodes) == {"0"}
    for node in ("/1/", "/2/", "/3/"):
        assert analyst.do("redo", at=0)["Location"].endswith(node)
    assert analyst.kept.nodes == start
    for _ in range(3):
        analyst.do("undo", at=0)
    assert analyst.play("2 upper", at=0) == 4, "an address is never given twice"
    assert not analyst.kept.redo, "what was undone is gone with the next change"


def test_a_line_of_the_panel_becomes_a_variation() -> None:
    analyst = branched()
    token = analyst.kept.token

    def panel(address: str) -> str:
        fields = {"lines": "5", **state_in(analyst.client.get(address))["position"]}
        return analyst.client.post("/board/analysis/", fields, headers={"HX-Request": "true"}).content.decode()

    lines = re.findall(r'form="line-form" name="line" value="(.*?)"', panel(f"/analysis/{token}/0/"))
    assert lines and all(line.startswith("0:") for line in lines), "the node that the reader saw"
    whole = max((line for line in lines if ":2 lower" in line), key=lambda line: int(line.split(":")[1]))
    count, actions = int(whole.split(":")[1]), whole.split(":")[2].split(";")
    analyst.do("line", at=2, line=whole)
    kept = analyst.kept
    tree = Tree.read(kept.nodes, kept.last_node)
    shown = int(analyst.address.rstrip("/").rpartition("/")[2])
    walked = [node.action for node in tree.path(shown)]
    assert walked == [action for action in actions[:count] if action not in ("mana", "end-turn")]
    analyst.do("undo", at=0)
    assert set(analyst.kept.nodes) == {"0", "1", "2", "3"}, "a line is one change"
    for wrong in ("1:1:9 upper", "1:9:assault", "0:1:" + ";".join(["assault"] * 999), "nonsense", "7:1:assault"):
        analyst.do("line", at=0, line=wrong)
        assert set(analyst.kept.nodes) == {"0", "1", "2", "3"}, wrong
    analyst.client = Client()
    assert "line-form" not in panel(f"/analysis/{token}/1/"), "somebody else's tree"
    address = re.search(r'href="(/analysis/board/[^"]*)"', panel(f"/analysis/{token}/1/"))
    assert address is not None
    opened = analyst.client.get(address[1].replace("&amp;", "&"))
    assert state_in(opened)["node"] > 0
    assert Analysis.objects.count() == 1
    draft = Analyst()
    assert draft.do("line", line="0:1:2 upper;assault")["Location"].endswith("/1/")
    assert len(Analysis.objects.exclude(token=token).get().nodes) == 3


def test_a_title_is_one_tidy_line() -> None:
    analyst = branched()
    analyst.client.post(f"/analysis/{analyst.kept.token}/settings/", {"title": "  The\u202e\nend " + "x" * 200})
    assert analyst.kept.title == "The end " + "x" * 72


def test_two_tabs_overwrite_nothing() -> None:
    analyst = branched()
    seen = analyst.kept.revision
    analyst.do("describe", at=1, name="First")
    late = analyst.do("describe", at=1, seen=seen, name="Second", comment="Typed for long")
    assert late.status_code == 409
    assert "Typed for long" in late.content.decode(), "what was typed is still there"
    assert analyst.kept.nodes["1"]["name"] == "First"
    assert analyst.do("play", at=0, seen=seen, action="2 lower").status_code == 302, "a play overwrites nothing"
    assert analyst.kept.nodes["0"]["children"] == [1, 3, 4]


def test_a_tree_is_bounded() -> None:
    tree = Tree()
    number = ROOT
    for _ in range(MAX_NODES - 1):
        number = tree.add(number, "assault").number
    analyst = branched()
    Analysis.objects.update(nodes=tree.write(), last_node=tree.last)
    answer = analyst.do("play", at=0, action="2 lower")
    assert answer.status_code == 422 and "500" in text_of(answer)


def test_what_can_be_undone_is_bounded_in_size() -> None:
    analyst = branched()
    kept = analyst.kept
    for round_ in range(50):
        tree = Tree.read(kept.nodes, kept.last_node)
        for number in tree.nodes:
            tree.describe(number, "", f"{round_} {'é' * 1500}")
        changed = changed_nodes(kept.nodes, tree.write())
        kept.nodes, kept.undo = tree.write(), with_change(kept.undo, changed)
    assert len(kept.undo) > 1 and len(json.dumps(kept.undo)) < MAX_UNDO_SIZE + 2000


# Whose it is


def test_its_address_is_for_reading() -> None:
    analyst = branched()
    token, reader = analyst.kept.token, Client()
    page = reader.get(f"/analysis/{token}/1/")
    assert page.status_code == 200 and state_in(page)["legal"] == []
    assert state_in(reader.get(f"/analysis/{token}/0/"))["legal"] == ["2 upper"], "what is there can be followed"
    assert reader.post(f"/analysis/{token}/0/", {"action": "2 upper"})["Location"].endswith("/1/")
    for sent in ({"action": "2 lower"}, {"do": "delete"}, {"do": "undo"}, {"do": "see", "seat": "A"}):
        assert reader.post(f"/analysis/{token}/0/", sent).status_code == 404
        assert reader.post(f"/analysis/{token}/99999/", sent).status_code == 409, "the node is gone"
    assert reader.post(f"/analysis/{token}/delete/").status_code == 404
    assert reader.post(f"/analysis/{token}/settings/", {"title": "Mine"}).status_code == 404
    copied = reader.post(f"/analysis/{token}/copy/")
    assert copied.status_code == 302 and Analysis.objects.count() == 2
    assert "The first Assault" in text_of(reader.get("/analysis/"))


def test_a_guest_takes_it_along() -> None:
    analyst = branched()
    user = User.objects.create_user("ada", password="correct horse battery")
    analyst.client.post("/accounts/login/", {"login": "ada", "password": "correct horse battery"})
    assert analyst.kept.owner == Owner.objects.get(user=user)
    exported = analyst.client.get("/me/export/").json()["things"]["decks.analysis"]
    assert exported[0]["fields"]["nodes"]["1"]["action"] == "2 upper"
    analyst.client.post(f"/analysis/{analyst.kept.token}/delete/")
    assert not Analysis.objects.exists()


def test_the_list_has_pages() -> None:
    analyst = branched()
    kept = analyst.kept
    Analysis.objects.bulk_create(
        Analysis(owner=kept.owner, title=f"Board {number}", start=kept.start, nodes=kept.nodes) for number in range(40)
    )
    pages = [text_of(analyst.client.get(f"/analysis/?page={number}")) for number in (1, 2)]
    assert [page.count("3 plays") for page in pages] == [30, 11]


# Where it comes from


@pytest.mark.parametrize("mode", ["duel", "solo"])
def test_a_game_that_is_over_is_its_main_line(mode: str) -> None:
    game = finished_game(mode)
    engine = state_of(game).engine
    analysis, number = sources.of_game(engine, len(engine.actions), "")
    tree = Tree.read(analysis.nodes)
    walk = Walk(read_start(analysis.start, "en"), tree, "en")
    assert not any(step.fault for step in walk.steps.values())
    end = walk[tree.end_of(ROOT).number].position
    assert number == tree.end_of(ROOT).number
    assert write_position(end) == written_out(write_position(engine.position))
    page = Client().get(f"/analysis/game/{game.token}/?at=2&step=0")
    assert page.status_code == 200 and state_in(page)["node"] > 0


def test_a_running_game_is_not_analysed() -> None:
    made = create(body_of("duel", "preconstructed", seed="1"))
    answer = Client().get(f"/analysis/game/{made['id']}/")
    assert answer.status_code == 200 and "analysis-data" not in answer.content.decode()
    assert Client().post(f"/analysis/game/{made['id']}/", {"do": "save"}).status_code == 200
    assert not Analysis.objects.exists()


def test_a_puzzle_gives_its_solution_only_to_those_who_may_see_it() -> None:
    author, solver = make_owner("author"), make_owner("solver")
    puzzle = make_puzzle(author)
    client = sign_in(Client(), solver)
    closed = client.get(f"/analysis/puzzle/{puzzle.token}/")
    assert closed.status_code == 302 and closed["Location"] == puzzle.get_absolute_url()
    assert client.post(f"/analysis/puzzle/{puzzle.token}/", {"do": "save"}).status_code == 302
    assert not Analysis.objects.exists()
    assert "/analysis/puzzle/" not in client.get(puzzle.get_absolute_url()).content.decode()
    Attempt.objects.create(owner=solver, puzzle=puzzle, state=Attempt.State.SHOWN)
    opened = client.get(f"/analysis/puzzle/{puzzle.token}/")
    assert "Solution" in text_of(opened)
    assert "/analysis/puzzle/" in client.get(puzzle.get_absolute_url()).content.decode()


def test_few_solutions_of_several_turns_are_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    author = make_owner("author")
    puzzle = make_puzzle(author, position="win-in-two")
    gate = gate_for(puzzle, author)
    way, played = solution_of(puzzle, gate).ways[0], []
    monkeypatch.setattr(sources, "solution_of", lambda *_: Solution(ways=(way,) * 8, is_proven=True))
    monkeypatch.setattr(sources, "played_out", lambda _start, line: played.append(line) or line)
    sources.of_puzzle(puzzle, gate)
    assert len(played) == MAX_PLAYED_OUT


# What a seat must not see


def test_what_a_seat_must_not_see_is_not_sent() -> None:
    """Whatever the other hand holds, its reader gets the same bytes."""
    analyst = branched()
    kept, reader = analyst.kept, Client()
    analyst.do("see", at=0, seat="A")
    pages = ["0/", "1/", "3/", "3/beside/1/", "lesson/", "analysis.txt", "analysis.json", "1/?step=1"]

    def answers() -> list[str]:
        return [
            re.sub(r'(csrfmiddlewaretoken|begun)" ?value="[^"]*"|nonce="[^"]*"', "", answer.content.decode())
            for answer in (reader.get(f"/analysis/{kept.token}/{page}") for page in pages)
        ]

    before = answers()
    assert "a hidden card" in before[0] and "Bell Keeper" not in "".join(before)
    start = analyst.kept.start
    hand = start["position"]["players"]["B"]["hand"]
    hand[1:] = hand[:0:-1]
    Analysis.objects.update(start=start)
    assert answers() == before
    assert reader.get(f"/analysis/{kept.token}/analysis.json").status_code == 404
    assert reader.post(f"/analysis/{kept.token}/copy/").status_code == 404
    own = analyst.client.get(f"/analysis/{kept.token}/analysis.json")
    assert own.status_code == 200
    analyst.do("see", at=0, seat="")
    assert "Bell Keeper" in answers()[0]


def test_a_lesson_shows_a_seat_what_its_boards_show(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each board as if it were shown alone, and no node carried out more than once."""
    game = finished_game()
    engine = state_of(game).engine
    analysis, _number = sources.of_game(engine, 0, "")
    tree = Tree.read(analysis.nodes)
    for node in tree.line_from(ROOT):
        node.comment = "Look."
    analysis.nodes, analysis.seat = tree.write(), "A"
    walk = Walk(read_start(analysis.start, "en"), tree, "en")
    alone = [moment_at(walk, node.number, "A", "en") for node in tree.line_from(ROOT)][:20]
    carried_out: list[int] = []
    events_at = boards.events_at
    monkeypatch.setattr(boards, "events_at", lambda walk, number: carried_out.append(number) or events_at(walk, number))
    parts = lesson_context(analysis, Addresses("token"), "en")["parts"]
    assert [part.moment for part in parts][:20] == alone
    assert len(carried_out) <= len(tree.nodes) + 1


# Taken along


def test_json_comes_back_without_loss() -> None:
    analyst = branched()
    analyst.do("describe", at=3, name="Alone", comment="Not enough.")
    analyst.do("describe", at=0, comment="Where it begins.")
    written = analyst.client.get(f"/analysis/{analyst.kept.token}/analysis.json").json()
    assert written["format"] == exchange.FORMAT
    again = analyst.client.post("/analysis/", {"text": json.dumps(written)})
    assert again.status_code == 302
    copy = Analysis.objects.get(token=again["Location"].rstrip("/").rpartition("/")[2])
    assert exchange.write_analysis(copy) == written


def test_a_program_reads_trees() -> None:
    owner = make_owner("ada")
    secret = make_api_token(owner=owner, name="reader", scopes=["games"])[1]
    analyst = branched()
    Analysis.objects.update(owner=owner)
    address = f"/api/v1/analysis/{analyst.kept.token}"
    own = {"Authorization": f"Bearer {secret}"}
    listed = analyst.client.get("/api/v1/analysis", headers=own).json()["data"]
    assert [(each["token"], each["nodes"]) for each in listed] == [(analyst.kept.token, 4)]
    assert Client().get("/api/v1/analysis").status_code == 401
    tree = Client().get(address)
    assert tree.json() == exchange.write_analysis(analyst.kept), "whoever has the link"
    Analysis.objects.update(seat="A")
    assert Client().get(address).status_code == 404, "it holds cards that are hidden"
    assert Client().get(address, headers=own).json()["seat"] == "A"
    Analysis.objects.update(visibility="private", seat="")
    assert Client().get(address).status_code == 404
    assert Client().get(address, headers=own).status_code == 200


def test_imported_nodes_leave_room_for_more() -> None:
    sample = find_sample("first-assault")
    assert sample is not None
    nodes = {"0": {"children": [999_999, 7]}, "999999": {"action": "2 upper"}, "7": {"action": "assault"}}
    data = {"format": exchange.FORMAT, "position": write_position(sample.position), "nodes": nodes}
    imported = exchange.read_analysis(data)
    assert imported.nodes == {"0": {"children": [2, 1]}, "1": {"action": "assault"}, "2": {"action": "2 upper"}}
    assert imported.last_node == 2


def test_a_record_and_a_position_are_imported() -> None:
    game = finished_game()
    record = Client().get(f"/api/v1/games/{game.token}/record").content.decode()
    client = Client()
    assert client.post("/analysis/", {"text": record}).status_code == 302
    assert len(Analysis.objects.get().nodes) > 5
    sample = find_sample("first-assault")
    assert sample is not None
    assert client.post("/analysis/", {"text": compact.pack(sample.position)}).status_code == 302
    long = json.dumps({**json.loads(record), "actions": ["assault"] * (MAX_RECORD + 1)})
    refused = client.post("/analysis/", {"text": long})
    assert refused.status_code == 422 and "This game record is too long." in text_of(refused)


@pytest.mark.parametrize(
    "nodes",
    [
        {},
        [],
        {"0": {"children": [1]}},
        {"0": {"children": [1]}, "1": {"action": "assault", "children": [0]}},
        {"0": {"children": [1, 1]}, "1": {"action": "assault"}},
        {"0": {"children": [1]}, "1": {"action": "7 upper"}},
        {"0": {"children": [1]}, "1": {"action": "mana"}},
        {"0": {"children": [1]}, "1": {}},
        {"0": {"action": "assault"}},
        {"0": {"children": [True]}, "1": {"action": "assault"}},
        {"0": {"children": "1"}, "1": {"action": "assault"}},
        {"0": {"children": [1]}, "1": {"action": "assault", "name": 3}},
        {"0": {"children": [-1]}, "-1": {"action": "assault"}},
        {"0": {}, "5": {"action": "assault"}},
        {"0": 1},
    ],
)
def test_what_is_damaged_is_refused(nodes: Any) -> None:
    sample = find_sample("first-assault")
    assert sample is not None
    data = {"format": exchange.FORMAT, "position": write_position(sample.position), "nodes": nodes}
    answer = Client().post("/analysis/", {"text": json.dumps(data)})
    assert answer.status_code == 422 and "errorlist" in answer.content.decode()
    assert not Analysis.objects.exists()


def test_text_and_lesson_tell_the_tree() -> None:
    analyst = branched()
    analyst.do("describe", at=3, name="Alone", comment="Not enough.")
    text = analyst.client.get(f"/analysis/{analyst.kept.token}/analysis.txt").content.decode()
    lines = [line for line in text.splitlines() if re.match(r" *\d", line)]
    assert lines == [
        "1. A2: Hedge Witch, upper line",
        "    1a.1. A2: Assault [Alone]",
        "2. A2: Assault",
    ]
    assert "        Not enough." in text
    lesson = text_of(analyst.client.get(f"/analysis/{analyst.kept.token}/lesson/"))
    assert "Hedge Witch, upper line" in lesson and "Alone" in lesson and "Not enough." in lesson
    french = analyst.client.get(f"/fr/analysis/{analyst.kept.token}/lesson/").content.decode()
    assert "Assaut" in french


def test_readers_get_the_words_of_the_start_and_of_variations_of_variations() -> None:
    analyst = branched()
    answer = analyst.play("2 upper", at=3)
    analyst.play("assault", at=answer)
    inner = analyst.play("assault", at=3)
    for number, name in ((ROOT, "Dawn"), (3, "Alone"), (inner, "Nobody")):
        analyst.do("describe", at=number, name=name, comment=f"Why {name}.")
    address, reader = f"/analysis/{analyst.kept.token}", Client()
    page = text_of(reader.get(f"{address}/0/"))
    assert "Why Dawn." in page and "depth-1 opens" in page and "depth-2 opens" in page
    lesson = text_of(reader.get(f"{address}/lesson/"))
    for words in ("Dawn", "Alone", "Nobody"):
        assert lesson.count(words) == 2, words  # its name and its comment, once each


def test_two_lines_stand_side_by_side() -> None:
    analyst = branched()
    token = analyst.kept.token
    chosen = analyst.client.get(f"/analysis/{token}/2/beside/2/?with=3")
    assert chosen["Location"] == f"/analysis/{token}/2/beside/3/"
    page = analyst.client.get(chosen["Location"])
    assert page.content.decode().count('class="moments"') == 2
    assert f"/analysis/{token}/1/beside/3/" in page.content.decode()
    assert analyst.client.get(f"/analysis/{token}/2/beside/77/").status_code == 404


def test_actions_of_records_are_choices_alone() -> None:
    sample = find_sample("first-assault")
    assert sample is not None
    analysis, number = sources.of_line(sample.position, ["2 upper", "assault", "end-turn", "mana", "assault"])
    assert [node.get("action") for node in analysis.nodes.values()] == [None, "2 upper", "assault", "assault"]
    assert number == 3 and str(parse_action("assault")) == "assault"
    passed = ["assault", "end-turn", "mana", "end-turn", "mana", "2 upper"]  # B ends its turn without an Assault
    analysis, _number = sources.of_line(sample.position, passed)
    assert [node.get("action") for node in analysis.nodes.values()] == [None, "assault", "assault", "2 upper"]
