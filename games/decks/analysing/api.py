"""Trees over the network: the files that their pages export, and the list of one's own."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse

from accounts.api_requests import owner_asking
from accounts.requests import SiteRequest
from api.writing import root_of
from games.decks.analysing.exchange import may_export, write_analysis
from games.decks.analysing.models import Analysis
from web.json_bodies import json_response, to_text
from web.refusals import RequestRefused, not_found


def trees(request: SiteRequest) -> HttpResponse:
    """*AnalysisTrees*: the caller's own, the latest first."""
    owner = owner_asking(request)
    if owner is None:
        raise RequestRefused(401, "bad-token", "an account's API token with the scope 'games' is needed")
    own = Analysis.objects.owned_by(owner).order_by("-updated", "-pk").only("token", "title", "updated", "nodes")
    root = root_of(request)
    return _answered({"data": [_listed(analysis, root) for analysis in own]})


def _listed(analysis: Analysis, root: str) -> dict[str, Any]:
    return {
        "token": analysis.token,
        "title": analysis.title,
        "nodes": len(analysis.nodes),
        "updated": analysis.updated.isoformat(),
        "url": root + analysis.get_absolute_url(),
    }


def tree(request: SiteRequest, token: str) -> HttpResponse:
    """*AnalysisTree*: a whole analysis, for whoever may see all of it."""
    owner = owner_asking(request)
    analysis = Analysis.objects.readable_by(owner).filter(token=token).first()
    if analysis is None or not may_export(analysis, owner):
        raise not_found("analysis")
    return _answered(write_analysis(analysis))


def _answered(data: dict[str, Any]) -> HttpResponse:
    response = json_response(to_text(data))
    response.headers["Cache-Control"] = "no-store"
    return response
