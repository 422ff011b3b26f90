"""The matrix: every pair of abilities, what is true of the two, and an example that shows it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cards.abilities import ability_name
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG, SEASON_1, SEASON_2
from rulings.matrix import (
    BESIDE,
    BOTH,
    CAN_BE_STOPPED,
    CAN_STOP,
    CHANGES,
    EACH_CAN_STOP,
    IDLE,
    NEVER,
    ONE_CARD,
    STOPPED,
    STOPPING,
    STOPS,
    TOUCHING,
    Cell,
    cells,
    find_cell,
    first_deeds,
    headline,
    is_settled_together,
    sentences,
    settling,
    stopped_in_example,
)
from rulings.matrix_contrast import contrasts
from rulings.matrix_runs import run
from rulings.orders import PHASES, acts_in, steps_of
from tools.management.commands.check_matrix import check_written
from tools.matrix.families import Laboratory, MatrixMeeting, MatrixSpot, agrees, claim, shows, slugs_of
from tools.matrix.making import read, written
from tools.matrix.positions import NAMES, CannotBeDoneError, counted, look_at_scripts, may_bear, trials
from tools.matrix.ways import OTHERWISE, WAYS, MatrixOutcome, counted_ways, ways_of

EDITIONS = (SEASON_2, SEASON_1)


def own_cells(edition: str) -> list[Cell]:
    return [cell for pair, cell in cells(edition).items() if pair == (cell.first, cell.second)]


@pytest.mark.parametrize(("edition", "abilities"), [(SEASON_2, 28), (SEASON_1, 15)])
def test_every_pair_has_a_cell(edition: str, abilities: int) -> None:
    slugs = slugs_of(edition)
    assert len(slugs) == len(set(slugs))
    expected = {(first, second) for first in slugs for second in slugs}
    assert set(cells(edition)) == expected
    assert len(own_cells(edition)) == len(slugs) * (len(slugs) + 1) // 2
    assert abs(len(slugs) - abilities) <= 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_example_needs_what_it_is_about(edition: str) -> None:
    """Without the ability that acts something else happens; one that is stopped would act without the other."""
    for cell in own_cells(edition):
        if not cell.position or cell.written or cell.first == cell.second:
            continue
        whole = run(cell.position, cell.actions)
        assert whole is not None, cell
        stopped = stopped_in_example(cell)
        for slug, without in zip((cell.first, cell.second), cell.without, strict=True):
            assert without != cell.position
            less = run(without, cell.actions)
            same = less is not None and counted(less) == counted(whole)
            idle = cell.kind == NEVER or slug == stopped
            assert same == idle or cell.claims.get(cell.group) in (EACH_CAN_STOP, IDLE), (cell.first, cell.second)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_example_bears_both(edition: str) -> None:
    for cell in own_cells(edition):
        if cell.position:
            for slug in (cell.first, cell.second):
                assert (AURA_PREFIX if slug == "aura" else slug) in cell.position, (cell.first, cell.second)


def test_one_card_bears_both_where_that_can_be() -> None:
    cells_of_2 = own_cells(SEASON_2)
    together = [cell for cell in cells_of_2 if cell.group == ONE_CARD]
    assert len(together) > len(cells_of_2) / 2
    for cell in together:
        borne = re.findall(r"\(c[^)]*\)", cell.position)
        assert any(cell.first in card.split("/")[-1] and cell.second in card for card in borne), cell


def test_few_pairs_never_meet() -> None:
    kinds = [cell.kind for edition in EDITIONS for cell in own_cells(edition)]
    assert set(kinds) <= {STOPPING, TOUCHING, BESIDE, NEVER}
    assert kinds.count(NEVER) < 20
    assert all(cell.claims or cell.written for edition in EDITIONS for cell in own_cells(edition))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cell_says_what_is_true_of_both(edition: str, language: str) -> None:
    for cell in own_cells(edition):
        said = " ".join(sentences(cell, language))
        for slug in (cell.first, cell.second):
            assert ability_name(slug, language) in said
        assert "{" not in said and "  " not in said and ".." not in said
        assert settling(cell, language), "a ruling settles it"


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cell_names_rulings_of_its_abilities(edition: str) -> None:
    """Those about both where there are any; in any case each speaks of one of the two."""
    for cell in own_cells(edition):
        rulings = settling(cell, "en")
        assert rulings and all({cell.first, cell.second} & set(ruling.abilities) for ruling in rulings), cell
        if not is_settled_together(cell, "en"):
            assert {cell.first, cell.second} <= {slug for ruling in rulings for slug in ruling.abilities}, cell


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_interacts_says_how(edition: str) -> None:
    """Each way with its number of positions, and the example has what the foremost way says."""
    for cell in own_cells(edition):
        assert set(cell.ways) == {group for group, said in cell.claims.items() if said == CHANGES}
        for group, ways in cell.ways.items():
            assert ways and set(ways) <= set(WAYS)
            counts = [count for way, count in ways.items() if way != OTHERWISE]
            assert counts == sorted(counts, reverse=True) and OTHERWISE not in list(ways)[:-1]
            assert 0 < max(ways.values()) <= cell.positions[group]
            count = next(iter(ways.values()))
            assert f"({'in one' if count == 1 else count} of the positions tried" in headline(cell, "en")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_interacts_tells_what_would_happen_without_either(language: str) -> None:
    for edition in EDITIONS:
        for cell in own_cells(edition):
            sentences = contrasts(cell, language)
            if cell.written or cell.kind not in (STOPPING, TOUCHING):
                assert sentences == []
            else:
                assert sentences and all("{" not in sentence and ".." not in sentence for sentence in sentences), cell
    quick = find_cell("aquatic", "sprint")
    assert quick is not None
    names = {ability_name(slug, language) for slug in ("aquatic", "sprint")}
    assert all(any(name in sentence for name in names) for sentence in contrasts(quick, language))


def test_what_prevents_another_counts_as_meeting() -> None:
    for first, second in (("mercenary", "cursed"), ("mercenary", "reinforcement")):
        cell = find_cell(first, second)
        assert cell is not None and cell.kind == STOPPING and cell.group == ONE_CARD
        assert stopped_in_example(cell) == second
    cursed = find_cell("mercenary", "cursed")
    assert cursed is not None
    assert "On one card Mercenary keeps Cursed from acting, in all" in headline(cursed, "en")
    assert settling(cursed, "en")[0].id == "mercenary"


def test_vanish_acts_before_instinct() -> None:
    cell = find_cell("instinct", "vanish")
    assert cell is not None and cell.group == ONE_CARD
    assert first_deeds(cell)[0].slug == "vanish"
    assert {"vanish", "instinct"} == {ruling.id for ruling in settling(cell, "en")[:2]}


def test_an_aura_of_what_acts_in_hand_changes_nothing() -> None:
    cell = find_cell("aura", "lucidity")
    assert cell is not None and cell.kind == NEVER and "changes nothing" in headline(cell, "en")


def test_the_order_of_the_sentence_is_that_of_the_trace() -> None:
    for cell in own_cells(SEASON_2):
        if cell.kind != NEVER and not cell.written:
            earlier, later = first_deeds(cell)
            assert earlier.number <= later.number


def test_sprint_passes_somebody_where_it_acts() -> None:
    cell = find_cell("berserk", "sprint")
    assert cell is not None
    ran = run(cell.position, cell.actions)
    assert ran is not None
    assert any(event.kind == "sprint" and getattr(event, "passed", 0) for event in ran.events)


@pytest.mark.django_db
def test_the_command_finds_no_disagreement(capsys: pytest.CaptureFixture[str]) -> None:
    """A sample of the cells, in all positions of their families."""
    call_command("check_matrix", "--every", "45")
    counts = re.fullmatch(r"(\d+) cells, (\d+) positions, 0 disagree\n", capsys.readouterr().out)
    assert counts and int(counts[2]) >= 200 * int(counts[1])


def test_cells_by_hand_are_carried_out() -> None:
    by_hand = [cell for edition in EDITIONS for cell in own_cells(edition) if cell.written]
    assert by_hand
    for cell in by_hand:
        assert check_written(cell) == (1, []), (cell.first, cell.second)
    broken = replace(by_hand[0], actions=("mana",))
    assert check_written(broken)[1] == ["cannot be played: that cannot be done in this phase"]


@pytest.mark.django_db
def test_the_command_fails_on_a_claim_that_is_not_so(monkeypatch: pytest.MonkeyPatch) -> None:
    cell = find_cell("aquatic", "sprint")
    assert cell is not None
    wrong = replace(cell, claims={**cell.claims, cell.group: BOTH})
    monkeypatch.setattr("tools.management.commands.check_matrix.EDITIONS", (SEASON_2,))
    monkeypatch.setattr(
        "tools.management.commands.check_matrix.cells", lambda edition: {(wrong.first, wrong.second): wrong}
    )
    with pytest.raises(CommandError, match="disagree"):
        call_command("check_matrix")


def test_cards_are_named_in_the_language() -> None:
    cell = find_cell("sprint", "aquatic")
    assert cell is not None
    names = {card.name for card in cell.start("fr").seats[0].hand}
    assert "Renard" in names and "Fox" not in names


def test_there_is_no_cell_across_the_seasons() -> None:
    assert find_cell("aim", "rage") is None
    assert find_cell("aim", "rage", SEASON_1) is not None
    assert find_cell("nothing", "rage") is None


# Making it


@pytest.mark.parametrize("wider", [False, True])
@pytest.mark.parametrize("edition", EDITIONS)
def test_trials_come_by_size_and_can_be_read(edition: str, wider: bool) -> None:
    ordered = trials(edition, wider)
    assert [trial.size for trial in ordered] == sorted(trial.size for trial in ordered)
    assert len(set(ordered)) == len(ordered)
    assert all(run(trial.notation({}), ()) is not None for trial in ordered[::50])


def test_a_spell_bears_only_what_acts_on_it() -> None:
    assert may_bear("spell", "splash", SEASON_2)
    assert not may_bear("spell", "rage", SEASON_2)
    assert not may_bear("spell", "aura", SEASON_2)
    assert not may_bear("front", "aim", SEASON_2)
    assert may_bear("front", "aim", SEASON_1)


def test_names_of_slots_differ() -> None:
    board = [slot for slot in NAMES if slot not in ("spell", "next-spell")]
    assert len({NAMES[slot] for slot in board}) == len(board)


def met(first: bool, second: bool, stopped: str = "", changed: bool = True) -> MatrixMeeting:
    return MatrixMeeting(first, second, stopped == "first", stopped == "second", changed, not stopped)


@pytest.mark.parametrize(
    ("meetings", "said"),
    [
        ([met(True, True, "second")] * 2, STOPS),
        ([met(True, True, "first")] * 2, STOPPED),
        ([met(True, True, "second"), met(True, True)], CAN_STOP),
        ([met(True, True, "first"), met(True, True)], CAN_BE_STOPPED),
        ([met(True, True, "first"), met(True, True, "second")], EACH_CAN_STOP),
        ([met(True, True), met(True, True, changed=False)], CHANGES),
        ([met(True, True, changed=False)], BOTH),
        ([], ""),
    ],
)
def test_what_is_claimed_of_a_group(meetings: list[MatrixMeeting], said: str) -> None:
    assert claim(meetings, ONE_CARD) == said
    for meeting in meetings:
        assert agrees(said, meeting)
    assert not meetings or any(shows(said, meeting) for meeting in meetings)


def test_a_claim_of_all_is_refuted_by_one() -> None:
    assert not agrees(STOPS, met(True, True))
    assert not agrees(BOTH, met(True, True, changed=True))
    assert agrees(CHANGES, met(True, True, changed=False)), "it can, it need not"


def test_families_are_written_and_read() -> None:
    spots = [
        MatrixSpot(0, "front", "front"),
        MatrixSpot(17, "played", "target"),
        MatrixSpot(1234, "spell", ""),
        MatrixSpot(3, "reserve", "back"),
    ]
    assert read(written(spots)) == spots


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_script_can_be_carried_out(edition: str) -> None:
    look_at_scripts([*trials(edition), *trials(edition, wider=True)])


def test_a_script_that_nobody_can_carry_out_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next player's Mana phase begins by itself: whoever asks for it would never get to what comes after it."""
    impossible = (("0 upper", "end-turn", "mana", "assault"), ("played",), "summoning")
    monkeypatch.setattr("tools.matrix.positions.SCRIPTS", (impossible,))
    monkeypatch.setattr("tools.matrix.positions.WIDER_SCRIPTS", ())
    with pytest.raises(CannotBeDoneError, match="nobody can do step 3, mana"):
        Laboratory(SEASON_2)


