"""The matrix: each pair of abilities that a ruling settles has a sentence, which the engine bears out."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from django.test import Client

from engine.decks.rules.abilities import ABILITIES_OF_EDITION, AURA_PREFIX, FLAG_OF_SLUG, SEASON_1, SEASON_2
from rulings.catalogue import ruling_by_id
from rulings.example_runner import play
from rulings.matrix import (
    AGAINST,
    BY_AURA,
    CHANGING,
    EDITIONS,
    KINDS,
    NONE,
    ONE_CARD,
    PairSentence,
    abilities_of,
    all_sentences,
    cells,
    check_sentence,
    find_cell,
    headline,
    sentences,
    settling,
    start_of,
)
from rulings.matrix_table import acting_order
from rulings.orders import PHASES, acts_in, steps_of
from rulings.texts import find

EVERY_SENTENCE = pytest.mark.parametrize(
    "sentence", all_sentences(), ids=lambda one: f"{one.attacker}-{one.defender}-{one.way}"
)


@pytest.mark.parametrize(("edition", "abilities"), [(SEASON_2, 28), (SEASON_1, 15)])
def test_every_pair_has_a_cell(edition: str, abilities: int) -> None:
    slugs = abilities_of(edition)
    assert set(cells(edition)) == {(first, second) for first in slugs for second in slugs}
    assert len(slugs) == len(set(slugs)) and abs(len(slugs) - abilities) <= 1


# The sentences


@EVERY_SENTENCE
def test_the_engine_does_what_a_sentence_says(sentence: PairSentence) -> None:
    for edition in sentence.seasons:
        assert check_sentence(sentence, edition) == []


def test_a_sentence_that_is_not_so_is_found() -> None:
    sentence = all_sentences()[0]
    assert check_sentence(replace(sentence, actions=("mana",)), SEASON_2)[0].startswith("cannot be played")
    wrong = replace(sentence, facts=({"event": "berserk"},))
    assert check_sentence(wrong, SEASON_2) == ["expected '1 times berserk', the engine says '0 times berserk'"]


def without(sentence: PairSentence, slug: str) -> PairSentence:
    """The same with the ability off all cards of the position; of twins off the last of them."""
    name = rf"{AURA_PREFIX}[a-z-]+" if slug == "aura" else rf"(?:{AURA_PREFIX})?{slug}"
    found = list(re.finditer(rf" {name}(?=[ )])", sentence.position))
    position = sentence.position
    for match in reversed(found[-1:] if sentence.attacker == sentence.defender else found):
        position = position[: match.start()] + position[match.end() :]
    assert position != sentence.position, f"no card has {slug}"
    return replace(sentence, position=position)


@EVERY_SENTENCE
def test_the_position_of_a_sentence_needs_its_abilities(sentence: PairSentence) -> None:
    """Both where they change one another; else the one that stops the other, or of which it could be thought."""
    edition = sentence.seasons[0]
    slugs = dict.fromkeys((sentence.attacker, sentence.defender))
    if "{holds " in sentence.position:
        slugs.pop("enchain", None)  # a card is given back whether or not its holder still has Enchain (5.11)
    needed = [slug for slug in slugs if check_sentence(without(sentence, slug), edition)]
    assert needed == list(slugs) if sentence.kind == CHANGING else needed


@EVERY_SENTENCE
def test_a_sentence_has_its_abilities_where_it_says(sentence: PairSentence) -> None:
    """On one card (or one stack), of both players, or as an Aura."""
    borne = re.findall(r"\([^)]*\)(?:\+[^ ]*\([^)]*\))?", sentence.position)
    together = [card for card in borne if all(slug in card for slug in (sentence.attacker, sentence.defender))]
    assert sentence.way in (AGAINST, BY_AURA, "own-cards") or together
    if sentence.way == AGAINST:
        _header, a, b = sentence.position.split(" | ")
        assert (sentence.attacker in a and sentence.defender in b) or (
            sentence.attacker in b and sentence.defender in a
        )
    assert (sentence.way == BY_AURA) == ("aura" in (sentence.attacker, sentence.defender))
    assert sentence.way != BY_AURA or AURA_PREFIX in sentence.position


@EVERY_SENTENCE
def test_a_sentence_names_a_source_of_its_ruling(sentence: PairSentence) -> None:
    ruling = ruling_by_id(sentence.ruling, "en")
    assert sentence.source in {passage.kind for passage in ruling.passages}


@EVERY_SENTENCE
def test_a_sentence_is_one_sentence_without_counts_of_positions(sentence: PairSentence) -> None:
    for text in sentence.text.values():
        assert text[0].isupper() and text.endswith(".") and "positions" not in text and "'" not in text
        assert "{" not in text and "  " not in text and len(text) <= 210
    assert not re.search(r" [;:!?]", sentence.text["fr"])


@EVERY_SENTENCE
def test_a_sentence_is_about_abilities_of_its_seasons(sentence: PairSentence) -> None:
    for edition in sentence.seasons:
        assert {sentence.attacker, sentence.defender} <= set(abilities_of(edition))
        assert start_of(sentence, "fr", edition).seats


def test_cards_are_named_in_the_language() -> None:
    for language in ("en", "fr"):
        names = find(language, "matrix", "names")
        used = {name for one in all_sentences() for name in re.findall(r"([A-Z][a-z]+)\(", one.position)}
        assert used == set(names)


def test_no_pair_is_settled_twice() -> None:
    settled = Counter(
        (
            edition,
            one.way,
            *((one.attacker, one.defender) if one.way == AGAINST else sorted((one.attacker, one.defender))),
        )
        for one in all_sentences()
        for edition in one.seasons
    )
    assert [pair for pair, times in settled.items() if times > 1] == []


def test_many_pairs_are_settled() -> None:
    written = {edition: sum(cell.written for cell in cells(edition).values()) for edition in EDITIONS}
    assert written[SEASON_2] > 120 and written[SEASON_1] > 45
    assert {one.way for one in all_sentences()} == {AGAINST, ONE_CARD, "own-cards", BY_AURA}


# The cells


def test_a_cell_has_a_direction() -> None:
    here, turned = find_cell("perforation", "protection"), find_cell("protection", "perforation")
    assert here is not None and turned is not None
    assert here.sentences == turned.reverse and here.kind == "beside"
    assert turned.kind == NONE and turned.written
    assert headline(here, "en") == headline(turned, "en")
    assert settling(here, "en")[0].id == "protection"
    together = find_cell("vanish", "instinct")
    assert together is not None and together.sentences[0].way == ONE_CARD and together.reverse == ()


def test_a_cell_that_no_ruling_settles_names_the_rulings_of_its_abilities() -> None:
    cell = find_cell("aquatic", "cursed")
    assert cell is not None and not cell.written and cell.kind == NONE
    assert sentences(cell, "en") == ["No special interaction: each does what it does alone."]
    assert [ruling.id for ruling in settling(cell, "en")] == ["aquatic", "cursed"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_both_abilities_stand_in_the_order_of_a_turn(language: str) -> None:
    for cell in cells(SEASON_2).values():
        order = acting_order(cell, language)
        places = [(PHASES.index(each.acting.phase), each.acting.step or 0) for each in order]
        assert places == sorted(places)
        assert {each.head.slug for each in order} == {cell.first, cell.second}


def test_there_is_no_cell_across_the_seasons() -> None:
    assert find_cell("aim", "rage") is None
    assert find_cell("aim", "rage", SEASON_1) is not None
    assert find_cell("nothing", "rage") is None
    assert find_cell("rage", "rage", "season-3") is None


# The orders


@pytest.mark.parametrize("slug", ["aura", *FLAG_OF_SLUG])
def test_every_ability_acts_somewhere(slug: str) -> None:
    steps = acts_in(slug)
    assert steps and all(phase in PHASES for phase, _step in steps)
    for language in ("en", "fr"):
        assert all(acting.name or acting.step is None for acting in steps_of(slug, language))


@EVERY_SENTENCE
def test_traces_of_the_matrix_agree_with_the_orders(sentence: PairSentence) -> None:
    for edition in sentence.seasons:
        for event in play(sentence.position_in(edition), sentence.actions).events:
            if event.ability and event.step and event.kind not in ("aura", "aura-ends"):
                assert (event.phase, event.step) in acts_in(event.ability), event


def test_abilities_of_an_edition_are_all_there() -> None:
    for edition in EDITIONS:
        flags = sum(FLAG_OF_SLUG[slug] for slug in abilities_of(edition) if slug != "aura")
        assert flags == ABILITIES_OF_EDITION[edition] & sum(FLAG_OF_SLUG.values())


# Pages


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/rulings/matrix/", "/fr/rulings/matrix/", "/rulings/matrix/of/season-1/"])
def test_the_matrix_page(client: Client, path: str) -> None:
    html = client.get(path).content.decode()
    edition = SEASON_1 if "season-1" in path else SEASON_2
    slugs = abilities_of(edition)
    assert html.count('class="dot ') == len(slugs) ** 2 + 4  # and the legend
    assert html.count('scope="row"') == html.count('scope="col"') == len(slugs)
    for kind in (*KINDS, NONE):
        assert html.count(f'class="dot {kind}"') == 1 + sum(cell.kind == kind for cell in cells(edition).values())


@pytest.mark.django_db
@pytest.mark.parametrize("start", ["", "/fr"])
def test_a_cell_is_a_page_or_a_fragment(client: Client, start: str) -> None:
    """The sentence stands before its board, with its ruling and whose it is; then both abilities in order."""
    page = client.get(f"{start}/rulings/matrix/perforation/protection/")
    fragment = client.get(f"{start}/rulings/matrix/perforation/protection/", headers={"hx-request": "true"})
    assert "<html" in page.content.decode() and "<html" not in fragment.content.decode()
    assert "HX-Request" in page.headers["Vary"]
    sentence = cells(SEASON_2)["perforation", "protection"].sentences[0]
    for answer in (page, fragment):
        html = answer.content.decode()
        said = html.index(sentence.text["fr" if start else "en"])
        assert said < html.index(f'href="{start}/rulings/protection/"', said) < html.index("data-live")
        assert ("Livrets" if start else "Rulebook") in html[said : html.index("data-live")]
        assert html.index("data-live") < html.index('class="pair-order"')
        assert f'href="{start}/rulings/matrix/protection/perforation/"' in html


@pytest.mark.django_db
def test_a_pair_that_no_ruling_settles_says_so(client: Client) -> None:
    html = client.get("/rulings/matrix/aquatic/cursed/").content.decode()
    assert "No special interaction" in html and "data-live" not in html
    assert html.count('class="pair-ability"') == len(acts_in("aquatic")) + len(acts_in("cursed"))
    reverse = client.get("/rulings/matrix/protection/perforation/").content.decode()
    assert "Perforation against Protection" in reverse and "No special interaction" not in reverse


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["rage/aim", "rage/nothing", "of/season-3", "of/season-3/rage/rage"])
def test_what_is_no_cell_is_not_found(client: Client, path: str) -> None:
    assert client.get(f"/rulings/matrix/{path}/").status_code == 404
