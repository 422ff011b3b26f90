"""A proof does not give away a published page because its position differs in something that does not matter."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any, Final

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Owner, Visibility
from engine.decks.formats.interchange import read_action, read_position, write_position
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.solving import Budget
from engine.decks.solving.result import UNIQUE, UNIQUE_UP_TO_ORDER
from engine.kernel.errors import EngineError
from grimoire.authoring.deriving import derive
from grimoire.book_files import VolumePage, all_volumes
from grimoire.gate import gate_for, sealing_puzzle
from grimoire.keys import exact_key, position_key
from grimoire.models import Attempt, Proof, Puzzle, PuzzleSolution
from grimoire.nearness import near_puzzles
from grimoire.proving import renewal, services
from grimoire.proving.searching import Finding, search
from tests.grimoire.factories import make_owner, make_puzzle
from tests.migrating import unsquashed_loader

pytestmark = [pytest.mark.django_db, pytest.mark.slow("solves every position near a page")]

MAX_PAGES: Final = 30  # pages
MAX_NODES: Final = 3000  # that a change may cost to prove
SOLVED: Final = Attempt.State.SOLVED
Change = Callable[[dict[str, Any]], None]
SCRAP: Final = {"name": "Scrap", "type": "creature", "cost": 99, "av": 0, "hp": 1, "abilities": []}


@cache
def pages_of_the_shelf() -> list[VolumePage]:
    """Pages of all kinds of goals and modes that are quickly proved, spread over the books."""
    pages = [
        page
        for volume in all_volumes()
        for page in volume.pages
        if page.answer["nodes"] < MAX_NODES // 3
        and page.position["objective"]["goal"] != "predict"
        and any("play" in action for action in page.answer["solutions"][0])
    ]
    return pages[:: len(pages) // MAX_PAGES][:MAX_PAGES]


@cache
def finding_of(number: int) -> Finding:
    """The proof of a page of the shelf, which each test puts up again."""
    return search(read_position(dict(pages_of_the_shelf()[number].position)), Budget(nodes=MAX_NODES))


def put_up(number: int) -> Puzzle:
    position = dict(pages_of_the_shelf()[number].position)
    proof = services.note(position=read_position(position), finding=finding_of(number), seconds=0)
    return make_puzzle(None, position=position, proof=proof)


def own(data: dict[str, Any]) -> dict[str, Any]:
    player: dict[str, Any] = data["players"][data["active"]]
    return player


def others(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from (player for seat, player in data["players"].items() if seat != data["active"])


def cards_in(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, list):
        for part in data:
            yield from cards_in(part)
    elif isinstance(data, dict):
        if data.get("type"):
            yield data
        for part in data.values():
            yield from cards_in(part)


def later(data: dict[str, Any]) -> None:
    for player in data["players"].values():
        player["turn"] = player["turn"] + 1


def much_later(data: dict[str, Any]) -> None:
    for player in data["players"].values():
        player["turn"] = player["turn"] + 40


def other_names(data: dict[str, Any]) -> None:
    for number, card in enumerate(cards_in(data["players"])):
        card["name"] = f"Number {number}"


def other_order_of_abilities(data: dict[str, Any]) -> None:
    for card in cards_in(data["players"]):
        card["abilities"] = card["abilities"][::-1]


def somebody_else_began(data: dict[str, Any]) -> None:
    later(data)
    data["first"] = "B"


def exhaustion(data: dict[str, Any]) -> None:
    data["exhaustion"] = True
    data["players"][data["active"]]["turn"] = 3


def seats_exchanged(data: dict[str, Any]) -> None:
    if data["mode"] != "duel":
        return
    data["players"] = {"A": data["players"]["B"], "B": data["players"]["A"]}
    other = {"A": "B", "B": "A"}
    data["active"] = other[data["active"]]
    data["first"] = other[data.get("first", "A")]
    data["objective"]["player"] = other[data["objective"]["player"]]
    goal = data["objective"]["goal"]
    if "destroy" in goal:
        goal["destroy"]["player"] = other[goal["destroy"]["player"]]


def mirrored(data: dict[str, Any]) -> None:
    goal = data["objective"]["goal"]
    if data["mode"] not in ("duel", "solo"):
        return
    for player in data["players"].values():
        player["upper"], player["lower"] = player["lower"], player["upper"]
    if "destroy" in goal:
        goal["destroy"]["line"] = {"upper": "lower", "lower": "upper"}[goal["destroy"]["line"]]


def more_mana(data: dict[str, Any]) -> None:
    data["mana"] += 1


def a_card_more(data: dict[str, Any]) -> None:
    own(data)["hand"].append(SCRAP)


def a_card_more_in_front_of_the_enemy(data: dict[str, Any]) -> None:
    for player in others(data):
        if "hand" in player:
            player["hand"].insert(0, SCRAP)


def other_costs_in_play(data: dict[str, Any]) -> None:
    for player in data["players"].values():
        for card in cards_in([player["upper"], player["lower"]]):
            card["cost"] += 1


def one_hp_more(data: dict[str, Any]) -> None:
    for player in data["players"].values():
        for line in ("upper", "lower"):
            if player[line]:
                player[line][-1]["card"]["hp"] += 1
                return


def a_creature_more(data: dict[str, Any]) -> None:
    own(data)["upper"].append({"card": SCRAP})


def a_play_more(data: dict[str, Any]) -> None:
    own(data)["hand"].insert(0, {"name": "Extra", "type": "creature", "cost": 0, "av": 1, "hp": 1, "abilities": []})


def the_enemy_with_another_hand(data: dict[str, Any]) -> None:
    for player in others(data):
        if "hand" in player:
            player["hand"] = [card if isinstance(card, str) else SCRAP for card in player["hand"]]


def season_1(data: dict[str, Any]) -> None:
    data["edition"] = "season-1"


def more_than_can_be_reached(data: dict[str, Any]) -> None:
    goal = data["objective"]["goal"]
    if isinstance(goal, dict) and "damage" in goal:
        goal["damage"] += 1


SAME: Final[list[Change]] = [
    later, much_later, other_names, other_order_of_abilities, somebody_else_began, exhaustion, seats_exchanged,
]  # fmt: skip
NEAR: Final[list[Change]] = [
    mirrored, more_mana, a_card_more, a_card_more_in_front_of_the_enemy, other_costs_in_play, one_hp_more,
    a_creature_more, a_play_more, the_enemy_with_another_hand, season_1, more_than_can_be_reached,
]  # fmt: skip


def changed(page: VolumePage | Puzzle, change: Change) -> dict[str, Any]:
    data: dict[str, Any] = deepcopy(json.loads(json.dumps(page.position)))
    change(data)
    return data


def proof_of(data: dict[str, Any]) -> Proof | None:
    """Proves a position as a visitor would have it proved; None where there is none, or it is too much for a test."""
    try:
        position = read_position(data)
    except EngineError:
        return None
    finding = search(position, Budget(nodes=MAX_NODES))
    return services.note(position=position, finding=finding, seconds=0) if finding.complete else None


def moves(data: dict[str, Any], line: list[dict[str, Any]], mirror: bool = False) -> list[str]:
    """The plays of a line's first turn, and where, whatever the cards are called and their places in the hand."""
    swapped = {"upper": "lower", "lower": "upper"} if mirror else {}
    at = read_position(data)
    described = []
    for action in line:
        if action == {"do": "assault"}:
            break
        if "play" in action:
            place, where = action["play"], action.get("onto") or action.get("target") or action
            player = at.seats[at.active]
            card = player.champion if place == "champion" else player.hand[place - (place > player.stronghold)]
            assert card is not None
            line_of_it = swapped.get(where["line"], where["line"])
            whose = where.get("player", SEAT_NAMES[at.active]) == SEAT_NAMES[at.active]
            described.append(f"{card.av} {card.hp} {sorted(card.slugs)} {whose} {line_of_it} {where.get('position')}")
        at.apply(read_action(at, action))
    return sorted(described)


