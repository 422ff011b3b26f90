"""What is best in a position: proofs of the solver where there are any, else outlooks of the bots.

Pure work, in stages: each makes the report better and stays within its own limits, so that a worker can stop after any
of them. What a seat may not know is a choice: without ``sight`` all hands are open; with it the hidden cards are dealt
again and again as that seat could not tell them apart, and only what holds however they lie is called a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, pstdev
from typing import Final

from engine.decks.bots.bot_view import BotView
from engine.decks.bots.outlook import outlook
from engine.decks.bots.planning import plans
from engine.decks.game.foresight import first_hidden
from engine.decks.game.knowledge import Knowledge
from engine.decks.rules.actions import ASSAULT, END_TURN, PLAY_LINE, parse_action
from engine.decks.rules.board import SUMMONING
from engine.decks.rules.modes import SEAT_NAMES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.recorder import Trace
from engine.decks.solving import Answer, solve
from engine.decks.solving.objective import SURVIVE, WIN
from engine.kernel.budget import Budget
from engine.kernel.chance import Chance
from engine.kernel.errors import IllegalAction
from games.decks.analysing.reports import Line, Proven, Report, Threat, is_lost, is_settled, is_won, plays_of, rank_of
from games.decks.analysing.turns import GUESSED, as_played, carried_out, losses, outlook_of, unlike, written_position

MAX_LINES: Final = 5
STAGES: Final = 5
WIDTH: Final = 6  # of the search for plans
FINDING: Final = 3_000  # nodes for finding plans
TRYING: Final = 40_000  # nodes for trying them
QUICK_FINDING: Final = 400
QUICK_TRYING: Final = 1_500
ONE_TURN: Final = 60_000  # nodes for a win in one turn
OPEN_DEPTHS: Final = (1, 2, 3)  # turns of the seat that are looked ahead
SAMPLED_DEPTHS: Final = (1, 2)
SAMPLES: Final = 12
REPLY_SAMPLES: Final = 6
LONG_SECONDS: Final = 12.0  # for each proof over more than one turn
LONG_NODES: Final = 4_000_000


Clock = Callable[[], float]


class Thinker:
    """Thinks about a position: ``sight`` is the seat whose view counts, None for open hands."""

    def __init__(self, position: Position, sight: int | None, clock: Clock) -> None:
        self.sight = sight
        self.clock = clock
        self.position = position.copy()
        self.position.objective = None
        self.before: list[str] = []
        while not self.position.is_over and self.position.phase != SUMMONING:
            action = self.position.legal_actions()[0]
            self.position.push(action)
            self.before.append(str(action))
        self.seat = self.position.active
        self.deals = self._deals(SAMPLES)
        self.is_open = len(self.deals) == 1

    def _deals(self, count: int) -> list[Position]:
        """The position with the hidden cards dealt so often; itself alone where all is known."""
        if self.sight is None or self.position.is_over:
            return [self.position]
        view = BotView(self.position, Knowledge(self.position), self.sight)
        if not view.hidden:
            return [self.position]
        chance = Chance(0, "analysis")
        return [view.sample(chance) for _ in range(count)]

    @property
    def _is_foreign(self) -> bool:
        """Whether somebody else is to play, whose hand the seat of the view does not know."""
        return not self.is_open and self.sight != self.seat

    # The stages

    def first_report(self, seconds: float) -> Report:
        """What can be said at once, within about so many seconds of the clock."""
        report = Report(
            stage=1,
            seat=SEAT_NAMES[self.seat],
            before=self.before,
            winners=None,
            outlook=0.5,
            error=0.5,
            proven=None,
            none_within=0,
            lines=[],
            threat=None,
        )
        if self.position.is_over:
            winners = self.position.result.winners if self.position.result is not None else ()
            return {**report, "stage": STAGES, "winners": [SEAT_NAMES[seat] for seat in winners], "error": 0.0}
        report["outlook"] = round(fmean(outlook(deal, self.seat) for deal in self.deals), 3)
        if self._is_foreign:
            return {**report, "error": GUESSED}  # the best turn of each deal takes a worker
        until = self.clock() + seconds
        self._win(report, 1, Budget(ONE_TURN, seconds * 0.4, self.clock))
        left = max(0.01, until - self.clock())
        self._try_lines(report, Budget(QUICK_FINDING, left * 0.4, self.clock), QUICK_TRYING, until, SAMPLES // 3)
        return report

    def stages(self, report: Report) -> Iterator[Report]:
        """The reports that follow one, each better than the one before."""
        work = (self._lines, self._threat, self._defence, self._longer)
        for number, stage in enumerate(work, start=2):
            if report["stage"] < number:
                stage(report)
                report["stage"] = number
                yield report
                if is_settled(report):
                    break
        report["stage"] = STAGES
        yield report

    def _lines(self, report: Report) -> None:
        if not report["none_within"] and report["proven"] is None:
            self._win(report, 1, self._long())
        self._try_lines(report, Budget(FINDING), TRYING, None, SAMPLES)
        for line in report["lines"]:
            self._answer(line)
        self._rank(report)

    def _threat(self, report: Report) -> None:
        report["threat"] = self._pass()

    def _defence(self, report: Report) -> None:
        """Whether the seat can survive the enemies' next turns, and how."""
        for turns in (1, 2) if self.is_open and report["proven"] is None else ():
            answer = self._solve(self.position, SURVIVE, turns, self._long())
            if answer.complete and not answer.solutions:
                report["proven"] = Proven(outcome="loses", turns=turns)
                break
            if not answer.complete:
                break
            known = {frozenset(plays_of(line["actions"])) for line in report["lines"]}
            for solution in answer.solutions[:MAX_LINES]:
                line = [str(action) for action in solution]
                if frozenset(plays_of(line)) not in known and any(is_lost(other) for other in report["lines"]):
                    report["lines"].append(self._judged(line, Budget(TRYING)))
                    self._answer(report["lines"][-1])
        self._rank(report)

    def _longer(self, report: Report) -> None:
        """Wins in two turns and more: the shortest that is found."""
        for turns in (2, 3):
            if not self.is_open or report["proven"] is not None or report["none_within"] != turns - 1:
                break
            self._win(report, turns, self._long())
        self._rank(report)

    def _long(self) -> Budget:
        return Budget(LONG_NODES, LONG_SECONDS, self.clock)

    # What they are made of

    def _win(self, report: Report, turns: int, budget: Budget) -> None:
        """Looks for a win within so many turns."""
        if self._is_foreign:
            return  # nothing holds however the cards lie
        answer = self._solve(self.position, WIN, turns, budget)
        lines = [[str(action) for action in solution] for solution in answer.solutions[: 2 * MAX_LINES]]
        sure = [line for line in lines if self._holds(line)]
        if sure:
            report["proven"] = Proven(outcome="wins", turns=turns)
            report["lines"] = [self._won(line, turns) for line in sure[:MAX_LINES]] + report["lines"]
            self._rank(report)
        elif answer.complete and not answer.solutions and self.is_open:
            report["none_within"] = turns

    def _solve(self, position: Position, goal: str, turns: int, budget: Budget) -> Answer:
        position = position.copy()
        position.objective = {"player": SEAT_NAMES[position.active], "goal": goal, "turns": turns}
        return solve(position, budget=budget)

    def _holds(self, line: Sequence[str]) -> bool:
        """Whether what a line does is the same however the cards lie that the seat of the view cannot see."""
        if self.is_open:
            return True
        position, knowledge = self.deals[0].copy(), Knowledge(self.deals[0])
        for written in line:
            trace = Trace()
            try:
                position.apply(parse_action(written), trace)
            except IllegalAction:
                return False
            if first_hidden(knowledge, self.sight, trace.events) is not None:
                return False
            for event in trace.events:
                knowledge.see(event)
        return position.is_over

    def _won(self, line: list[str], turns: int) -> Line:
        proven = Proven(outcome="wins", turns=turns)
        return Line(seat=SEAT_NAMES[self.seat], actions=line, outlook=1.0, error=0.0, proven=proven)

    def _try_lines(self, report: Report, finding: Budget, trying: int, until: float | None, samples: int) -> None:
        """Finds turns that look good and tries them against the answers of the others."""
        if self._is_foreign:
            best = self._best_in_deals(self.deals[:samples], finding.nodes or FINDING)
            report["lines"] = [best] if best is not None else []
            self._rank(report)
            return
        known = {tuple(plays_of(line["actions"])) for line in report["lines"] if line["proven"]}
        tried = []
        turn_plans = unlike(plans(self.deals[0], finding, WIDTH, outlook))
        seconds = None if until is None else max(0.01, until - self.clock())
        budget = Budget(trying, seconds, self.clock)
        for plan in turn_plans[: MAX_LINES + 3]:
            if tuple(map(str, plan.plays)) in known:
                continue
            line = [*map(str, plan.plays), str(ASSAULT), str(END_TURN)]
            tried.append(self._judged(line, budget, samples, plan.points))
            if budget.stopped_by is not None and len(tried) >= MAX_LINES:
                break
        report["lines"] = [line for line in report["lines"] if line["proven"]] + tried
        self._rank(report)

    def _judged(self, actions: list[str], budget: Budget, samples: int = SAMPLES, points: float = 0.5) -> Line:
        """A turn of the seat with its outlook: the mean over depths and deals, and how far they lie apart."""
        plays = tuple(action for action in map(parse_action, actions) if action.kind >= PLAY_LINE)
        actions = as_played(self.deals[0], plays)
        mean, error = outlook_of(self.deals[:samples], plays, self.seat, budget, self._depths, points)
        return Line(seat=SEAT_NAMES[self.seat], actions=actions, outlook=mean, error=error, proven=None)

    @property
    def _depths(self) -> tuple[int, ...]:
        return OPEN_DEPTHS if self.is_open else SAMPLED_DEPTHS

    def _answer(self, line: Line) -> None:
        """The best turn of the enemy who comes next against a turn; a win of theirs is the turn's refutation."""
        if line["proven"] is not None and line["proven"]["outcome"] == "wins":
            return
        after = [deal for deal in (carried_out(deal, line["actions"]) for deal in self.deals) if deal is not None]
        line["answer"] = self._reply(after)
        if self.is_open and after:
            lost = self._lost_at(after[0])
            if lost or is_won(line["answer"]):
                line["proven"] = Proven(outcome="loses", turns=1)
                line["outlook"], line["error"] = 0.0, 0.0

    def _lost_at(self, position: Position) -> bool:
        return position.is_over and position.result is not None and self.seat not in position.result.winners

    def _reply(self, after: Sequence[Position]) -> Line | None:
        """The best turn in positions that an enemy is to play in; None where an AI or a friend is."""
        after = [position for position in after if self._is_enemys(position)]
        if not after:
            return None
        return self._best_in_deals(after[:REPLY_SAMPLES], FINDING // 4)

    def _is_enemys(self, position: Position) -> bool:
        team_of = position.mode.team_of
        return position.phase == SUMMONING and team_of[position.active] != team_of[self.seat]

    def _best_in_deals(self, deals: Sequence[Position], nodes: int) -> Line | None:
        """The best turn of whoever is to play, in each deal: the one of all in which it has the best outlook."""
        best: Line | None = None
        values: list[float] = []
        errors: list[float] = []
        wins = 0
        for deal in deals:
            line = self._best(deal, nodes)
            values.append(line["outlook"])
            errors.append(line["error"])
            wins += is_won(line)
            if best is None or line["outlook"] > best["outlook"]:
                best = line if self.is_open else {**line, "position": written_position(deal)}
        if best is None or self.is_open:
            return best
        error = max(fmean(errors), 2 * pstdev(values) / len(values) ** 0.5)
        return {
            **best,
            "outlook": round(fmean(values), 3),
            "error": round(error, 3),
            "proven": None,  # other deals may be worse
            "wins_in": wins,
            "deals": len(deals),
        }

    def _best(self, position: Position, nodes: int) -> Line:
        """The best turn of whoever is to play when all cards are known."""
        seat = position.active
        letter = SEAT_NAMES[seat]
        answer = self._solve(position, WIN, 1, Budget(ONE_TURN // len(self.deals), 2.0, self.clock))
        if answer.solutions:
            line = [str(action) for action in answer.solutions[0]]
            proven = Proven(outcome="wins", turns=1)
            return Line(seat=letter, actions=line, outlook=1.0, error=0.0, proven=proven)
        turn_plans = unlike(plans(position, Budget(nodes), WIDTH, outlook))[:3]
        tried = []
        budget = Budget(TRYING // len(self.deals))
        for plan in turn_plans:
            mean, error = outlook_of([position], plan.plays, seat, budget, (1, 2), plan.points)
            actions = as_played(position, plan.plays)
            tried.append(Line(seat=letter, actions=actions, outlook=mean, error=error, proven=None))
        return max(tried, key=lambda line: line["outlook"])

    def _pass(self) -> Threat:
        """What comes when the seat plays nothing and only attacks."""
        before = [str(ASSAULT), str(END_TURN)]
        after = []
        for deal in self.deals:
            position = carried_out(deal, before)
            while position is not None and not position.is_over and position.phase == SUMMONING:
                if self._is_enemys(position) or position.active == self.seat:
                    break
                position.push(END_TURN)
            if position is not None:
                after.append(position)
        passed = as_played(self.deals[0], ())
        position = after[0] if after else self.position
        line = self._reply(after)
        if line is not None:  # where hidden cards were dealt for it, in that one possible hand
            written = line.get("position")
            dealt = next((deal for deal in after if written_position(deal) == written), position)
            position = carried_out(dealt, line["actions"]) or position
        lost = losses(self.position, position, self.seat)
        return Threat(before=passed, line=line, lost=lost, ends=self.is_open and self._lost_at(position))

    def _rank(self, report: Report) -> None:
        """The best turns first, and the outlook of the position from the best of them."""
        unique = {tuple(plays_of(line["actions"])): line for line in reversed(report["lines"])}
        report["lines"] = sorted(unique.values(), key=rank_of)[:MAX_LINES]
        proven = report["proven"]
        if proven is not None:
            report["outlook"], report["error"] = float(proven["outcome"] == "wins"), 0.0
        elif report["lines"]:
            best = report["lines"][0]
            report["outlook"], report["error"] = best["outlook"], best["error"]