# Ways


def outcome(**sums: int) -> MatrixOutcome:
    return MatrixOutcome(Counter(), {name.replace("_", ":"): count for name, count in sums.items()})


@pytest.mark.parametrize(
    ("both", "first", "second", "plain", "expected"),
    [
        (outcome(acts_rage=2), outcome(), outcome(acts_rage=1), outcome(), {"oftener-first"}),
        (outcome(acts_rage=1), outcome(), outcome(acts_rage=1), outcome(), {"otherwise"}),
        (outcome(acts_focus=0), outcome(acts_focus=1), outcome(), outcome(), {"rarer-second"}),
        (outcome(damage=9), outcome(damage=4), outcome(damage=4), outcome(damage=2), {"more-damage"}),
        (outcome(damage=6), outcome(damage=4), outcome(damage=4), outcome(damage=2), {"otherwise"}),
        (outcome(damage=6), outcome(damage=4), None, outcome(), {"allows-first"}),
    ],
)
def test_ways(
    both: MatrixOutcome,
    first: MatrixOutcome | None,
    second: MatrixOutcome | None,
    plain: MatrixOutcome,
    expected: set[str],
) -> None:
    assert ways_of(("focus", "rage"), both, first, second, plain) == expected


def test_ways_are_counted_the_most_frequent_first() -> None:
    counted_so = counted_ways([frozenset({"more-damage"}), frozenset({"more-damage", "oftener-first"})])
    assert list(counted_so.items()) == [("more-damage", 2), ("oftener-first", 1)]


