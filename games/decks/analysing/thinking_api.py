"""What is best in a position, over the network: asked for time and again while it gets better."""

from __future__ import annotations

from typing import Any, Final

from django.http import HttpResponse

from accounts.api_requests import owner_asking
from accounts.requests import SiteRequest
from api.positions import carry_out, read_sent
from api.writing import page_of, root_of
from engine.kernel.errors import BadPosition, EngineError
from games.decks.analysing import thinking_services
from games.decks.analysing.thinking_gate import sealing_puzzle
from games.decks.analysing.thinking_limits import DEFAULT_LINES, JOBS, is_used_up, may_queue
from games.decks.analysing.thinking_models import Thinking
from games.decks.analysing.thinking_pages import seats_of_people
from grimoire import fair_play
from tables.api.schemas import SCHEMAS
from web.json_bodies import Form, body_of, json_response, to_text
from web.refusals import RequestRefused, too_many

BUSY_SECONDS: Final = 10
TOLD: Final = ("seat", "before", "winners", "outlook", "error", "proven", "none_within", "lines", "threat")


def analyze(request: SiteRequest) -> HttpResponse:
    """*Analyze*: what is known of a position by now; ``state`` says whether a worker still looks at it."""
    owner = owner_asking(request)
    if owner is None:
        raise RequestRefused(401, "bad-token", "an account's API token with the scope 'games' is needed")
    form = Form(body_of(request), SCHEMAS["AnalysisRequest"])
    form.check()
    sent = form.given
    try:
        start, actions = read_sent({"position": sent["position"], "actions": sent.get("actions", [])})
        position = start.copy()
        played = carry_out(position, actions)
    except EngineError as wrong:
        faults = wrong.faults if isinstance(wrong, BadPosition) else None
        raise RequestRefused(422, wrong.code, wrong.message, wrong.at, faults=faults) from None
    try:
        fair_play.check(owner, start, position)
    except fair_play.GameRunning:
        raise RequestRefused(409, "not-over", "you have a seat in a game with this position") from None
    sight = sent.get("sight") or ""
    if sight and sight not in (seats := seats_of_people(start)):
        raise RequestRefused(422, "unknown-seat", f"this must be one of the seats {', '.join(seats)}", "/sight")
    thinking = thinking_services.stop(position, sight) if sent.get("stop") else None
    try:
        thinking = thinking or thinking_services.ask(position, sight, lambda: may_queue(request), again=True)
    except thinking_services.QueueFull:
        if is_used_up(request):
            raise too_many("too many positions", JOBS.seconds_left()) from None
        raise too_many("the workers are busy", BUSY_SECONDS) from None
    puzzle = sealing_puzzle(owner, start, tuple(map(str, played)), thinking.report)
    if puzzle is not None:
        return json_response(to_text({"state": thinking.state, "sealed_by": root_of(request) + page_of(puzzle)}))
    return json_response(to_text(_told(thinking, sent.get("lines", DEFAULT_LINES))))


def _told(thinking: Thinking, count: int) -> dict[str, Any]:
    report = {name: thinking.report[name] for name in TOLD}
    return {
        "state": thinking.state,
        "progress": thinking.percent,
        "sight": thinking.sight or None,
        **report,
        "lines": report["lines"][:count],
    }
