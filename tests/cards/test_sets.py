"""The site's own cards: as many as promised, all different, legal, in both languages, and readable by the engine."""

import json
import re
import subprocess
import sys
import tomllib
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from django.conf import settings

from cards import sets
from cards.icons import beings
from cards.sets import SLUGS, SetCard, SetFile, all_cards, all_sets, champions, read_set
from engine.decks.formats.interchange import read_position
from engine.decks.game.setup import DRAFT, PRECONSTRUCTED, SetUp
from engine.decks.rules.abilities import (
    ABILITIES_OF_EDITION,
    FLAG_OF_SLUG,
    INCANTATION_ABILITIES,
    SEASON_1,
    SEASON_2,
    flags_of,
)
from engine.decks.rules.modes import CO_OP, DUEL, FREE_FOR_ALL, SOLO

SCENES = {
    "caverns", "clouds", "dunes", "fields", "flames", "marsh", "peaks", "ruins", "spires", "stars", "trees", "waves",
}  # fmt: skip
TINTS = {
    "amber", "blood", "dusk", "ember", "frost", "grove", "iron", "moss", "rose", "sand", "storm", "tide",
}  # fmt: skip
# An Aura of these does nothing: they are asked of the card in hand, of the card as printed (Focus), or of a host.
USELESS_AURAS = {"focus", "lucidity", "price-of-blood", "symbiote"}
MALUSES = {"blackmail", "defender", "mercenary"}
LANGUAGES = ("en", "fr")
KEYS = {
    "slug",
    "season",
    "name",
    "about",
    "abilities",
    "accent",
    "symbol",
    "pattern",
    "decks",
    "cards",
    "bridges",
    "strongholds",
}
CARD_KEYS = {"slug", "name", "type", "cost", "av", "hp", "abilities", "flavour", "art", "deck"}

each_set = pytest.mark.parametrize("card_set", all_sets(), ids=SLUGS)


def twice(things: list[str]) -> list[str]:
    return [thing for thing, times in Counter(things).items() if times > 1]


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_there_is_a_file_for_each_set_and_no_other() -> None:
    assert {path.stem for path in sets.FOLDER.glob("*.toml")} == {*SLUGS, sets.CHAMPIONS.stem}
    assert len(SLUGS) == 11
    assert len(all_cards()) == 352


def test_files_have_no_unknown_keys() -> None:
    for slug in SLUGS:
        data = tomllib.loads(sets.path_of(slug).read_text(encoding="utf-8"))
        assert set(data) <= KEYS
        for card in data["cards"]:
            assert set(card) <= CARD_KEYS
            assert ("hp" in card) == (card["type"] == "creature"), card["slug"]
            assert card["type"] in ("creature", "incantation")
            assert set(card["name"]) == set(card["flavour"]) == set(LANGUAGES)


@each_set
def test_a_set_has_what_a_pack_has(card_set: SetFile) -> None:
    assert len(card_set.cards) == 32
    assert len(card_set.bridges) == len(card_set.strongholds) == 2
    incantations = sum(not card.is_creature for card in card_set.cards)
    assert 6 <= incantations <= 10
    assert card_set.abilities
    borne = Counter(slug.removeprefix("aura:") for card in card_set.cards for slug in card.abilities)
    for slug in card_set.abilities:
        assert borne[slug] >= 3, slug


@each_set
def test_a_set_has_a_curve_of_costs(card_set: SetFile) -> None:
    costs = Counter(card.cost for card in card_set.cards)
    assert max(costs) <= 8
    assert sum(costs[cost] for cost in range(1, 6)) >= 26
    assert sum(costs[cost] for cost in (0, 1, 2)) >= 5
    assert sum(number for cost, number in costs.items() if cost >= 4) >= 4


def test_slugs_are_slugs_and_unique_in_their_set() -> None:
    for card_set in all_sets():
        slugs = [thing.slug for thing in (*card_set.cards, *card_set.bridges, *card_set.strongholds)]
        assert twice(slugs) == []
        assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug) for slug in slugs)
        assert card_set.slug in SLUGS


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_and_no_line_is_there_twice(language: str) -> None:
    things = [thing for card_set in all_sets() for thing in (*card_set.cards, *card_set.bridges, *card_set.strongholds)]
    assert twice([thing.name.in_language(language).casefold() for thing in things]) == []
    assert twice([card.flavour.in_language(language).casefold() for card in all_cards()]) == []


def test_words_fit_on_a_card() -> None:
    for card in all_cards():
        for name in (card.name.en, card.name.fr):
            assert 2 <= len(name) <= 24, name
        for line in (card.flavour.en, card.flavour.fr):
            assert 2 <= len(line) <= 70, line
            assert line == line.strip() and "  " not in line, line
            assert line[-1] in ".!?", line
            assert "'" not in line + card.name.en + card.name.fr, "a typewriter's apostrophe"


