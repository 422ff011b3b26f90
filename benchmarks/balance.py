"""How the site's own cards are balanced: the measurements of docs/balance.md, and what is fitted on them.

    python benchmarks/balance.py play made --games 40000    games with made-up and altered cards, for the cost model
    python benchmarks/balance.py play sets --games 8100     games with the cards of the sets, as they are printed
    python benchmarks/balance.py play altered --games 4000  the same with costs up to 1 Mana off, to see what 1 is worth
    python benchmarks/balance.py play decks --games 100     each two preconstructed decks, so many games a pair
    python benchmarks/balance.py fit                        fits cards/data/cost_model.toml on the first three
    python benchmarks/balance.py suggest                    how much too cheap or too dear each card is by these games
    python benchmarks/balance.py report                     the tables of docs/balance.md

``play`` plays what is missing: its games lie in ``var/balance``, a line each, with a mark of the cards that they were
played with; when a card is changed, only the games that it was in are played again. Game n is the same on every machine
and for any number of ``--processes``. Progress goes to stderr.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from multiprocessing import Pool
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from cards import costs
from cards.sets import all_cards, all_sets, decks
from engine.abilities import ABILITIES_OF_EDITION, FLAG_OF_SLUG, INCANTATION_ABILITIES, SEASON_1, SEASON_2
from engine.bots import LEVELS, make_bot
from engine.bots.selfplay import play_game
from engine.cards import CREATURE, INCANTATION, Card
from engine.chance import SEED_BITS
from engine.modes import DUEL
from engine.setup.formats import CONSTRUCTED, SetUp
from engine.setup.terms import Terms

ROOT: Final = Path(__file__).resolve().parent.parent
HOME: Final = ROOT / "var" / "balance"
SEED: Final = 20
MOST_ACTIONS: Final = 400  # a game that is still not over counts half
DECK: Final = 8
MADE: Final = "made"
SETS: Final = "sets"
ALTERED: Final = "altered"
DECKS: Final = "decks"
EDITIONS: Final = {1: SEASON_1, 2: SEASON_2}
NO_AURA: Final = ("focus", "lucidity", "price-of-blood", "symbiote")  # such an Aura does nothing
RIDGE: Final = 2.0  # how strongly coefficients are drawn to 0: as so many games' worth of evidence
SHARE_LOW: Final = 0.35
SHARE_HIGH: Final = 0.65


class Match(NamedTuple):
    """What a game is played with: an edition, two decks (the first one's player begins), and their names, if any."""

    edition: str
    first: tuple[Card, ...]
    second: tuple[Card, ...]
    names: tuple[str, str] = ("", "")


# What is played


def made_match(number: int) -> Match:
    """A game of the kind ``made``: values by chance, on abilities that a card of the sets has or on made-up ones."""
    rng = random.Random(f"{SEED} {MADE} {number}")
    edition = SEASON_1 if number % 4 == 0 else SEASON_2
    known = [card for card in all_cards() if edition in [EDITIONS[season] for season in card.editions]]
    cards = []
    for place in range(2 * DECK):
        like = rng.choice(known)
        creature, borne = like.is_creature, like.abilities
        if rng.random() < 0.5:
            creature, borne = _made_up(rng, edition)
        cost = rng.randint(0, 7)
        av = max(round(rng.gauss(cost / 2 + 0.8, 1.4)), 0 if creature else 1)
        hp = max(round(rng.gauss(cost * 0.6 + 1.6, 1.5)), 1) if creature else 0
        cards.append(Card(str(place), creature, cost, av, hp, borne))
    return Match(edition, tuple(cards[:DECK]), tuple(cards[DECK:]))


def _made_up(rng: random.Random, edition: str) -> tuple[bool, tuple[str, ...]]:
    creature = rng.random() < 0.75
    allowed = ABILITIES_OF_EDITION[edition] & (~0 if creature else INCANTATION_ABILITIES)
    slugs = [slug for slug, flag in FLAG_OF_SLUG.items() if flag & allowed]
    number = min(len(slugs), rng.choice((0, 1, 1, 1, 2, 2, 3) if creature else (0, 0, 1, 1, 2)))
    borne = []
    for slug in rng.sample(slugs, number):
        aura = creature and slug not in NO_AURA and rng.random() < 0.25
        borne.append(f"aura:{slug}" if aura else slug)
    return creature, tuple(borne)


def sets_match(number: int) -> Match:
    """A game of the kind ``sets``: sixteen different cards as printed.

    Every second game takes them out of one set, as a draft of one pack does, the others out of all sets; one in eight
    of these is played by the rules of season 1.
    """
    return _of_sets(random.Random(f"{SEED} {SETS} {number}"), number)


def altered_match(number: int) -> Match:
    """A game of the kind ``altered``: as in ``sets_match``, but every cost is 1 less, 1 more or the same by chance."""
    rng = random.Random(f"{SEED} {ALTERED} {number}")
    match = _of_sets(rng, number)

    def altered(card: Card) -> Card:
        cost = max(0, card.cost + rng.choice((-1, 0, 1)))
        return Card(card.name, card.is_creature, cost, card.av, card.hp, card.slugs, card.reference)

    return match._replace(first=tuple(map(altered, match.first)), second=tuple(map(altered, match.second)))


def _of_sets(rng: random.Random, number: int) -> Match:
    if number % 2:
        one = all_sets()[number // 2 % len(all_sets())]
        season, pool = one.season, list(one.cards)
    else:
        season = 1 if number % 16 == 0 else 2
        pool = [card for card in all_cards() if season in card.editions]
    cards = [card.card for card in rng.sample(pool, 2 * DECK)]
    return Match(EDITIONS[season], tuple(cards[:DECK]), tuple(cards[DECK:]))


def decks_match(number: int) -> Match:
    """A game of the kind ``decks``: the pairs by turns, and by turns who begins."""
    pairs = list(combinations(decks(), 2))
    one, other = pairs[number % len(pairs)]
    if number // len(pairs) % 2:
        one, other = other, one
    first, second = (tuple(card.card for card in deck.cards) for deck in (one, other))
    return Match(SEASON_2, first, second, (one.slug, other.slug))


MATCHES: Final[dict[str, Callable[[int], Match]]] = {
    MADE: made_match,
    SETS: sets_match,
    ALTERED: altered_match,
    DECKS: decks_match,
}


def play(kind: str, number: int, level: str) -> dict[str, Any]:
    """Plays a game and answers its record: ``won`` is 1, 0 or 0.5 for who began, ``turns`` of that player."""
    match = MATCHES[kind](number)
    seed = random.Random(f"{SEED} seed {kind} {number}").getrandbits(SEED_BITS)
    setup = SetUp(DUEL, CONSTRUCTED, seed, decks=(match.first, match.second), edition=match.edition, first=0)
    bot = make_bot(level)
    played = play_game(setup, Terms(), {0: bot, 1: bot}, seed, MOST_ACTIONS)
    result = played.end.result
    won = 0.5 if result is None else float(0 in result.winners)
    record: dict[str, Any] = {"n": number, "mark": mark_of(match), "won": won, "turns": played.end.seats[0].turn}
    if kind == DECKS:
        record["decks"] = match.names
    return record


# Keeping games


def mark_of(match: Match) -> str:
    """A short name for all that a game is played with: a game that was played with other cards has another one."""
    told = [[(card.reference or "", card.key) for card in deck] for deck in (match.first, match.second)]
    return hashlib.sha256(repr((match.edition, told)).encode()).hexdigest()[:8]


def file_of(kind: str, level: str) -> Path:
    """Where the games of a kind lie."""
    return HOME / f"{kind}-{level}.jsonl"


def games_of(kind: str, level: str) -> list[dict[str, Any]]:
    """The games that have been played with the cards as they are now, in their order; none if there is no file."""
    path = file_of(kind, level)
    if not path.exists():
        return []
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    valid = {record["n"]: record for record in records if record["mark"] == mark_of(MATCHES[kind](record["n"]))}
    return [valid[number] for number in sorted(valid)]


def _played(job: tuple[str, int, str]) -> dict[str, Any]:
    return play(*job)


def play_all(kind: str, level: str, games: int, processes: int) -> None:
    """Plays what is missing of so many games."""
    HOME.mkdir(parents=True, exist_ok=True)
    done = {game["n"] for game in games_of(kind, level)}
    jobs = [(kind, number, level) for number in range(games) if number not in done]
    begun = time.monotonic()
    with file_of(kind, level).open("a", encoding="utf-8") as file, Pool(processes) as pool:
        for at, record in enumerate(pool.imap(_played, jobs, chunksize=4), 1):
            file.write(json.dumps(record) + "\n")
            file.flush()
            if at % 100 == 0 or at == len(jobs):
                rate = at / (time.monotonic() - begun)
                print(f"{kind} {level}: {at} of {len(jobs)} missing games, {rate:.1f} a second", file=sys.stderr)


# Fitting: logistic regression by Newton's method, on sparse rows


class Fit(NamedTuple):
    """Coefficients by name, and the covariance matrix in the order of ``names``."""

    names: list[str]
    values: list[float]
    covariance: list[list[float]]

    def value(self, name: str) -> float:
        """The coefficient of a name, 0 when there is none."""
        return self.values[self.names.index(name)] if name in self.names else 0.0

    def error(self, name: str) -> float:
        """The standard error of the coefficient of a name, 0 when there is none."""
        if name not in self.names:
            return 0.0
        place = self.names.index(name)
        return math.sqrt(self.covariance[place][place])


Row = dict[str, float]
FIRST: Final = "first"
COST: Final = "cost"


def logistic(
    rows: Sequence[Row],
    outcomes: Sequence[float],
    ridge: float = RIDGE,
    free: Sequence[str] = (),
    start: Fit | None = None,
) -> Fit:
    """The coefficients that make the outcomes (0 to 1) most likely.

    ``ridge`` draws them to 0, as so much evidence would, except those of ``free``. ``start`` is a fit of the same
    names on much the same rows: to begin from, with its covariance instead of a new one, which is quick.
    """
    names = start.names if start else sorted({name for row in rows for name in row})
    index = {name: place for place, name in enumerate(names)}
    sparse = [[(index[name], value) for name, value in sorted(row.items()) if value] for row in rows]
    drawn = [1e-6 if name in free else ridge for name in names]
    size = len(names)
    values = start.values if start else [0.0] * size
    inverse = start.covariance if start else []
    largest = 1.0
    for _ in range(30):
        gradient = [-drawn[i] * values[i] for i in range(size)]
        anew = largest > 0.03 and start is None  # near the goal the last matrix will do: the steps still come to it
        hessian = [[0.0] * size for _ in range(size)] if anew else []
        for row, outcome in zip(sparse, outcomes, strict=True):
            chance = 1 / (1 + math.exp(-sum([values[i] * x for i, x in row])))
            off = outcome - chance
            for i, x in row:
                gradient[i] += off * x
            if anew:
                weight = chance * (1 - chance)
                for at, (i, x) in enumerate(row):
                    line, weighted = hessian[i], weight * x
                    for j, y in row[at:]:
                        line[j] += weighted * y
        if anew:
            for i in range(size):
                hessian[i][i] += drawn[i]
                for j in range(i):
                    hessian[i][j] = hessian[j][i]
            inverse = inverted(hessian)
        step = [sum([x * y for x, y in zip(line, gradient, strict=True)]) for line in inverse]
        values = [value + change for value, change in zip(values, step, strict=True)]
        largest = max(map(abs, step))
        if largest < 1e-4:
            break
    return Fit(names, values, inverse)


def inverted(matrix: list[list[float]]) -> list[list[float]]:
    """The inverse of a symmetric matrix that is positive definite, by Gauss and Jordan."""
    rows = [line[:] for line in matrix]
    for k in range(len(rows)):
        pivot = 1 / rows[k][k]
        rows[k][k] = 1.0
        own = rows[k] = [value * pivot for value in rows[k]]
        for i, line in enumerate(rows):
            factor = line[k]
            if i != k and factor:
                line[k] = 0.0
                rows[i] = [value - factor * other for value, other in zip(line, own, strict=True)]
    return rows


# The cost model


def row_of(match: Match) -> Row:
    """What sets two players apart, by the features of the cost model: the first one's less the other's."""
    row: Row = {FIRST: 1.0}
    for cards, sign in ((match.first, 1), (match.second, -1)):
        for card in cards:
            row[COST] = row.get(COST, 0.0) + sign * card.cost
            for name, times in costs.features(card, match.edition).items():
                row[name] = row.get(name, 0.0) + sign * times
    row.pop(costs.CREATURE, None)  # all decks have eight cards: only what Incantations are worth more can be seen
    return row


def fitted(rows: Sequence[Row], outcomes: Sequence[float], start: Fit | None = None) -> Fit:
    """The cost model's coefficients, in log-odds; ``start`` as for ``logistic``."""
    return logistic(rows, outcomes, free=(FIRST, COST, costs.AV, costs.HP), start=start)


class Check(NamedTuple):
    """How well a model foretells games that it was not fitted on.

    ``right`` is the share of games of which it named the winner; ``loss`` the mean of the negative logarithm of the
    chance that it gave to what happened, ``even`` the same for always saying one half.
    """

    right: float
    loss: float
    even: float


def cross_validated(rows: Sequence[Row], outcomes: Sequence[float], whole: Fit, folds: int = 5) -> Check:
    """Each fold of the games foretold by the model of the others; ``whole`` is the model of all."""
    right = loss = 0.0
    decided = 0
    for fold in range(folds):
        learnt = [place for place in range(len(rows)) if place % folds != fold]
        fit = fitted([rows[place] for place in learnt], [outcomes[place] for place in learnt], whole)
        values = dict(zip(fit.names, fit.values, strict=True))
        for place in range(fold, len(rows), folds):
            outcome = outcomes[place]
            if outcome == 0.5:
                continue
            sum_of = sum(values.get(name, 0.0) * times for name, times in rows[place].items())
            chance = 1 / (1 + math.exp(-sum_of))
            loss -= math.log(chance if outcome else 1 - chance)
            right += (chance > 0.5) == bool(outcome)
            decided += 1
        print(f"fold {fold + 1} of {folds}", file=sys.stderr)
    return Check(right / decided, loss / decided, math.log(2))


class Strength(NamedTuple):
    """How much stronger than the mean card a card proved, in Mana, its standard error, and what the model foretold."""

    measured: float
    error: float
    foretold: float


class Measured(NamedTuple):
    """What games with the cards of the sets say: the strength of each, and a Mana's worth in such games, in log-odds.

    ``worth_error`` is the standard error of that worth.
    """

    strengths: dict[str, Strength]
    worth: float
    worth_error: float

    @property
    def spread(self) -> float:
        """The standard deviation of what the model does not see in a card, in Mana, cleared of the measurement's."""
        ones = self.strengths.values()
        variance = sum((one.measured - one.foretold) ** 2 - one.error**2 for one in ones) / len(ones)
        return math.sqrt(max(variance, 0.0))


def measured(games: Iterable[tuple[Match, float]], mana: dict[str, float]) -> Measured:
    """The strength of each card of the sets, by games with them and whether the first player won.

    ``mana`` are the model's coefficients. Some of the games must have altered costs: they show what a Mana is worth.
    """
    printed = {card.reference: card.card for card in all_cards()}
    rows, outcomes = [], []
    for match, won in games:
        row: Row = {FIRST: 1.0}
        for cards, sign in ((match.first, 1.0), (match.second, -1.0)):
            for card in cards:
                name = str(card.reference)
                row[name] = sign
                row[COST] = row.get(COST, 0.0) + sign * (card.cost - printed[name].cost)
        rows.append(row)
        outcomes.append(won)
    fit = logistic(rows, outcomes, ridge=0.5, free=(FIRST, COST))
    worth = -fit.value(COST)
    told = {
        name: sum(mana.get(feature, 0.0) * times for feature, times in costs.features(card).items()) - card.cost
        for name, card in printed.items()
    }
    told_mean = sum(told.values()) / len(told)
    mean = sum(fit.value(name) for name in told) / len(told)
    found = {
        name: Strength((fit.value(name) - mean) / worth, fit.error(name) / worth, foretold - told_mean)
        for name, foretold in told.items()
    }
    return Measured(found, worth, fit.error(COST))


def games_of_cards(level: str) -> list[tuple[Match, float]]:
    """The games with the cards of the sets that have been played, with printed and with altered costs."""
    return [(MATCHES[kind](game["n"]), game["won"]) for kind in (SETS, ALTERED) for game in games_of(kind, level)]


def model_of(games: Sequence[dict[str, Any]]) -> tuple[Fit, dict[str, float], dict[str, float]]:
    """The cost model by games of the kind ``made``: the fit in log-odds; Mana, and standard errors, by feature."""
    fit = fitted([row_of(made_match(game["n"])) for game in games], [game["won"] for game in games])
    a_mana = -fit.value(COST)
    names = [name for name in fit.names if name not in (FIRST, COST)]
    mana = {name: fit.value(name) / a_mana for name in names}
    return fit, mana, {name: fit.error(name) / a_mana for name in names}


def fit_model(level: str) -> None:
    """Fits the cost model and writes its file."""
    games = games_of(MADE, level)
    fit, mana, errors = model_of(games)
    print(f"fitted on {len(games)} games", file=sys.stderr)
    of_cards = games_of_cards(level)
    found = measured(of_cards, mana)
    print(f"checked on {len(of_cards)} games", file=sys.stderr)
    check = cross_validated([row_of(made_match(game["n"])) for game in games], [game["won"] for game in games], fit)
    # The mean card of the sets costs what it should: that settles what a Creature is worth with nothing on it.
    cards = [card.card for card in all_cards()]
    fair = [sum(mana.get(name, 0.0) * times for name, times in costs.features(card).items()) for card in cards]
    base = sum(card.cost - worth for card, worth in zip(cards, fair, strict=True)) / len(cards)
    mana = {CREATURE: base, **mana, INCANTATION: mana[INCANTATION] + base}
    lines = [
        "# What a card should cost, in Mana: written by benchmarks/balance.py fit, see docs/balance.md.",
        "# mana and errors: of each feature of cards.costs.features, and its standard error.",
        f'bot = "{level}"',
        f"games = {len(games)}",
        f"games_of_cards = {len(of_cards)}",
        f"log_odds_of_a_mana = {-fit.value(COST):.4f}",
        f"log_odds_of_a_mana_in_sets = {found.worth:.4f}",
        f"log_odds_of_beginning = {fit.value(FIRST):.4f}",
        f"spread = {found.spread:.3f}",
        f"right = {check.right:.4f}",
        f"loss = {check.loss:.4f}",
        f"loss_of_even = {check.even:.4f}",
        "",
        "[mana]",
        *(f'"{name}" = {worth:.3f}' for name, worth in mana.items()),
        "",
        "[errors]",
        *(f'"{name}" = {error:.3f}' for name, error in errors.items()),
    ]
    costs.FILE.parent.mkdir(exist_ok=True)
    costs.FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def leanings(found: Measured) -> dict[str, float]:
    """How much too cheap each card is, in Mana, by what it proved and what the model foretold, each by its weight."""
    unseen = found.spread**2
    leaning = {}
    for name, one in found.strengths.items():
        weight = unseen / (unseen + one.error**2)
        leaning[name] = weight * one.measured + (1 - weight) * one.foretold
    return leaning


# Tables


def interval(score: float, games: int) -> tuple[float, float]:
    """The Wilson interval of a share for 95 %."""
    z = 1.96
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(score * (1 - score) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def told(score: float, games: int) -> str:
    """A share with its games and its interval, as cells of a table."""
    low, high = interval(score, games)
    return f"{games} | {score:.1%} | {low:.1%} to {high:.1%}"


def shares(games: Iterable[dict[str, Any]]) -> dict[str, tuple[int, float]]:
    """Of each card of the sets: in how many games it was in a deck, and the share of them that this deck won."""
    played: dict[str, int] = {}
    won: dict[str, float] = {}
    for game in games:
        match = sets_match(game["n"])
        for cards, score in ((match.first, game["won"]), (match.second, 1 - game["won"])):
            for card in cards:
                name = str(card.reference)
                played[name] = played.get(name, 0) + 1
                won[name] = won.get(name, 0.0) + score
    return {name: (number, won[name] / number) for name, number in played.items()}


def report_decks(level: str) -> None:
    """The preconstructed decks against each other."""
    games = games_of(DECKS, level)
    if not games:
        return
    print(f"\n### The preconstructed decks, {level} on both sides\n")
    print("| deck | against | games | wins | 95 % interval |\n| --- | --- | ---: | ---: | --- |")
    for one, other in combinations([deck.slug for deck in decks()], 2):
        scores = [_score(game, one) for game in games if set(game["decks"]) == {one, other}]
        if scores:
            print(f"| {one} | {other} | {told(sum(scores) / len(scores), len(scores))} |")
    for deck in decks():
        scores = [_score(game, deck.slug) for game in games if deck.slug in game["decks"]]
        print(f"| {deck.slug} | all others | {told(sum(scores) / len(scores), len(scores))} |")
    report_first(games)


def _score(game: dict[str, Any], deck: str) -> float:
    won: float = game["won"]
    return won if game["decks"][0] == deck else 1 - won


def report_first(games: Sequence[dict[str, Any]]) -> None:
    """What beginning is worth, and how long the games were."""
    score = sum(game["won"] for game in games) / len(games)
    low, high = interval(score, len(games))
    open_ = sum(game["won"] == 0.5 for game in games) / len(games)
    turns = sorted(game["turns"] for game in games)
    print(
        f"\nThe player who begins wins {score:.1%} ({low:.1%} to {high:.1%}) of {len(games)} games; "
        f"{open_:.1%} are left unfinished; the median game has {turns[len(turns) // 2]} turns of each player."
    )


def report_cards(level: str) -> None:
    """How often the decks win that hold a card."""
    games = games_of(SETS, level)
    if not games:
        return
    found = shares(games)
    fewest = min(number for number, _ in found.values())
    outside = [name for name, (_, share) in found.items() if not SHARE_LOW <= share <= SHARE_HIGH]
    print(f"\n### The cards of the sets, {level} on both sides\n")
    print(f"{len(found)} cards in {len(games)} games, each card in at least {fewest}.")
    report_first(games)
    print("\n| share of wins | cards |\n| --- | ---: |")
    edges = [0.0, SHARE_LOW, 0.40, 0.45, 0.55, 0.60, SHARE_HIGH, 1.0]
    for low, high in pairwise(edges):
        number = sum(low <= share < high for _, share in found.values())
        print(f"| {low:.0%} to {high:.0%} | {number} |")
    print(f"\nOutside {SHARE_LOW:.0%} to {SHARE_HIGH:.0%}: {', '.join(sorted(outside)) or 'none'}.")
    ordered = sorted(found, key=lambda name: found[name][1])
    print("\n| card | games | wins | 95 % interval |\n| --- | ---: | ---: | --- |")
    for name in (*ordered[:8], *ordered[-8:]):
        number, share = found[name]
        print(f"| {name} | {told(share, number)} |")
    print("\n| set | share of wins over all sets' cards |\n| --- | --- |")
    mixed = shares(game for game in games if game["n"] % 2 == 0)
    for one in all_sets():
        of_set = [mixed[card.reference] for card in one.cards if card.reference in mixed]
        number = sum(games for games, _ in of_set)
        if number:
            print(f"| {one.slug} | {sum(games * share for games, share in of_set) / number:.1%} |")


def suggest(level: str) -> None:
    """The cards that are too cheap or too dear, by how much, the cheapest first."""
    _, mana, _ = model_of(games_of(MADE, level))
    leaning = leanings(measured(games_of_cards(level), mana))
    for card in sorted(all_cards(), key=lambda card: -leaning[card.reference]):
        body = f"{card.cost} {card.av}/{card.hp}" if card.is_creature else f"{card.cost} {card.av}"
        print(f"{leaning[card.reference]:+.2f}  {card.reference}  {body}  {' '.join(card.abilities)}")


def report_model() -> None:
    """The cost model, and how the printed costs stand to it."""
    model = costs.model()
    print("\n### The cost model\n")
    print("| feature | Mana | standard error |\n| --- | ---: | ---: |")
    for name, mana in model.mana.items():
        print(f"| {name} | {mana:+.2f} | {model.errors.get(name, 0.0):.2f} |")
    off = sorted(costs.explain(card.card).difference for card in all_cards())
    mean = sum(off) / len(off)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in off) / len(off))
    print(f"\nPrinted cost less fair cost: mean {mean:+.2f}, standard deviation {deviation:.2f} Mana.")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="plays games and keeps them")
    playing.add_argument("kind", choices=MATCHES)
    playing.add_argument("--games", type=int, default=1000, help="in all, with those already there (decks: a pair)")
    playing.add_argument("--bot", default="greedy", choices=LEVELS, help="the level of both players (default greedy)")
    playing.add_argument("--processes", type=int, default=1)
    fitting = commands.add_parser("fit", help="fits the cost model")
    fitting.add_argument("--bot", default="greedy", choices=LEVELS, help="whose games to fit it on (default greedy)")
    suggesting = commands.add_parser("suggest", help="says how much too cheap each card is, in Mana")
    suggesting.add_argument("--bot", default="greedy", choices=LEVELS, help="by whose games (default greedy)")
    commands.add_parser("report", help="prints the tables of all games that there are")
    options = parser.parse_args()
    if options.command == "play":
        games = options.games * (len(list(combinations(decks(), 2))) if options.kind == DECKS else 1)
        play_all(options.kind, options.bot, games, options.processes)
    elif options.command == "fit":
        fit_model(options.bot)
    elif options.command == "suggest":
        suggest(options.bot)
    else:
        for level in LEVELS:
            report_decks(level)
            report_cards(level)
        report_model()


if __name__ == "__main__":
    main()
