"""Taking all of one's cards and pictures along as ZIPs, and bringing them in again."""

from __future__ import annotations

from threading import Lock
from typing import Any, Final

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.budgets import PAGES, costly, keys_of
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from cards.backup.archive import MAX_BYTES, Archive, BackupRefused, opened
from cards.backup.bringing_in import bring_in, count_new
from cards.backup.reading import read_backup
from cards.backup.writing import parts_of, write_part
from cards.exchange import CardsRefused
from cards.workshop.requests import IMPORTED

BACKUPS: Final = Limit("backup", times=60, seconds=3600)


_ONE_AT_A_TIME: Final = Lock()  # in a process, for a file may take megabytes and seconds
_PATIENCE: Final = 20.0  # seconds


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def backup(request: SiteRequest) -> HttpResponse:
    """The parts of one's backup to download; by POST, a part that is brought in."""
    if request.method == "GET":
        return _page(request)
    file: UploadedFile[bytes] | None = request.FILES.get("file")
    if file is None:
        text = _("No file received, or it's larger than %(megabytes)d MB.") % {"megabytes": MAX_BYTES // 1024**2}
        return _page(request, 422, problem=text)
    if not BACKUPS.allows(request):
        return _page(request, 429, problem=_("Too many requests."))
    if not _ONE_AT_A_TIME.acquire(timeout=_PATIENCE):
        return _page(request, 503, problem=_("The server is busy with other files. Try again in a minute."))
    try:
        with opened(file) as archive:
            return _brought_in(request, archive)
    except BackupRefused as refused:
        return _page(request, 422, problem=str(refused))
    except CardsRefused as wrong:
        return _page(request, 422, refused=wrong)
    finally:
        _ONE_AT_A_TIME.release()


def _brought_in(request: SiteRequest, archive: Archive) -> HttpResponse:
    """The answer to a part of which only the list of files is known yet."""
    too_many = _("Too many cards today.")
    if archive.has_cards and IMPORTED.is_used_up(request):
        return _page(request, 429, problem=too_many)
    with PAGES.held(keys_of(request), archive.seconds):
        read = read_backup(archive)
        new = count_new(request.owner, read)
        if new and not IMPORTED.allows(request, amount=new):
            return _page(request, 429, problem=too_many)
        brought = bring_in(owner=get_or_create_owner(request), backup=read)
    text = ngettext("%(count)d card restored", "%(count)d cards restored", brought.cards) % {"count": brought.cards}
    more = _("%(pictures)d pictures, %(decks)d decks") % {"pictures": brought.pictures, "decks": brought.decks}
    messages.success(request, f"{text} · {more}")
    return redirect("cards:backup")


def _page(request: SiteRequest, status: int = 200, **context: Any) -> HttpResponse:
    owner = request.owner
    parts = parts_of(owner) if owner is not None else []
    return render(request, "cards/exchange/backup.html", {"parts": parts, "owner": owner, **context}, status=status)


@never_cache
@require_GET
@costly()
def part(request: SiteRequest, number: int) -> HttpResponse:
    owner = request.owner
    parts = parts_of(owner) if owner is not None else []
    if owner is None or not 1 <= number <= len(parts):
        raise Http404("no such part of one's own")
    if not BACKUPS.allows(request):
        return HttpResponse(status=429, headers={"Retry-After": "3600"})
    named = "grimoire-backup.zip" if len(parts) == 1 else f"grimoire-backup-{number}-of-{len(parts)}.zip"
    return HttpResponse(
        write_part(owner, parts, number),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{named}"', "X-Content-Type-Options": "nosniff"},
    )
