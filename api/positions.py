"""Positions over the network: resolved, their legal actions, solved, within a budget of processor time."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from django.http import HttpResponse

from accounts.api_requests import SPENT, bearer
from accounts.api_tokens import find_api_token
from accounts.budgets import API, RateLimited
from accounts.limits import address_of
from accounts.models import Owner
from accounts.requests import SiteRequest
from api.writing import page_of, root_of
from board.naming import written_out
from board.reading import read_written
from board.services import BAD_ACTION, MAX_ACTIONS, count_cards, read_asked, resolve, site_cards
from engine.decks.bots.view_reading import read_view
from engine.decks.formats import notation
from engine.decks.formats.interchange import read_position, write_action, write_position, write_result
from engine.decks.rules.legality import MESSAGES
from engine.decks.rules.position import Position
from engine.decks.rules.trace.events import to_dict
from engine.decks.solving import Budget, solve
from engine.decks.solving.shortest import shortest
from engine.kernel.chance import SEED_BITS, Chance
from engine.kernel.errors import BadPosition, EngineError, Fault, IllegalAction
from engine.kernel.reading import MAX_NUMBER
from engine.kernel.requests import split_request, turn_limit_of, writable
from grimoire import fair_play
from grimoire.gate import sealing_puzzles
from grimoire.goals import asks_ways
from grimoire.keys import position_key
from grimoire.models import Proof, Puzzle
from grimoire.nearness import begun_turn
from web.json_bodies import Form, body_of, json_response, to_text
from web.openapi import OPEN_OBJECT, list_of, object_schema
from web.refusals import RequestRefused, too_many

RESERVED: Final = 1.0  # seconds of the processor that a request has until it is known how many it took
SOLVE_SECONDS: Final = 1.5
SOLVE_RESERVED: Final = 2.5
SOLVE_NODES: Final = 200_000
SOLVE_REMEMBERED: Final = 30_000  # positions: some 40 MB
MAX_SHOWN: Final = 100  # solutions
MAX_CARDS: Final = 400  # of a position
MAX_DEALS: Final = 20  # of one request
TOLD_OF_SEALED: Final = ("solved", "unique", "complete", "verdict", "stopped_by")  # what a solver may know anyway

Answer = dict[str, Any]
Work = Callable[[Position, list[Any]], Answer]
ASKS: Final = ("resolve", "legal", "solve")
MAX_BATCH: Final = 100  # positions of one request
BATCH: Final = object_schema(
    {"requests": {**list_of("PositionQuestion"), "minItems": 1, "maxItems": MAX_BATCH}}, closed=True
)


DEALS: Final = object_schema(
    {
        "view": {**OPEN_OBJECT, "description": "A game's `view`, or its `position`."},
        "count": {"type": "integer", "minimum": 1, "maximum": MAX_DEALS, "default": 1},
        "seed": {
            "type": "integer",
            "minimum": 0,
            "maximum": MAX_NUMBER,
            "description": "The same seed, the same deals.",
        },
    },
    ["view"],
    closed=True,
)


def resolved(request: SiteRequest) -> HttpResponse:
    """*Resolve*: what actions do, and what happened."""
    return _answered(request, RESERVED, _resolve)


def legal(request: SiteRequest) -> HttpResponse:
    """*Legal*: what may be done next."""
    return _answered(request, RESERVED, _legal)


def solved(request: SiteRequest) -> HttpResponse:
    """*Solve*: the solutions of a position's objective; ``complete`` says whether the time was enough for all. What
    would tell how a page of the Grimoire is solved is left out, as the solver's own page does."""
    return _answered(request, SOLVE_RESERVED, partial(_solve, request))


def batch(request: SiteRequest) -> HttpResponse:
    """Many positions in one request: each answered as if it were sent by itself, whatever becomes of the others."""
    form = Form(body_of(request), BATCH)
    form.check()
    requests: list[Any] = form.given["requests"]
    for number, item in enumerate(requests):
        if not isinstance(item, dict) or item.get("ask") not in ASKS or "position" not in item:
            form.fault("wrong-type", f"/requests/{number}", f"a 'position', and 'ask': one of {', '.join(ASKS)}")
    form.check()
    works = {"resolve": (RESERVED, _resolve), "legal": (RESERVED, _legal)}
    works["solve"] = (SOLVE_RESERVED, partial(_solve, request))
    items = []
    for item in requests:
        reserved, work = works[item["ask"]]
        data = {name: value for name, value in item.items() if name != "ask"}
        try:
            items.append(f'{{"status":200,"body":{_worked(request, reserved, work, partial(dict, data))}}}')
        except RateLimited as spent:
            items.append(_refused_item(too_many(SPENT, spent.seconds)))
        except RequestRefused as refusal:
            items.append(_refused_item(refusal))
    return json_response(f'{{"items":[{",".join(items)}]}}')


def deals(request: SiteRequest) -> HttpResponse:
    """Positions that a seat's view of a game can be. All that they are made of stands in the view that is sent: no game
    is looked at, so nothing hidden can be in them, nor anything of what is best, which fair play would forbid."""
    with API.charged({address_of(request): 1}, RESERVED):
        form = Form(body_of(request), DEALS)
        form.check()
        count, seed = form.given.get("count", 1), form.given.get("seed")
        chance = Chance(secrets.randbits(SEED_BITS) if seed is None else seed, "deals")
        try:
            view = read_view(form.given["view"], site_cards())
        except BadPosition as wrong:
            faults = [Fault(fault.name, f"/view{fault.at}", fault.detail) for fault in wrong.faults]
            raise RequestRefused(422, wrong.code, BadPosition(faults).message, faults[0].at, faults=faults) from None
        return json_response(to_text({"positions": [write_position(view.sample(chance)) for _ in range(count)]}))


