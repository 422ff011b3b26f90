"""Solutions of puzzles for whoever has earned them: solved, given up, or made."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from accounts.requests import SiteRequest
from api.own.doors import Caller
from api.own.states import json_with_etag
from grimoire.gate import gate_for
from grimoire.lines import read_start, write_line
from grimoire.models import Puzzle
from grimoire.solving.review import MAX_PLAYED_OUT
from grimoire.solving.secrecy import Refuted, afterword_of, solution_of
from grimoire.solving.variations import variations_of
from web.refusals import RequestRefused, not_found


def look(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    puzzle = Puzzle.objects.of_decks().open_to(caller.owner).with_author().filter(token=token).first()
    if puzzle is None:
        raise not_found("puzzle")
    gate = gate_for(puzzle, caller.owner)
    if not gate.is_open:
        raise RequestRefused(403, "sealed", "solve the puzzle or give it up first")
    solution, start = solution_of(puzzle, gate), read_start(puzzle.position)
    ways = solution.ways if puzzle.kind == Puzzle.Kind.FIND else ()
    played_out = ways[:MAX_PLAYED_OUT] if solution.is_proven else ()
    variations = [variations_of(start, way) for way in played_out if way]
    return json_with_etag(
        request,
        {
            "solutions": [write_line(way) for way in ways],
            "more": solution.more,
            "tries": [_serialize_try(refuted) for refuted in solution.tries],
            "variations": [each.to_json() for each in variations if each is not None],
            "afterword": afterword_of(puzzle, gate),
        },
    )


def _serialize_try(refuted: Refuted) -> dict[str, Any]:
    return {
        "line": write_line(refuted.line),
        "lacking": refuted.lack,
        "refutation": write_line(refuted.refutation),
        "best": write_line(refuted.best),
        "pinned": refuted.is_pinned,
        "why": refuted.why,
        "hand": list(refuted.hand),
        "fails": refuted.fails,
    }