@pytest.mark.parametrize("change", SAME)
def test_what_does_not_matter_is_not_in_the_key(change: Change) -> None:
    for page in pages_of_the_shelf():
        goal, turns = page.position["objective"]["goal"], page.position["objective"]["turns"]
        if change is exhaustion and (goal == "survive" or turns > 1 or page.position["phase"] == "mana"):
            continue
        before, after = read_position(dict(page.position)), read_position(changed(page, change))
        assert position_key(after) == position_key(before), page.title.en


def test_what_may_matter_is_in_the_key() -> None:
    duels = (page for page in all_volumes()[0].pages if page.position["mode"] == "duel")
    page = next(page for page in duels if page.goal == "survive")
    data = {**page.position, "exhaustion": True}
    before = read_position(data)

    def key(turn: int, **more: Any) -> str:
        said = json.loads(json.dumps({**data, **more}))
        said["players"]["B"]["turn"] = turn
        return position_key(read_position(said))

    assert key(5) != key(7)  # in their next turn Exhaustion takes a card
    assert key(9) == key(30)  # it takes one in each
    assert key(0, exhaustion=False, first="B") != key(1, exhaustion=False, first="B")  # 6 Mana to begin with
    # The second player's Mana is that of every turn.
    assert key(0, exhaustion=False, first="A") == key(1, exhaustion=False, first="A")
    assert position_key(before) != position_key(read_position({**data, "mana": data["mana"] + 1}))


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.long) for part in (1, 2))])
@pytest.mark.parametrize("change", [*SAME, *NEAR])
def test_a_changed_position_shows_no_sealed_solution(change: Change, part: int) -> None:
    """Proofs that show how a page is solved, in whatever they are different, wait for the page."""
    sealed, pages = 0, list(enumerate(pages_of_the_shelf()))[part::3]
    for number, page in pages:
        puzzle = put_up(number)
        proof = proof_of(changed(page, change))
        if proof is None:
            continue
        solved = [moves(dict(page.position), line) for line in page.answer["solutions"]]
        shown = [*proof.answer["solutions"], *(attempt["line"] for attempt in proof.answer.get("tries", ()))]
        if any(moves(proof.position, line, change is mirrored) in solved for line in shown):
            sealed += 1
            key = position_key(read_position(proof.position))
            assert sealing_puzzle(key, None, proof) is not None, page.title.en
        puzzle.delete()
        Proof.objects.all().delete()
    assert sealed >= (1 if change is season_1 else len(pages) // 4)


def test_a_page_that_is_played_card_by_card_stays_near() -> None:
    """What is left of a solution is shown in a position in which its first Creature is in play already."""
    begun = 0
    for number, page in enumerate(pages_of_the_shelf()):
        solution = page.answer["solutions"][0]
        place = next(place for place, action in enumerate(solution) if "play" in action)
        position = read_position(dict(page.position))
        rest = list(solution[place + 1 :])
        if "line" not in solution[place] or not any("play" in action for action in rest):
            continue
        puzzle = put_up(number)
        for action in solution[: place + 1]:
            position.apply(read_action(position, action))
        proof = Proof(position=write_position(position), answer={"solutions": [rest]}, state=Proof.State.DONE)
        assert puzzle.pk in near_puzzles(proof), page.title.en
        begun += 1
    assert begun >= 3


def test_the_page_of_such_a_proof_says_where_to_solve_it(client: Client) -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard", title="Behind the Gate")
    for change in (later, more_mana, a_card_more):
        data = changed(page, change)
        answer = client.post(reverse("grimoire:prove"), {"position": json.dumps(data)}, follow=True)
        said = answer.content.decode()
        assert "Behind the Gate" in said
        assert "orders of the plays" not in said and "Spare Wings on" not in said
    client.post(f"{answer.redirect_chain[-1][0]}give-up/")
    assert "Behind the Gate" not in client.get(answer.redirect_chain[-1][0]).content.decode()


def test_a_near_copy_opens_no_gate() -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard")
    thief = make_owner("thief")
    for published in (False, True):
        copy = make_puzzle(thief, published, position=changed(page, more_mana))
        assert not gate_for(copy, thief).is_open
        assert published or not copy.abilities.filter(at_work=True).exists()
    Attempt.objects.create(owner=thief, puzzle=page, state=SOLVED)
    assert gate_for(copy, thief).is_open


def test_a_draft_that_copies_a_twin_says_nothing_of_the_abilities_at_work() -> None:
    author = make_owner("mirabel")
    first = make_puzzle(author, position="win")
    twin = make_puzzle(author, position="win-hard", twin_of=first, visibility=Visibility.UNLISTED)
    assert twin.abilities.filter(at_work=True).exists()
    copy = make_puzzle(make_owner("thief"), published=False, position="win-hard")
    assert not copy.abilities.filter(at_work=True).exists()


def test_whoever_published_first_keeps_their_own_though_somebody_publishes_a_near_copy() -> None:
    author = make_owner("mirabel")
    page = make_puzzle(author, position="win-hard")
    make_puzzle(make_owner("copier"), position=changed(page, more_mana))
    assert gate_for(page, author).is_open
    assert gate_for(make_puzzle(author, False, position=changed(page, a_card_more)), author).is_open


def test_pages_of_the_shelf_are_told_apart() -> None:
    """What is near is really near: of all pairs of pages hardly any are taken for one another."""
    pages = [put_up(number) for number in range(len(pages_of_the_shelf()))]
    assert {proof.verdict for proof in Proof.objects.all()} <= {UNIQUE, UNIQUE_UP_TO_ORDER}
    for page in pages:
        assert near_puzzles(page.proof) == {page.pk}


@pytest.mark.parametrize("fields", [{"published_at": None}, {"visibility": Visibility.PRIVATE}])
def test_drafts_seal_nothing_near(fields: dict[str, Any]) -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard", **fields)
    proof = services.prove_now(position=read_position(changed(page, more_mana)))
    assert sealing_puzzle(position_key(read_position(proof.position)), None, proof) is None
    assert page.solutions.exists() == ("visibility" in fields)


def test_taking_a_page_back_forgets_its_ways() -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard")
    assert page.solutions.count() == 1
    page.published_at = None
    page.save()
    derive(page)
    assert not page.solutions.exists()


def test_comparing_costs_a_fixed_number_of_queries(django_assert_num_queries: Any) -> None:
    page = make_puzzle(make_owner("mirabel"), position="win-hard")
    assert isinstance(page.owner, Owner)
    proof = page.proof
    PuzzleSolution.objects.bulk_create(
        PuzzleSolution(puzzle=page, signature=way.signature, cards=way.cards)
        for way in page.solutions.all()
        for _ in range(2000)
    )
    with django_assert_num_queries(1):
        assert near_puzzles(proof) == {page.pk}


def signatures(page: Puzzle) -> list[str]:
    return sorted(page.solutions.values_list("signature", flat=True))


def test_pages_from_before_get_their_keys_and_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [put_up(number) for number in range(5)]
    draft = make_puzzle(make_owner("mirabel"), False, position="win-hard")
    lost = make_puzzle(make_owner("vera"), position="win")
    kept = {page.pk: (page.position_key, signatures(page)) for page in [*pages, draft]}
    Puzzle.objects.filter(pk=lost.pk).update(position={"format": "clash-position/0"}, proof=None)
    PuzzleSolution.objects.all().delete()
    # As migrations see them, which never change.
    apps = unsquashed_loader().project_state(("grimoire", "0013_departed")).apps
    renewal.restore_exact_keys(apps)
    assert Puzzle.objects.get(pk=draft.pk).position_key == exact_key(read_position(draft.position))
    monkeypatch.setattr(renewal, "BATCH", 2)
    for _twice in range(2):
        renewal.renew_keys_and_ways(apps)
        for page in Puzzle.objects.exclude(pk=lost.pk):
            assert kept[page.pk] == (page.position_key, signatures(page))
    assert Puzzle.objects.get(pk=lost.pk).position_key == lost.position_key
