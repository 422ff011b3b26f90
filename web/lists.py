"""Long lists in pages: each says where the next one begins, and nothing is met twice while rows come and go."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive

from engine.kernel.errors import Fault
from engine.kernel.numbers import whole_number
from web.commits import told_until
from web.etags import tagged
from web.json_bodies import to_text
from web.refusals import refuse_form

MIN_PAGE_SIZE: Final = 1
USUAL: Final = 50
MAX_PAGE_SIZE: Final = 200  # rows of a page
# Base64 of "after " and of up to 18 digits.
_TWO_DIGITS: Final = "(?:[MN][DTjz]|O[DT])[AEIMQUYcgk]"
CURSOR: Final = f"^YWZ0ZXIg(?:{_TWO_DIGITS}[w-z0-5]){{0,5}}(?:[MN][AQgw]|O[AQ]|{_TWO_DIGITS}[w-z0-5]?)$"
NEXT_SINCE: Final = "Next-Since"  # a header: beside the body, whose ETag stays as long as the rows do


@dataclass(frozen=True, slots=True)
class Slice:
    """Which rows of a list are asked for: ``limit`` of those after the key ``after``, changed at ``since`` or later."""

    limit: int = USUAL
    after: int = 0
    since: datetime | None = None


def slice_of(request: HttpRequest, *further: str) -> Slice:
    """The slice that an address asks for; ``further`` are other parameters of it. Raises ``RequestRefused``."""
    params, faults = request.GET, []
    known = {"limit", "after", "since", *further}
    faults += unknown_parameters(request, *known)
    limit = whole_number(params["limit"], 3) if "limit" in params else USUAL
    if limit is None or not MIN_PAGE_SIZE <= limit <= MAX_PAGE_SIZE:
        faults.append(Fault("out-of-range", "/limit", f"a whole number from {MIN_PAGE_SIZE} to {MAX_PAGE_SIZE}"))
        limit = USUAL
    after = _key_of(params["after"]) if "after" in params else 0
    if after is None:
        faults.append(Fault("wrong-type", "/after", "the cursor of a page's 'next'"))
    since = None
    if "since" in params:
        since = _moment(params["since"])
        if since is None:
            faults.append(Fault("wrong-type", "/since", "a moment with its time zone: 2026-01-31T12:00:00Z"))
    refuse_form(faults)
    return Slice(limit, after or 0, since)


def paginated_response(
    request: HttpRequest, rows: QuerySet[Any], page: Slice, write: Callable[[Any], dict[str, Any]], by: str = "pk"
) -> HttpResponse:
    """A page of rows in the order in which they were made, which no change of theirs changes; or ``by`` another whole
    number of each.

    The first page says in a header what ``since`` is to be next time, for whoever reads all pages to miss nothing that
    was being written meanwhile; what is dated a little before it comes twice.
    """
    next_since = None if page.after else told_until()
    rows = rows.filter(**{f"{by}__gt": page.after}).order_by(by)
    if page.since is not None:
        rows = rows.filter(updated__gte=page.since)
    page_rows = list(rows[: page.limit + 1])
    shown, following = page_rows[: page.limit], None
    if len(page_rows) > page.limit:
        query = request.GET.copy()
        query["after"] = _cursor(getattr(shown[-1], by))
        following = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
    response = tagged(request, to_text({"items": [write(row) for row in shown], "next": following}))
    if following:
        response.headers["Link"] = f'<{following}>; rel="next"'
    if next_since is not None:
        response.headers[NEXT_SINCE] = next_since.isoformat()
    return response


def reject_unknown_params(request: HttpRequest, *known: str) -> None:
    """Raises ``RequestRefused`` where an address has other parameters than these."""
    refuse_form(unknown_parameters(request, *known))


def unknown_parameters(request: HttpRequest, *known: str) -> list[Fault]:
    """A fault for each parameter of an address that is none of these."""
    return [Fault("unknown-key", f"/{name[:40]}", name[:40]) for name in request.GET if name not in known]


def _cursor(key: int) -> str:
    return base64.urlsafe_b64encode(f"after {key}".encode()).decode().rstrip("=")


def _key_of(cursor: str) -> int | None:
    try:
        text = base64.urlsafe_b64decode(cursor[:60] + "=" * (-len(cursor[:60]) % 4)).decode("ascii")
    except ValueError:
        return None
    return whole_number(text.removeprefix("after "), 18) if text.startswith("after ") else None


def _moment(text: str) -> datetime | None:
    try:
        moment = parse_datetime(text.replace(" ", "+"))  # a plus sign that was not escaped
    except ValueError:
        return None
    return None if moment is None or is_naive(moment) else moment