def test_french_typography() -> None:
    for card_set in all_sets():
        texts = [
            card_set.about.fr,
            *(thing.name.fr for thing in (*card_set.cards, *card_set.bridges, *card_set.strongholds)),
        ]
        for text in (
            *texts,
            *(card.flavour.fr for card in card_set.cards),
            *(deck.about.fr for deck in card_set.decks),
        ):
            assert not re.search(r"(?<!\u202f)[!?;:]", text), f"a narrow space before ! ? ; and : in {text!r}"


def faults(card: SetCard) -> list[str]:
    """The faults of a card."""
    own, auras = flags_of(card.abilities)
    checks = {
        "edition": read_set(card.set).season in card.editions,
        "number of abilities": len(card.abilities) <= 3 and len(set(card.abilities)) == len(card.abilities),
        "cost": 0 <= card.cost <= 8,
        "hp": (1 <= card.hp <= 9) == card.is_creature and (card.hp == 0) != card.is_creature,
        "av": (0 if card.is_creature else 1) <= card.av <= 8,
        "an Aura that does nothing": not {slug[5:] for slug in card.abilities if ":" in slug} & USELESS_AURAS,
        "Vanish or Instinct that cannot be": card.hp != 1 or not {"vanish", "instinct"} & set(card.abilities),
        "art": card.art.scene in SCENES and card.art.tint in TINTS,
        "an Incantation's abilities": card.is_creature or not (auras or own & ~INCANTATION_ABILITIES),
    }
    return [what for what, right in checks.items() if not right]


def test_every_card_is_legal() -> None:
    assert {card.reference: faults(card) for card in all_cards() if faults(card)} == {}


def test_faults_are_found() -> None:
    card = all_cards()[0]
    assert faults(replace(card, abilities=("aura:lucidity", "aim"))) == ["edition", "an Aura that does nothing"]
    assert faults(replace(card, is_creature=False, hp=0, abilities=("rage",))) == ["an Incantation's abilities"]
    assert faults(replace(card, hp=1, abilities=("vanish",), cost=9)) == ["cost", "Vanish or Instinct that cannot be"]


@each_set
def test_no_subject_is_there_twice_in_a_set(card_set: SetFile) -> None:
    assert twice([card.art.icon for card in card_set.cards]) == []


def test_icons_exist_and_no_two_cards_look_the_same() -> None:
    known = json.loads(settings.GAME_ICONS.read_text(encoding="utf-8"))["icons"]
    things = [
        *(thing for card_set in all_sets() for thing in (*card_set.cards, *card_set.bridges, *card_set.strongholds)),
        *champions(),
    ]
    assert twice([f"{art.icon} {art.hand} {art.back} {art.band}" for art in (thing.art for thing in things)]) == []
    shown = {name for thing in things for name in (thing.art.icon, thing.art.hand, thing.art.back) if name}
    assert shown <= set(known)
    assert {card_set.symbol for card_set in all_sets()} <= set(known)


def test_every_creature_is_a_being_and_what_it_holds_is_none() -> None:
    known = set(json.loads(settings.GAME_ICONS.read_text(encoding="utf-8"))["icons"])
    assert beings() <= known
    creatures = [*(card for card in all_cards() if card.is_creature), *champions()]
    assert len(creatures) == 264 + 11
    assert {card.slug: card.art.icon for card in creatures if card.art.icon not in beings()} == {}
    assert {card.slug for card in creatures if {card.art.hand, card.art.back} & beings()} == set()
    assert sum(bool(card.art.hand or card.art.back) for card in creatures) >= 135


def test_only_creatures_hold_something() -> None:
    things = [thing for card_set in all_sets() for thing in (*card_set.bridges, *card_set.strongholds)]
    spells = [card for card in all_cards() if not card.is_creature]
    assert {(thing.art.hand, thing.art.back, thing.art.band) for thing in (*things, *spells)} == {("", "", 1)}
    assert sum(card.art.band > 1 for card in all_cards()) >= 10


@each_set
def test_a_set_has_a_mood_of_three_tints_and_three_scenes(card_set: SetFile) -> None:
    things = (*card_set.cards, *card_set.bridges, *card_set.strongholds)
    tints, scenes = Counter(thing.art.tint for thing in things), Counter(thing.art.scene for thing in things)
    assert len(tints) == len(scenes) == 3
    assert min(*tints.values(), *scenes.values()) >= 9


def test_no_two_sets_have_the_same_mood() -> None:
    moods = [
        (frozenset(c.art.tint for c in card_set.cards), frozenset(c.art.scene for c in card_set.cards))
        for card_set in all_sets()
    ]
    assert len(set(moods)) == len({tints for tints, _ in moods}) == len(SLUGS)


@each_set
def test_neighbours_in_a_set_look_different(card_set: SetFile) -> None:
    for left, right in pairwise(card_set.cards):
        assert left.art.scene != right.art.scene, (left.slug, right.slug)
        assert left.art.tint != right.art.tint, (left.slug, right.slug)


