"""The measurements of docs/balance.md: games that can be made again, and a regression that finds what is there."""

import math
import random
from pathlib import Path

import pytest

from benchmarks import balance
from cards.sets import all_cards, card_of, decks
from engine.abilities import ABILITIES_OF_EDITION


@pytest.mark.parametrize("kind", balance.MATCHES)
def test_games_are_legal_and_always_the_same(kind: str) -> None:
    for number in range(40):
        match = balance.MATCHES[kind](number)
        assert match == balance.MATCHES[kind](number)
        assert len(match.first) == len(match.second) == 8
        for card in (*match.first, *match.second):
            assert not (card.abilities | card.auras) & ~ABILITIES_OF_EDITION[match.edition]
    assert balance.MATCHES[kind](0) != balance.MATCHES[kind](1)


def test_every_card_of_the_sets_gets_its_games() -> None:
    games = [{"n": number, "won": 1.0} for number in range(1500)]
    found = balance.shares(games)
    assert set(found) == {card.reference for card in all_cards()}
    assert min(number for number, _ in found.values()) > 30
    assert sum(number * share for number, share in found.values()) == pytest.approx(8 * len(games))


def test_each_pair_of_decks_meets_with_either_beginning() -> None:
    met = [balance.decks_match(number).names for number in range(12)]
    slugs = [deck.slug for deck in decks()]
    assert sorted(met) == sorted((one, other) for one in slugs for other in slugs if one != other)


def test_games_go_on_where_they_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "HOME", tmp_path)
    balance.play_all(balance.DECKS, "random", 3, 1)
    before = balance.games_of(balance.DECKS, "random")
    balance.play_all(balance.DECKS, "random", 6, 1)
    games = balance.games_of(balance.DECKS, "random")
    assert [game["n"] for game in games] == [0, 1, 2, 3, 4, 5]
    assert games[:3] == before
    assert games[4] == balance.play(balance.DECKS, 4, "random") | {"decks": list(balance.decks_match(4).names)}
    assert all(game["won"] in (0, 0.5, 1) for game in games)


def test_the_regression_finds_what_was_put_in() -> None:
    rng = random.Random(1)
    truth = {"one": 1.0, "two": -0.5, "first": 0.2}
    rows, outcomes = [], []
    for _ in range(4000):
        row = {"one": rng.gauss(0, 1), "two": rng.gauss(0, 1), "first": 1.0, "nothing": rng.gauss(0, 1)}
        chance = 1 / (1 + math.exp(-sum(truth.get(name, 0.0) * value for name, value in row.items())))
        rows.append(row)
        outcomes.append(float(rng.random() < chance))
    fit = balance.logistic(rows, outcomes)
    for name in (*truth, "nothing"):
        assert abs(fit.value(name) - truth.get(name, 0.0)) < 3.5 * fit.error(name)
        assert 0.02 < fit.error(name) < 0.06
    assert fit.value("unknown") == 0.0
    drawn = balance.logistic(rows, outcomes, ridge=1e6, free=("first",))
    assert abs(drawn.value("one")) < 0.01 < abs(drawn.value("first"))


def test_the_inverse_is_one() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]]
    inverse = balance.inverted(matrix)
    for i in range(3):
        for j in range(3):
            product = sum(matrix[i][k] * inverse[k][j] for k in range(3))
            assert product == pytest.approx(float(i == j), abs=1e-12)


@pytest.mark.long
def test_strengths_come_out_in_mana() -> None:
    """Cards that are secretly so much too cheap or too dear are found out, with about the errors that are claimed."""
    rng = random.Random(3)
    secret = {card.reference: rng.gauss(0, 1.5) for card in all_cards()}
    games = []
    for number in range(2500):
        match = balance.altered_match(number)
        log_odds = 0.0
        for cards, sign in ((match.first, 1), (match.second, -1)):
            for card in cards:
                printed = card_of(str(card.reference)).cost
                log_odds += sign * 0.4 * (secret[str(card.reference)] + printed - card.cost)
        games.append((match, float(rng.random() < 1 / (1 + math.exp(-log_odds)))))
    found = balance.measured(games, {})
    assert abs(found.worth - 0.4) < 3.5 * found.worth_error < 0.2
    mean = sum(secret.values()) / len(secret)
    off = [(found.strengths[name].measured - secret[name] + mean) / found.strengths[name].error for name in secret]
    assert 0.6 < math.sqrt(sum(value**2 for value in off) / len(off)) < 1.4
    leaning = balance.leanings(found)
    off = [leaning[name] - secret[name] + mean for name in secret]
    assert math.sqrt(sum(value**2 for value in off) / len(off)) < 1.2


def test_what_the_model_does_not_see_is_cleared_of_what_the_measurement_does_not() -> None:
    rng = random.Random(2)
    found = {}
    for number in range(3000):
        foretold = rng.gauss(0, 1)
        proved = foretold + rng.gauss(0, 0.7) + rng.gauss(0, 0.5)
        found[str(number)] = balance.Strength(proved, 0.5, foretold)
    assert balance.Measured(found, 0.2, 0.01).spread == pytest.approx(0.7, abs=0.05)


def test_altered_costs_are_near_the_printed_ones() -> None:
    for number in range(20):
        for card in balance.altered_match(number).first:
            printed = card_of(str(card.reference)).card
            assert abs(card.cost - printed.cost) <= 1
            assert (card.av, card.hp, card.slugs) == (printed.av, printed.hp, printed.slugs)


def test_only_what_sets_the_players_apart_is_looked_at() -> None:
    match = balance.decks_match(0)
    twin = balance.Match(match.edition, match.first, match.first)
    assert {name for name, value in balance.row_of(twin).items() if value} == {"first"}
    row, other = balance.row_of(match), balance.row_of(match._replace(first=match.second, second=match.first))
    assert all(other[name] == pytest.approx(-value) for name, value in row.items() if name != "first")
