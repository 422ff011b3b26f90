"""The measurements of docs/contributor/balance.md: games made again, and a regression that finds what is there."""

import json
import math
import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from cards.costs import features
from cards.sets import all_cards, card_of, decks
from engine.decks.rules.abilities import ABILITIES_OF_EDITION
from tools.balancing import __main__ as balance
from tools.balancing import costing, matches, playing, regression, strengths, tables


@pytest.mark.parametrize("kind", matches.MATCHES)
def test_games_are_legal_and_always_the_same(kind: str) -> None:
    for number in range(40):
        match = matches.MATCHES[kind](number)
        assert match == matches.MATCHES[kind](number)
        assert len(match.first) == len(match.second) == 8
        for card in (*match.first, *match.second):
            assert not (card.abilities | card.auras) & ~ABILITIES_OF_EDITION[match.edition]
    assert matches.MATCHES[kind](0) != matches.MATCHES[kind](1)


def test_every_card_of_the_sets_gets_its_games() -> None:
    games = [{"n": number, "won": 1.0} for number in range(1500)]
    shares = tables.shares(games)
    assert set(shares) == {card.reference for card in all_cards()}
    assert min(number for number, _ in shares.values()) > 30
    assert sum(number * share for number, share in shares.values()) == pytest.approx(8 * len(games))


def test_each_pair_of_decks_meets_with_either_beginning() -> None:
    met = [matches.decks_match(number).names for number in range(12)]
    slugs = [deck.slug for deck in decks()]
    assert sorted(met) == sorted((slug, other) for slug in slugs for other in slugs if slug != other)


def test_games_go_on_where_they_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "HOME", tmp_path)
    playing.play_all(matches.DECKS, "random", 3, 1)
    before = playing.games_of(matches.DECKS, "random")
    playing.play_all(matches.DECKS, "random", 6, 1)
    games = playing.games_of(matches.DECKS, "random")
    assert [game["n"] for game in games] == [0, 1, 2, 3, 4, 5]
    assert games[:3] == before
    assert games[4] == playing.play(matches.DECKS, 4, "random") | {"decks": list(matches.decks_match(4).names)}
    assert all(game["won"] in (0, 0.5, 1) for game in games)


def test_games_to_try_are_others_and_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "HOME", tmp_path)
    number = matches.games_for(matches.DECKS, 2)
    assert number == 12
    games = playing.tried(matches.DECKS, "random", number, 1)
    assert [game["n"] for game in games] == list(range(playing.TRIAL, playing.TRIAL + number))
    assert len({tuple(game["decks"]) for game in games}) == number
    assert playing.games_of(matches.DECKS, "random") == []


def test_games_with_other_cards_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "HOME", tmp_path)
    playing.play_all(matches.SETS, "random", 3, 1)
    path = playing.file_of(matches.SETS, "random")
    first, *others = path.read_text(encoding="utf-8").splitlines()
    stale = json.loads(first) | {"mark": "stale"}
    path.write_text("\n".join((json.dumps(stale), *others)) + "\n", encoding="utf-8")
    assert [game["n"] for game in playing.games_of(matches.SETS, "random")] == [1, 2]
    playing.play_all(matches.SETS, "random", 3, 1)
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[-1]) == json.loads(first)


def test_what_decks_won_is_told_pair_by_pair(capsys: pytest.CaptureFixture[str]) -> None:
    games = []
    for number in range(24):
        names = list(matches.decks_match(number).names)
        won = 0.5 if number == 23 else float("tide-watch" in names[:1] or "tide-watch" not in names)
        games.append({"n": number, "won": won, "turns": number, "decks": names})
    tables.print_decks(games)
    out = capsys.readouterr().out
    assert "| tide-watch | ember-riders | 4 | 100.0% |" in out
    assert "| oak-wardens | night-flock | 4 | 62.5% |" in out
    assert "| tide-watch | all others | 12 | 100.0% |" in out
    assert "4.2% are left unfinished; the median game has 12 turns" in out


def test_what_cards_won_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    tables.print_cards([{"n": number, "won": 0.5, "turns": 3} for number in range(800)])
    out = capsys.readouterr().out
    assert "352 cards in 800 games" in out
    assert "| 45% to 55% | 352 |" in out
    assert "Outside 35% to 65%: none." in out
    assert "| elusive | 50.0% |" in out
    of_one_game = tables.shares([{"n": 0, "won": 1.0}])
    assert Counter(share for _, share in of_one_game.values()) == {0.0: 8, 1.0: 8}