def test_every_scene_and_tint_is_used() -> None:
    assert {card.art.scene for card in all_cards()} == SCENES
    assert {card.art.tint for card in all_cards()} == TINTS


def test_accents_and_symbols_tell_sets_apart() -> None:
    assert twice([card_set.accent for card_set in all_sets()]) == []
    assert twice([card_set.symbol for card_set in all_sets()]) == []
    assert twice([card_set.pattern for card_set in all_sets()]) == []
    for card_set in all_sets():
        assert re.fullmatch(r"#[0-9a-f]{6}", card_set.accent)
        assert 1.05 / (luminance(card_set.accent) + 0.05) >= 4.5, card_set.slug


def test_every_ability_is_well_represented() -> None:
    own = Counter(slug for card in all_cards() for slug in card.abilities if ":" not in slug)
    auras = Counter(slug.removeprefix("aura:") for card in all_cards() for slug in card.abilities if ":" in slug)
    assert set(own) == set(FLAG_OF_SLUG)
    for slug in FLAG_OF_SLUG:
        assert own[slug] + auras[slug] >= 8, slug
        if slug not in USELESS_AURAS | MALUSES:
            assert auras[slug] >= 2, slug


def test_the_expansion_of_season_1_and_the_others() -> None:
    """One expansion keeps the rules of season 1 and is playable there whole; all others are playable in season 2."""
    assert [card_set.slug for card_set in all_sets() if card_set.season == 1] == ["breaching-in"]
    for card in all_cards():
        only_1 = bool(sum(flags_of(card.abilities)) & ~ABILITIES_OF_EDITION[SEASON_2])
        assert card.editions == ((1,) if only_1 else (1, 2) if 1 in card.editions else (2,))
    both = [card for card in read_set("breaching-in").cards if 2 in card.editions]
    assert len(both) >= 16  # enough for a Duel's draft in season 2


def test_the_preconstructed_decks() -> None:
    decks = sets.decks()
    assert len(decks) == 4
    for deck in decks:
        assert len({card.slug for card in deck.cards}) == 8
        assert all(2 in card.editions for card in deck.cards)
    assert {card.reference for deck in decks for card in deck.cards} == {
        card.reference for card in read_set("initiation").cards
    }
    card_lists = tuple(tuple(card.card for card in deck.cards) for deck in decks)
    assert SetUp(DUEL, PRECONSTRUCTED, 1, decks=card_lists).faults() == []
    assert SetUp(SOLO, PRECONSTRUCTED, 1, decks=card_lists).faults() == []


@each_set
def test_a_set_can_be_drafted_by_itself(card_set: SetFile) -> None:
    pool = tuple(card.card for card in card_set.cards)
    edition = SEASON_1 if card_set.season == 1 else SEASON_2
    for mode in (DUEL, SOLO, FREE_FOR_ALL):
        assert SetUp(mode, DRAFT, 1, pool=pool, edition=edition).faults() == []


def test_two_sets_can_be_drafted_together() -> None:
    pool = tuple(card.card for slug in ("discord", "slyness") for card in read_set(slug).cards)
    assert SetUp(CO_OP, DRAFT, 1, pool=pool).faults() == []


def test_the_catalogue_is_what_positions_refer_to() -> None:
    written = sets.catalogue()
    assert len(written) == 352
    assert set(sets.catalogue(["elusive"])) == {card.reference for card in read_set("elusive").cards}
    for card in all_cards():
        edition = "season-2" if 2 in card.editions else "season-1"
        hands = {seat: {"hand": ["bastion", card.reference]} for seat in "AB"}
        data = {"format": "clash-position/1", "edition": edition, "active": "A", "phase": "mana", "players": hands}
        read = read_position(data, written).seats[0].hand[0]
        assert read == card.card
        assert read.to_json() == card.reference
        assert sets.card_of(card.reference) is card


def test_the_engine_plays_with_the_catalogue(root: Path, tmp_path: Path) -> None:
    printed = subprocess.run([sys.executable, "-m", "cards.sets"], cwd=root, capture_output=True, check=True)
    file = tmp_path / "catalogue.json"
    file.write_bytes(printed.stdout)
    command = [sys.executable, "-m", "engine", "play", "--mode", "duel", "--games", "2", "--seed", "1"]
    process = subprocess.run(
        [*command, "--bots", "random,random", "--catalogue", str(file)], cwd=root, capture_output=True, check=True
    )
    assert json.loads(process.stdout)["games"]


def test_what_there_is_not() -> None:
    with pytest.raises(KeyError):
        read_set("../../config/settings")
    with pytest.raises(KeyError):
        sets.card_of("initiation/nobody")
    with pytest.raises(KeyError):
        all_cards()[0].name.in_language("de")
