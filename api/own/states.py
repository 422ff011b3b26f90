"""Which state of a thing somebody has seen: ETags, and changes that are made to that state alone."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse

from accounts.locks import lock_row
from accounts.models import Owned
from accounts.requests import SiteRequest
from web.etags import tag_of, tagged
from web.json_bodies import json_response, to_text
from web.refusals import RequestRefused, not_found

Thing = TypeVar("Thing", bound=Owned)


def json_with_etag(request: SiteRequest, data: dict[str, Any]) -> HttpResponse:
    """A thing as it is now, with its ETag."""
    return tagged(request, to_text(data))


def changed_response(
    data: dict[str, Any], status: int = 200, location: str = "", before: dict[str, Any] | None = None
) -> HttpResponse:
    """A thing as it is after what was asked, with its ETag.

    In a transaction, ``before`` is the thing as it was: where it says the same now, nothing was changed, neither its
    ETag nor when it was saved.
    """
    if before is not None and {**data, "updated": before["updated"]} == before:
        transaction.set_rollback(True)
        data = before
    text = to_text(data)
    response = json_response(text, status)
    response.headers["ETag"] = f'"{tag_of(text)}"'
    if location:
        response.headers["Location"] = location
    return response


def get_for_update(rows: QuerySet[Thing], thing: str, **which: str) -> Thing:
    """The thing as it is now; nobody else changes it until the transaction ends. Raises ``RequestRefused`` (404)."""
    row = rows.filter(**which).first()
    if row is not None:
        lock_row(type(row), row.pk)
        row = rows.filter(pk=row.pk).first()
    if row is None:
        raise not_found(thing)
    return row


def require_state(request: SiteRequest) -> None:
    """Raises ``RequestRefused`` (428) where a change does not say which state it is meant for."""
    if "If-Match" not in request.headers:
        raise RequestRefused(428, "state-unnamed", "send If-Match with the ETag you read")


def check_state(request: SiteRequest, data: dict[str, Any]) -> None:
    """Raises ``RequestRefused`` (412) where a change is meant for another state than the one that is written here.

    ETags that a proxy or this server has made weak by packing an answer are as good: what they name was one state.
    """
    if "If-Match" not in request.headers:
        return
    tags = {part.strip().removeprefix("W/").strip('"') for part in request.headers["If-Match"].split(",")}
    tag = tag_of(to_text(data))
    if tags.isdisjoint({tag, "*"}):
        headers = {"ETag": f'"{tag}"'}
        raise RequestRefused(412, "stale", "it has changed since; read it again", headers=headers)
