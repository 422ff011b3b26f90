"""The matrix: every pair of abilities, each with an example in which both act."""

from __future__ import annotations

import pytest
from django.test import Client

from cards.abilities import ability_name
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG, SEASON_1, SEASON_2
from rulings.matrix import BESIDE, NEVER, TOUCHING, Cell, cells, find_cell, first_deeds, sentences
from rulings.matrix_positions import NAMES, MatrixPosition, counted, may_bear, run, trials
from rulings.matrix_search import Search, slugs_of
from rulings.orders import PHASES, acts_in, steps_of

EDITIONS = (SEASON_2, SEASON_1)


def own_cells(edition: str) -> list[Cell]:
    return [cell for pair, cell in cells(edition).items() if pair == (cell.first, cell.second)]


@pytest.mark.parametrize(("edition", "abilities"), [(SEASON_2, 28), (SEASON_1, 15)])
def test_every_pair_has_a_cell(edition: str, abilities: int) -> None:
    slugs = slugs_of(edition)
    assert len(slugs) == len(set(slugs))
    expected = {(one, two) for one in slugs for two in slugs}
    assert set(cells(edition)) == expected
    assert len(own_cells(edition)) == len(slugs) * (len(slugs) + 1) // 2
    assert abs(len(slugs) - abilities) <= 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_act_in_every_example(edition: str) -> None:
    """Without either ability something else happens."""
    for cell in own_cells(edition):
        if cell.kind == NEVER:
            continue
        whole = run(cell.position, cell.actions)
        assert whole is not None, cell
        for without in cell.without:
            assert without != cell.position
            less = run(without, cell.actions)
            assert less is None or counted(less) != counted(whole), (cell.first, cell.second)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_example_bears_both(edition: str) -> None:
    for cell in own_cells(edition):
        if cell.kind == NEVER:
            continue
        for slug in (cell.first, cell.second):
            assert (AURA_PREFIX if slug == "aura" else slug) in cell.position, (cell.first, cell.second)


def test_few_pairs_never_meet() -> None:
    kinds = [cell.kind for edition in EDITIONS for cell in own_cells(edition)]
    assert set(kinds) <= {TOUCHING, BESIDE, NEVER}
    assert kinds.count(NEVER) < 10


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cell_says_who_acts_first(edition: str, language: str) -> None:
    for cell in own_cells(edition):
        said = " ".join(sentences(cell, language))
        for slug in (cell.first, cell.second):
            assert ability_name(slug, language) in said
        assert "{" not in said


def test_the_order_of_the_sentence_is_that_of_the_trace() -> None:
    for cell in own_cells(SEASON_2):
        if cell.kind != NEVER:
            one, two = first_deeds(cell)
            assert one.number <= two.number


def test_sprint_comes_before_aquatic() -> None:
    cell = find_cell("aquatic", "sprint")
    assert cell is not None and cell is find_cell("sprint", "aquatic")
    one, two = first_deeds(cell)
    assert (one.slug, one.phase, one.step) == ("sprint", "assault", 4)
    assert (two.slug, two.phase, two.step) == ("aquatic", "assault", 6)
    assert cell.kind == TOUCHING
    assert sentences(cell, "en")[0].startswith("Sprint acts first, in step 4 of the Assault")


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
    found = trials(edition, wider)
    assert [trial.size for trial in found] == sorted(trial.size for trial in found)
    assert len(set(found)) == len(found)
    assert all(run(trial.notation({}), ()) is not None for trial in found[::50])


def test_a_spell_bears_only_what_acts_on_it() -> None:
    assert may_bear("spell", "splash", SEASON_2)
    assert not may_bear("spell", "rage", SEASON_2)
    assert not may_bear("spell", "aura", SEASON_2)
    assert not may_bear("front", "aim", SEASON_2)
    assert may_bear("front", "aim", SEASON_1)


def test_names_of_slots_differ() -> None:
    board = [slot for slot in NAMES if slot not in ("spell", "next-spell")]
    assert len({NAMES[slot] for slot in board}) == len(board)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Search:
    """A search that looks at a few trials only."""

    def few(edition: str, wider: bool) -> list[MatrixPosition]:
        return [one for one in trials(edition, wider) if one.actions == ("assault",) and len(one.board) < 3]

    monkeypatch.setattr("rulings.matrix_search.trials", few)
    return Search(SEASON_2)


def test_the_search_finds_what_touches(small: Search) -> None:
    meeting = small.find("sprint", "aquatic")
    assert meeting is not None and meeting.touching
    assert meeting.trial.board == ("front", "back")
    assert meeting.notation(first=False).count("sprint") == 0
    assert meeting.notation(second=False).count("aquatic") == 0


def test_the_search_is_deterministic(small: Search) -> None:
    assert small.find("protection", "splash") == small.find("protection", "splash")


def test_an_aura_lends_the_other_ability(small: Search) -> None:
    meeting = small.find("aura", "sprint")
    assert meeting is not None and meeting.written == ("aura:sprint", "")


def test_what_acts_only_in_summoning_is_not_found_in_an_assault(small: Search) -> None:
    assert small.find("lucidity", "enchain") is None


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
            ran = run(cell.position, cell.actions) if cell.kind != NEVER else None
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
    assert html.count('class="dot ') == len(cells(edition)) + 2  # and the legend of what there is
    assert html.count('scope="row"') == html.count('scope="col"') == len(slugs_of(edition))


@pytest.mark.django_db
def test_a_cell_is_a_page_or_a_fragment(client: Client) -> None:
    page = client.get("/rulings/matrix/sprint/aquatic/")
    fragment = client.get("/rulings/matrix/sprint/aquatic/", headers={"hx-request": "true"})
    assert "<html" in page.content.decode() and "<html" not in fragment.content.decode()
    assert "HX-Request" in page.headers["Vary"]
    for answer in (page, fragment):
        assert "Sprint acts first" in answer.content.decode()
        assert "data-live" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["rage/aim", "rage/nothing", "of/season-3", "of/season-3/rage/rage"])
def test_what_is_no_cell_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/rulings/matrix/{path}/").status_code == 404