def _refused_item(refusal: RequestRefused) -> str:
    return writable(to_text({"status": refusal.status, "body": refusal.to_json()}))


def _answered(request: SiteRequest, reserved: float, work: Work) -> HttpResponse:
    return json_response(_worked(request, reserved, work, lambda: body_of(request)))


def _worked(request: SiteRequest, reserved: float, work: Work, read: Callable[[], Any]) -> str:
    """The answer as JSON. Raises ``RequestRefused`` and ``RateLimited``."""
    with API.charged({address_of(request): 1}, reserved):
        data = read()
        try:
            position, actions = read_sent(data)
            return to_text(work(position, actions))
        except EngineError as wrong:
            faults = wrong.faults if isinstance(wrong, BadPosition) else None
            raise RequestRefused(422, wrong.code, wrong.message, wrong.at, faults=faults) from None


def read_sent(data: Any) -> tuple[Position, list[Any]]:
    """The position and the actions of a body. Raises ``EngineError``."""
    part, actions = split_request(data)
    try:
        data_of_part = read_written(part).data if isinstance(part, str) else part
        position = read_position(data_of_part, site_cards())
    except BadPosition as wrong:
        if part is data:
            raise
        # The places are counted from the top of what was sent.
        raise BadPosition([Fault(fault.name, f"/position{fault.at}", fault.detail) for fault in wrong.faults]) from None
    position.turn_limit = turn_limit_of(data)
    if count_cards(position) > MAX_CARDS:
        raise EngineError("bad-position", f"more than {MAX_CARDS} cards are not looked at here", "/position")
    if len(actions) > MAX_ACTIONS:
        raise EngineError("bad-position", f"more than {MAX_ACTIONS} actions are not carried out here", "/actions")
    return position, actions


def _resolve(position: Position, actions: list[Any]) -> Answer:
    resolved = resolve(position, actions)
    answer: Answer = {
        "position": write_position(resolved.end),
        "notation": notation.write(resolved.end),
        "trace": [to_dict(event) for event in resolved.events],
        "result": write_result(resolved.end.result),
        "cut": resolved.cut,
    }
    if resolved.stop is not None:
        stop = resolved.stop
        message = f"action {stop.number} ({stop.written}): {MESSAGES.get(stop.code, 'this is no action')}"
        answer["error"] = {"code": resolved.stop.code, "at": resolved.stop.number - 1, "message": message}
    return answer


def _legal(position: Position, actions: list[Any]) -> Answer:
    carry_out(position, actions)
    return {"actions": [write_action(action) for action in position.legal_actions()]}


def _solve(request: SiteRequest, position: Position, actions: list[Any]) -> Answer:
    reached = position.copy()
    played = carry_out(reached, actions)
    try:
        fair_play.check(_owner(request), position, reached)
    except fair_play.GameRunning:
        raise RequestRefused(409, "not-over", "you have a seat in a game with this position") from None
    budget = Budget(SOLVE_NODES, SOLVE_SECONDS, time.thread_time, SOLVE_REMEMBERED)
    answer = solve(position, budget=budget, played=played)
    solution = answer.to_json(MAX_SHOWN)
    fastest = shortest(position, answer, budget, played=played)
    if fastest is not None:
        solution["shortest"] = {"turns": fastest[0], "line": [write_action(action) for action in fastest[1]]}
    page = _sealing(position, reached, list(map(str, played)), solution)
    if page is None:
        return solution
    shown = {name: value for name, value in solution.items() if name in TOLD_OF_SEALED}
    if asks_ways({"objective": position.objective}):
        del shown["unique"]  # it would say whether the number that is asked for is 1
    return {**shown, "solutions": [], "sealed_by": root_of(request) + page_of(page)}


def _owner(request: SiteRequest) -> Owner | None:
    """Whose API token the request carries, whatever that may do, or whose cookie."""
    token = find_api_token(bearer(request) or "")
    return request.owner if token is None else token.owner


def _sealing(start: Position, reached: Position, played: Sequence[str], solution: Answer) -> Puzzle | None:
    """The page of the Grimoire whose solution this answer would tell, as for whoever has solved none: what was played
    in the turn counts too."""
    lines = [*solution["solutions"], solution.get("shortest", {}).get("line", []), solution.get("cook", [])]
    lines += [attempt["line"] for attempt in solution.get("tries", [])]
    begun, plays = begun_turn(start, played)
    shown = [(start, []), (begun, [[*plays, *line] for line in lines]), (reached, lines)]
    pages = sealing_puzzles([(position_key(position), _as_proof(position, lines)) for position, lines in shown], None)
    return next((page for page in pages if page is not None), None)


def _as_proof(position: Position, lines: list[list[Any]]) -> Proof:
    return Proof(position=written_out(write_position(position)), answer={"solutions": lines}, state=Proof.State.DONE)


def carry_out(position: Position, actions: list[Any]) -> list[Any]:
    """Carries the actions out one by one, and returns them as they were read. Raises ``EngineError``."""
    read = []
    for number, asked_action in enumerate(actions):
        try:
            action = read_asked(position, asked_action)
            position.apply(action)
        except BadPosition as wrong:  # what is no action is told as *Resolve* tells it
            raise IllegalAction(BAD_ACTION, f"this is no action: {wrong.message}", number) from None
        except EngineError as wrong:
            wrong.at = number
            raise
        read.append(action)
    return read
