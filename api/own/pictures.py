"""Pictures of one's own, sent as they are and encoded anew as in the workshop."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse

from accounts.budgets import PAGES, keys_of
from accounts.quotas import QuotaExceeded
from accounts.requests import SiteRequest
from api.own.doors import Caller
from api.own.problems import conflict, used_up
from api.own.states import changed_response, json_with_etag
from api.writing import root_of
from cards.models import Picture
from cards.pictures import MAX_BYTES, BadPicture, PictureProblem
from cards.workshop import uploads, workshop_text
from cards.workshop.requests import PICTURE_SECONDS, UPLOADS
from web.http import body_length
from web.lists import paginated_response, slice_of
from web.refusals import RequestRefused, not_found

# What a picture is shows in its bytes. The document names the first alone: generators make of several kinds a client
# that cannot be imported, or that sends whatever it is given as the last of them.
KINDS: Final = ("application/octet-stream", "image/jpeg", "image/png", "image/gif", "image/webp", "image/avif")


def index(request: SiteRequest, caller: Caller) -> HttpResponse:
    root = root_of(request)
    return paginated_response(
        request, rows(caller), slice_of(request), lambda picture: serialize_picture(picture, root)
    )


def look(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    return json_with_etag(request, serialize_picture(_one(caller, token), root_of(request)))


def create(request: SiteRequest, caller: Caller) -> HttpResponse:
    """Takes in the picture that is the body. The same one sent again is the one that is there."""
    _check_size(request)
    if not UPLOADS.allows(request):
        raise used_up(UPLOADS, workshop_text.too_often())
    try:
        with PAGES.held(keys_of(request), PICTURE_SECONDS):
            picture = uploads.add_picture(owner=caller.owner, file=BytesIO(request.read(MAX_BYTES)))
    except BadPicture as wrong:
        status, code = (500, "failed") if wrong.problem == PictureProblem.FAILED else (422, "bad-content")
        raise RequestRefused(status, code, workshop_text.why_no_picture(wrong), "") from None
    except QuotaExceeded:
        raise conflict("quota", workshop_text.quota_exceeded()) from None
    location = reverse("api:own-pictures-one", args=[picture.token])
    return changed_response(serialize_picture(picture, root_of(request)), 201, location)


def delete(request: SiteRequest, caller: Caller, token: str) -> HttpResponse:
    """Throws one of them away; cards that showed it are drawn by their names again."""
    uploads.delete_picture(picture=_one(caller, token))
    return HttpResponse(status=204)


def rows(caller: Caller) -> QuerySet[Picture]:
    return Picture.objects.owned_by(caller.owner)


def _one(caller: Caller, token: str) -> Picture:
    picture = rows(caller).filter(token=token).first()
    if picture is None:
        raise not_found("picture")
    return picture


def _check_size(request: SiteRequest) -> None:
    if request.content_type not in KINDS:
        raise RequestRefused(415, "not-a-picture", f"the body's Content-Type must be one of {', '.join(KINDS)}")
    if body_length(request) > MAX_BYTES:
        raise RequestRefused(413, "too-large", f"a picture has at most {MAX_BYTES} bytes")


def serialize_picture(picture: Picture, root: str) -> dict[str, Any]:
    """A picture for its owner, and where it lies for whoever may see it."""
    return {
        "token": picture.token,
        "width": picture.width,
        "height": picture.height,
        "size": picture.size,
        "hidden": picture.hidden_at is not None,
        "url": root + reverse("files:picture", args=[picture.token]),
        "created": picture.created.isoformat(),
        "updated": picture.updated.isoformat(),
    }