# The orders


@pytest.mark.parametrize("slug", ["aura", *FLAG_OF_SLUG])
def test_every_ability_acts_somewhere(slug: str) -> None:
    steps = acts_in(slug)
    assert steps and all(phase in PHASES for phase, _step in steps)
    for language in ("en", "fr"):
        assert all(acting.name or acting.step is None for acting in steps_of(slug, language))


def test_traces_of_the_matrix_agree_with_the_orders() -> None:
    for edition in EDITIONS:
        for cell in own_cells(edition):
            ran = run(cell.position, cell.actions) if cell.position else None
            for event in ran.events if ran else ():
                if event.ability and event.step and event.kind not in ("aura", "aura-ends"):
                    assert (event.phase, event.step) in acts_in(event.ability), event


def test_abilities_of_an_edition_are_all_there() -> None:
    for edition in EDITIONS:
        flags = sum(FLAG_OF_SLUG[slug] for slug in slugs_of(edition) if slug != "aura")
        assert flags == ABILITIES_OF_EDITION[edition] & sum(FLAG_OF_SLUG.values())


# Pages


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/rulings/matrix/", "/fr/rulings/matrix/", "/rulings/matrix/of/season-1/"])
def test_the_matrix_page(client: Client, path: str) -> None:
    html = client.get(path).content.decode()
    edition = SEASON_1 if "season-1" in path else SEASON_2
    never = any(cell.kind == NEVER for cell in cells(edition).values())
    assert html.count('class="dot ') == len(cells(edition)) + 3 + never  # and the legend of what there is
    assert html.count('scope="row"') == html.count('scope="col"') == len(slugs_of(edition))


@pytest.mark.django_db
def test_a_cell_is_a_page_or_a_fragment(client: Client) -> None:
    page = client.get("/rulings/matrix/sprint/aquatic/")
    fragment = client.get("/rulings/matrix/sprint/aquatic/", headers={"hx-request": "true"})
    assert "<html" in page.content.decode() and "<html" not in fragment.content.decode()
    assert "HX-Request" in page.headers["Vary"]
    for answer in (page, fragment):
        assert "In this example: " in answer.content.decode() and "Governing ruling" in answer.content.decode()
        assert "data-live" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["rage/aim", "rage/nothing", "of/season-3", "of/season-3/rage/rage"])
def test_what_is_no_cell_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/rulings/matrix/{path}/").status_code == 404
