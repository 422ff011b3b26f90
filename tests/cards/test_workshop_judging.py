"""Remarks on a card before it is played: editions, idle abilities, the estimate, the credit of its icon."""

from __future__ import annotations

import pytest
from django.utils import translation

from cards import costs, credits
from cards.costs import CostPart, Estimate
from cards.icons import drawings
from cards.models import Card
from cards.sets import all_cards
from cards.workshop import assessment, editor
from cards.workshop.assessment import idle_abilities, judge, part_name, usable_editions
from engine.decks.rules.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, INCANTATION_ABILITIES, SEASON_1, SEASON_2
from engine.decks.rules.cards import Card as EngineCard


@pytest.mark.parametrize("slug", sorted(FLAG_OF_SLUG))
@pytest.mark.parametrize("aura", ["", "aura:"])
def test_editions_are_those_of_the_engine(slug: str, aura: str) -> None:
    flag = FLAG_OF_SLUG[slug]
    expected = tuple(
        number for number, edition in ((1, SEASON_1), (2, SEASON_2)) if flag & ABILITIES_OF_EDITION[edition]
    )
    assert usable_editions(EngineCard("Fox", True, 2, 2, 2, (aura + slug,))) == expected


def test_no_edition_has_what_only_one_of_each_has() -> None:
    assert usable_editions(EngineCard("Fox", True, 2, 2, 2, ("aim", "backlash"))) == ()


def test_a_card_with_a_reference_is_looked_at_all_the_same() -> None:
    assert usable_editions(EngineCard("Fox", True, 2, 2, 2, (), "set/fox")) == (1, 2)


def test_a_creature_without_health_points_is_in_no_edition() -> None:
    assert usable_editions(EngineCard("Fox", True, 2, 2, 0, ())) == ()


def test_what_does_nothing_on_an_incantation() -> None:
    slugs = [*FLAG_OF_SLUG, "aura:splash"]
    idle = set(idle_abilities(Card(kind="incantation", abilities=slugs)))
    assert idle == {slug for slug, flag in FLAG_OF_SLUG.items() if not flag & INCANTATION_ABILITIES} | {"aura:splash"}


def test_what_does_nothing_on_a_champion() -> None:
    idle = idle_abilities(Card(kind="champion", abilities=[*FLAG_OF_SLUG]))
    assert set(idle) == {"lucidity", "mercenary", "cursed", "reinforcement"}


def test_on_a_creature_everything_does_something() -> None:
    assert idle_abilities(Card(kind="creature", abilities=[*FLAG_OF_SLUG])) == ()


def estimated(monkeypatch: pytest.MonkeyPatch, difference: float, error: float = 0.2) -> assessment.Judgement:
    parts = (CostPart("creature", 0.5), CostPart("av", 2.0), CostPart("rage", -0.25), CostPart("aura:aim", 0.01))
    monkeypatch.setattr(assessment, "explain", lambda card: Estimate(3.0, error, difference, parts))
    judgement = judge(EngineCard("Fox", True, 2, 2, 2, ()), "en")
    assert judgement is not None
    return judgement


@pytest.mark.parametrize(
    ("difference", "error", "lean", "off"),
    [
        (-1.1, 0.2, "cheap", 1.0),
        (-0.8, 0.2, "cheap", 1.0),
        (1.7, 0.2, "dear", 1.5),
        (0.3, 0.1, "fair", 0.5),
        (1.1, 0.9, "fair", 1.0),
        (0.0, 0.2, "fair", 0.0),
    ],
)
def test_the_estimate_in_words(
    monkeypatch: pytest.MonkeyPatch, difference: float, error: float, lean: str, off: float
) -> None:
    judgement = estimated(monkeypatch, difference, error)
    assert (judgement.lean, judgement.off) == (lean, off)


def test_no_number_is_given_where_nothing_was_measured() -> None:
    giant = judge(EngineCard("Fox", True, 2, 9, 12, ("rage", "berserk", "aerial")), "en")
    assert giant is not None and (giant.lean, giant.most_measured) == ("beyond", assessment.MAX_MEASURED)
    assert max(card.cost for card in all_cards()) <= assessment.MAX_MEASURED
    motes = judge(EngineCard("Mote", True, 0, 0, 1, ()), "en")
    assert motes is not None and motes.lean in ("weak", "fair")


def test_what_is_dear_for_nothing_is_weak(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assessment, "explain", lambda card: Estimate(-2.0, 0.2, 2.0, ()))
    judgement = judge(EngineCard("Mote", True, 0, 0, 1, ()), "en")
    assert judgement is not None and judgement.lean == "weak"


def test_the_parts_of_the_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    judgement = estimated(monkeypatch, -1)
    assert [(part.name, part.length) for part in judgement.parts] == [
        ("A Creature alone", 25),
        ("Attack value", 100),
        ("Rage", 12),
    ]


def test_before_a_model_is_fitted_there_is_no_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(card: EngineCard) -> Estimate:
        raise FileNotFoundError(costs.FILE)

    monkeypatch.setattr(assessment, "explain", missing)
    assert judge(EngineCard("Fox", True, 2, 2, 2, ()), "en") is None


def test_names_of_parts() -> None:
    assert part_name("berserk+rage", "en") == "Berserk + Rage"
    assert part_name("aura:rage", "en") == "Aura: Rage"
    with translation.override("fr"):
        assert part_name("aura:rage", "fr").startswith("Aura")


# The picker


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_ability_can_be_picked_with_its_explanation(language: str) -> None:
    picks = editor.picks(language)
    assert {pick.slug for pick in picks} == set(FLAG_OF_SLUG)
    assert all(pick.text and pick.name and pick.editions for pick in picks)
    by_slug = {pick.slug: pick for pick in picks}
    assert (by_slug["aim"].editions, by_slug["rage"].editions, by_slug["vanish"].editions) == ("1", "1 2", "2")
    assert by_slug["aim"].idle == "incantation"
    assert by_slug["reinforcement"].idle == "incantation champion"
    assert by_slug["splash"].idle == ""


# Credits


def test_icons_are_credited_to_who_drew_them() -> None:
    credit = credits.credit_of("wolf-head")
    assert (credit.author.name, credit.author.licence) == ("Lorc", "CC BY 3.0")
    assert credit.url == "https://game-icons.net/1x1/lorc/wolf-head.html"
    assert credit.title == "wolf head"


def test_what_is_not_cc_by_says_so() -> None:
    by = dict(credits.credits_by_author())
    licences = {author.slug: author.licence for author in by}
    assert licences.pop("viscious-speed") == "CC0 1.0"
    assert set(licences.values()) == {"CC BY 3.0"}
    assert all(author.licence_url.startswith("https://creativecommons.org/") for author in by)


def test_every_icon_is_credited_once_and_no_other() -> None:
    listed = [credit.icon for _author, credits_of in credits.credits_by_author() for credit in credits_of]
    assert sorted(listed) == list(drawings())
    known = credits._authors()
    assert set(known) <= set(drawings())
    assert len(set(drawings()) - set(known)) < 40


def test_an_icon_by_nobody_known_is_credited_to_the_site() -> None:
    credit = credits.credit_of("acid-shield")
    assert (credit.author, credit.url) == (credits.UNKNOWN, credits.SOURCE)


def test_authors_of_some_icons() -> None:
    first, *_others = credits.credits_by_author(["wolf-head", "fox-head", "wolf-head", "acid-shield"])
    author, listed = first
    assert (author.name, [credit.icon for credit in listed]) == ("Lorc", ["fox-head", "wolf-head"])