def test_the_command_tries_decks(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["balance.py", "try", "decks", "--games", "1", "--bot", "random"])
    balance.main()
    out = capsys.readouterr().out
    assert out.count("| 1 | ") == 6 and out.count("| all others | 3 | ") == 4


def test_the_cost_model_is_written_as_it_is_read() -> None:
    text = costing.written("greedy", {"games": "3", "right": "0.5"}, {"av": 1.0, "aura:rage": -0.25}, {"av": 0.125})
    written = tomllib.loads(text)
    assert written == {
        "bot": "greedy", "games": 3, "right": 0.5, "mana": {"av": 1.0, "aura:rage": -0.25}, "errors": {"av": 0.125},
    }  # fmt: skip


def test_the_mean_card_costs_what_it_should() -> None:
    mana = costing.settled({"incantation": 0.5, "av": 1.0, "hp": 0.5})
    fair = [sum(mana.get(name, 0.0) * times for name, times in features(card.card).items()) for card in all_cards()]
    assert sum(fair) / len(fair) == pytest.approx(sum(card.cost for card in all_cards()) / len(all_cards()))


def test_the_regression_finds_what_was_put_in() -> None:
    rng = random.Random(1)
    truth = {"one": 1.0, "two": -0.5, "first": 0.2}
    rows, outcomes = [], []
    for _ in range(4000):
        row = {"one": rng.gauss(0, 1), "two": rng.gauss(0, 1), "first": 1.0, "nothing": rng.gauss(0, 1)}
        chance = 1 / (1 + math.exp(-sum(truth.get(name, 0.0) * value for name, value in row.items())))
        rows.append(row)
        outcomes.append(float(rng.random() < chance))
    fit = regression.logistic(rows, outcomes)
    for name in (*truth, "nothing"):
        assert abs(fit.value(name) - truth.get(name, 0.0)) < 3.5 * fit.error(name)
        assert 0.02 < fit.error(name) < 0.06
    assert fit.value("unknown") == 0.0
    drawn = regression.logistic(rows, outcomes, ridge=1e6, free=("first",))
    assert abs(drawn.value("one")) < 0.01 < abs(drawn.value("first"))


def test_the_inverse_is_one() -> None:
    matrix = [[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]]
    inverse = regression.inverted(matrix)
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
        match = matches.altered_match(number)
        log_odds = 0.0
        for cards, sign in ((match.first, 1), (match.second, -1)):
            for card in cards:
                printed = card_of(str(card.reference)).cost
                log_odds += sign * 0.4 * (secret[str(card.reference)] + printed - card.cost)
        games.append((match, float(rng.random() < 1 / (1 + math.exp(-log_odds)))))
    measured = strengths.measured(games, {})
    assert abs(measured.worth - 0.4) < 3.5 * measured.worth_error < 0.2
    mean = sum(secret.values()) / len(secret)
    off = [
        (measured.strengths[name].measured - secret[name] + mean) / measured.strengths[name].error for name in secret
    ]
    assert 0.6 < math.sqrt(sum(value**2 for value in off) / len(off)) < 1.4
    leaning = strengths.leanings(measured)
    off = [leaning[name] - secret[name] + mean for name in secret]
    assert math.sqrt(sum(value**2 for value in off) / len(off)) < 1.2


def test_what_the_model_does_not_see_is_cleared_of_what_the_measurement_does_not() -> None:
    rng = random.Random(2)
    strengths_by_name = {}
    for number in range(3000):
        foretold = rng.gauss(0, 1)
        proved = foretold + rng.gauss(0, 0.7) + rng.gauss(0, 0.5)
        strengths_by_name[str(number)] = strengths.Strength(proved, 0.5, foretold)
    assert strengths.Measured(strengths_by_name, 0.2, 0.01).spread == pytest.approx(0.7, abs=0.05)


def test_altered_costs_are_near_the_printed_ones() -> None:
    for number in range(20):
        for card in matches.altered_match(number).first:
            printed = card_of(str(card.reference)).card
            assert abs(card.cost - printed.cost) <= 1
            assert (card.av, card.hp, card.slugs) == (printed.av, printed.hp, printed.slugs)


def test_only_what_sets_the_players_apart_is_looked_at() -> None:
    match = matches.decks_match(0)
    copy = matches.Match(match.edition, match.first, match.first)
    assert {name for name, value in costing.row_of(copy).items() if value} == {"first"}
    row, other = costing.row_of(match), costing.row_of(match._replace(first=match.second, second=match.first))
    assert all(other[name] == pytest.approx(-value) for name, value in row.items() if name != "first")
