"""Pages of printing: what to print and how, a look at it beforehand, the file, jobs in the background."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from accounts.limits import Limit
from accounts.owners import get_or_create_owner, get_owner
from background import services as background
from cards.models import PrintJob
from cards.printing import services
from cards.printing.forms import PrintForm, recalled, remembered
from cards.printing.options import PrintOptions
from cards.printing.pages import PrintPage, print_page
from cards.printing.pieces import PrintProblem
from cards.printing.products import Product, calibration, preview
from cards.printing.selection import SOURCES, Selection, selection_of
from config.http import HtmxHttpRequest
from config.languages import current_language

FILES: Final = Limit("print", times=60, seconds=3600)
PREVIEWS: Final = Limit("print-preview", times=300, seconds=3600)
COOKIE: Final = "printer"
COOKIE_SALT: Final = "cards.printing"
COOKIE_SECONDS: Final = 365 * 24 * 3600


@never_cache
@require_http_methods(["GET", "POST"])
def printing(request: HtmxHttpRequest) -> HttpResponse:
    """The page of printing options; by POST, the file, or a job where it takes longer."""
    if request.method == "POST":
        return _file(request)
    form = PrintForm(request.GET, usual=_usual(request))
    page = print_page(_source(request.GET), form, get_owner(request))
    template = "cards/printing/print.html#result" if request.htmx else "cards/printing/print.html"
    return render(request, template, {"page": page}, status=200 if page.is_ready or not page.is_asked else 422)


def _source(given: Any) -> dict[str, str]:
    return {name: given[name] for name in SOURCES if given.get(name)}


def _usual(request: HttpRequest) -> PrintOptions:
    kept = request.get_signed_cookie(COOKIE, default="", salt=COOKIE_SALT, max_age=COOKIE_SECONDS) or ""
    return recalled(kept, current_language())


def _file(request: HtmxHttpRequest) -> HttpResponse:
    owner = get_owner(request)
    form = PrintForm(request.POST, usual=PrintOptions(language=current_language()))
    page = print_page(_source(request.POST), form, owner)
    if not page.is_ready or page.selection is None:
        return render(request, "cards/printing/print.html", {"page": page}, status=422)
    if not FILES.allows(request):
        page.problem = _("These are a lot of files in an hour. Please try again later.")
        return render(request, "cards/printing/print.html", {"page": page}, status=429)
    try:
        answer = _made(request, page.selection, form.options)
    except PrintProblem as problem:
        page.problem = str(problem)
        return render(request, "cards/printing/print.html", {"page": page}, status=422)
    except services.TooManyJobs:
        page.problem = _("You have several print jobs that are not done yet. Wait for one, or cancel it.")
        return render(request, "cards/printing/print.html", {"page": page}, status=429)
    answer.set_signed_cookie(
        COOKIE,
        remembered(form.options),
        salt=COOKIE_SALT,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
    return answer


def _made(request: HtmxHttpRequest, selection: Selection, options: PrintOptions) -> HttpResponse:
    product = services.product_at_once(selection=selection, options=options)
    if product is not None:
        return _download(product)
    job = services.ask(owner=get_or_create_owner(request), selection=selection, options=options)
    return redirect("cards:print_job", job.token)


def _download(product: Product) -> HttpResponse:
    return HttpResponse(
        product.content,
        content_type=product.kind,
        headers={"Content-Disposition": f'attachment; filename="{product.name}"', "X-Content-Type-Options": "nosniff"},
    )


@never_cache
@require_GET
def preview_picture(request: HtmxHttpRequest) -> HttpResponse:
    """The first sheet, small; ``side=back`` is its other side."""
    form = PrintForm(request.GET, usual=PrintOptions(language=current_language()))
    if not form.is_valid() or not PREVIEWS.allows(request):
        return HttpResponse(status=429 if form.is_valid() else 422)
    options = form.options
    try:
        selection = selection_of(_source(request.GET), get_owner(request))
        with translation.override(options.language):
            pieces = selection.pieces(options.language)
            content = preview(selection.title, pieces, options, request.GET.get("side") == "back")
    except PrintProblem as problem:
        return HttpResponse(str(problem), status=422, content_type="text/plain; charset=utf-8")
    return HttpResponse(content, content_type="image/png", headers={"X-Content-Type-Options": "nosniff"})


@never_cache
@require_GET
def calibration_sheet(request: HtmxHttpRequest) -> HttpResponse:
    """The sheet that tells how far backs are off."""
    form = PrintForm(request.GET, usual=_usual(request))
    if not form.is_valid():
        return redirect(f"{reverse('cards:print')}?{urlencode(request.GET)}")
    if not PREVIEWS.allows(request):
        return HttpResponse(status=429)
    return _download(calibration(form.options))


@never_cache
@require_GET
def job(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """How a print job stands."""
    found = _own(request, token)
    background.go_on(job=found)
    template = "cards/printing/job.html#job" if request.htmx else "cards/printing/job.html"
    return render(request, template, {"job": found, "page": PrintPage.of_job(found)})


@never_cache
@require_GET
def job_file(request: HtmxHttpRequest, token: str) -> FileResponse:
    """The file of a job that is done."""
    found = _own(request, token)
    if found.state != PrintJob.State.DONE or not found.file:
        raise Http404("the job has no file yet")
    try:
        file = found.file.open("rb")
    except FileNotFoundError as lost:
        raise Http404("the job's file is gone") from lost
    answer = FileResponse(file, as_attachment=True, filename=found.file_name, content_type=found.file_kind)
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_POST
def cancel_job(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Stops a job."""
    found = _own(request, token)
    services.cancel(job=found, owner=get_or_create_owner(request))
    return redirect("cards:print_job", found.token)


@require_POST
def delete_job(request: HtmxHttpRequest, token: str) -> HttpResponse:
    """Deletes a job with its file."""
    found = _own(request, token)
    services.remove(job=found, owner=get_or_create_owner(request))
    return redirect("cards:print")


def _own(request: HtmxHttpRequest, token: str) -> PrintJob:
    return get_object_or_404(PrintJob.objects.owned_by(get_owner(request)), token=token)
