"""Pages of printing: what to print and how, a look at it beforehand, the file, jobs in the background."""

from __future__ import annotations

import json
import re
from typing import Any, Final
from urllib.parse import urlencode

from django.http import FileResponse, Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import replace_url

from accounts.budgets import check_jobs, costly, keys_of
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from background import services as background
from cards.downloads import attached, file_stem
from cards.models import PrintJob
from cards.printing import services
from cards.printing.changes import note_printed
from cards.printing.forms import PrintForm
from cards.printing.options import PrintOptions
from cards.printing.pages import PrintPage, print_page
from cards.printing.pieces import PrintProblem
from cards.printing.printer import remember_printer, usual_options
from cards.printing.products import Product, calibration, is_cut_from_behind, preview
from cards.printing.profiles import keep_profile
from cards.printing.saved_object import saved_object
from cards.printing.selection import MOST_COPIES, SOURCES, Selection, copies_of, selection_of, written
from cards.rendering.cutting import KINDS as CUT_KINDS
from cards.rendering.cutting import cut_lines
from cards.rendering.icc import MAX_BYTES as MAX_PROFILE
from engine.kernel.numbers import whole_number

FILES: Final = Limit("print", times=60, seconds=3600)
PROFILES: Final = Limit("print-profile", times=10, seconds=3600)
PREVIEWS: Final = Limit("print-preview", times=300, seconds=3600)
MAX_PLACE: Final = 99_999
_COUNT: Final = re.compile(r"c([1-9]\d{0,4})")  # the field for the copies of a card, by its place


@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def printing(request: SiteRequest) -> HttpResponse:
    """The page of printing options; by POST, the file, or a job where it takes longer."""
    if request.method == "POST":
        return _file(request)
    form = PrintForm(request.GET, usual=usual_options(request))
    sheet = whole_number(request.GET.get("sheet", ""), 3)
    page = print_page(
        _source(request.GET), form, request.owner, sheet=1 if sheet is None else sheet, lines=_lines(request)
    )
    template = "cards/printing/print.html#result" if request.htmx else "cards/printing/print.html"
    status = 200 if page.is_ready or not page.is_asked else 422
    response = render(request, template, {"page": page, "most": MOST_COPIES}, status=status)
    return replace_url(response, page.here) if request.htmx and form.is_valid() else response


def _lines(request: SiteRequest) -> bool:
    return request.GET.get("lines") == "1"


def _source(data: Any) -> dict[str, str]:
    """How the request says which cards. The page's form has a field for the copies of each card, an address one for
    all of them."""
    source = {name: data[name] for name in SOURCES if data.get(name)}
    counts = {int(match[1]): data[name] for name in data if (match := _COUNT.fullmatch(name))}
    if counts:
        elsewhere = copies_of(source.pop("copies", ""), MAX_PLACE)  # in other parts of more cards than a file has
        read = {place: whole_number(text, 2) for place, text in counts.items()}
        copies = written(elsewhere | {place: count for place, count in read.items() if count is not None})
        source |= {"copies": copies} if copies else {}
    return source


def _file(request: SiteRequest) -> HttpResponse:
    owner = request.owner
    form = PrintForm(request.POST, usual=PrintOptions(language=request.language))
    page = print_page(_source(request.POST), form, owner)
    if "upload" in request.POST:
        return _with_profile(request, page)
    if not page.is_ready or page.selection is None:
        return _page(request, page, 422)
    if not FILES.allows(request):
        page.problem = _("Too many files.")
        return _page(request, page, 429)
    try:
        response = _made(request, page.selection, form.options)
    except PrintProblem as problem:
        page.problem = str(problem)
        return _page(request, page, 422)
    except services.TooManyJobs:
        page.problem = _("You already have several unfinished print jobs. Wait for one, or cancel it.")
        return _page(request, page, 429)
    remember_printer(response, form.options)
    return response


def _with_profile(request: SiteRequest, page: PrintPage) -> HttpResponse:
    """The page again, with the profile that was sent."""
    if not PROFILES.allows(request):
        page.problem = _("Too many files.")
        return _page(request, page, 429)
    sent = request.FILES.get("upload_profile")
    try:
        key = keep_profile(sent.read(MAX_PROFILE + 1) if sent else b"", next(iter(keys_of(request))))
    except PrintProblem as problem:
        page.problem = str(problem)
        return _page(request, page, 422)
    return redirect(page.with_profile(key))


def _page(request: SiteRequest, page: PrintPage, status: int) -> HttpResponse:
    return render(request, "cards/printing/print.html", {"page": page, "most": MOST_COPIES}, status=status)


def _made(request: SiteRequest, selection: Selection, options: PrintOptions) -> HttpResponse:
    in_parts = "all" in request.POST and selection.parts > 1
    product = None if in_parts else services.product_at_once(selection=selection, options=options)
    if product is not None:
        if options.is_on_paper:
            note_printed(selection.printed, request.owner)
        return _download(product)
    check_jobs()
    ask = services.ask_all if in_parts else services.ask
    job = ask(owner=get_or_create_owner(request), selection=selection, options=options)
    return redirect("cards:print_job", job.token)


def _download(product: Product) -> HttpResponse:
    return HttpResponse(
        product.content,
        content_type=product.kind,
        headers={**attached(product.name), "X-Content-Type-Options": "nosniff"},
    )


@never_cache
@require_GET
@costly(1.0)
def preview_picture(request: SiteRequest) -> HttpResponse:
    """A sheet, small: ``sheet=2`` is the second, ``side=back`` its other side, ``lines=1`` shows the cuts."""
    form = PrintForm(request.GET, usual=PrintOptions(language=request.language))
    if not form.is_valid() or not PREVIEWS.allows(request):
        return HttpResponse(status=429 if form.is_valid() else 422)
    options = form.options
    try:
        selection = selection_of(_source(request.GET), request.owner)
        with translation.override(options.language):
            pieces = selection.pieces(options.language)
            behind, sheet = request.GET.get("side") == "back", whole_number(request.GET.get("sheet", "1"), 3)
            content = preview(selection.title, pieces, options, behind, sheet or 1, _lines(request))
    except PrintProblem as problem:
        return HttpResponse(str(problem), status=422, content_type="text/plain; charset=utf-8")
    return HttpResponse(content, content_type="image/png", headers={"X-Content-Type-Options": "nosniff"})


@never_cache
@require_GET
@costly()
def calibration_sheet(request: SiteRequest) -> HttpResponse:
    """The sheet that tells how far backs are off."""
    form = PrintForm(request.GET, usual=usual_options(request))
    if not form.is_valid():
        return redirect(f"{reverse('cards:print')}?{urlencode(request.GET)}")
    if not PREVIEWS.allows(request):
        return HttpResponse(status=429)
    return _download(calibration(form.options))


@never_cache
@require_GET
@costly()
def cut(request: SiteRequest, kind: str) -> HttpResponse:
    """The outlines of a sheet's cards for a machine that cuts."""
    form = PrintForm(request.GET, usual=PrintOptions(language=request.language))
    if kind not in CUT_KINDS:
        raise Http404(f"no outlines as {kind}")
    if not form.is_valid() or not PREVIEWS.allows(request):
        return HttpResponse(status=429 if form.is_valid() else 422)
    page = print_page(_source(request.GET), form, request.owner)
    if not page.is_ready or page.selection is None:
        return HttpResponse(page.problem, status=422, content_type="text/plain; charset=utf-8")
    options = form.options
    grid = options.grid(len(page.sides))
    name = f"{file_stem(page.selection.title)}-{options.paper}.{kind}"
    behind = options.sheeting.flip if is_cut_from_behind(page.sides, options) else ""
    return _download(Product(name, CUT_KINDS[kind], cut_lines(grid, len(page.sides), kind, behind)))


@never_cache
@require_GET
@costly()
def tabletop_object(request: SiteRequest) -> HttpResponse:
    """A saved object of Tabletop Simulator, which fetches its pictures here."""
    form = PrintForm(request.GET, usual=PrintOptions(language=request.language))
    if not form.is_valid():
        return HttpResponse(status=422)
    try:
        selection = selection_of(_source(request.GET), request.owner)
        object_data = saved_object(selection, form.options.language, request.build_absolute_uri)
    except PrintProblem as problem:
        return HttpResponse(str(problem), status=422, content_type="text/plain; charset=utf-8")
    content = json.dumps(object_data, ensure_ascii=False, indent=1).encode()
    return _download(Product(f"{file_stem(selection.title)}.json", "application/json", content))


@never_cache
@require_GET
@costly()
def job(request: SiteRequest, token: str) -> HttpResponse:
    job = _own(request, token)
    background.go_on(job=job)
    template = "cards/printing/job.html#job" if request.htmx else "cards/printing/job.html"
    return render(request, template, {"job": job, "page": PrintPage.of_job(job)})


@never_cache
@require_GET
def job_file(request: SiteRequest, token: str) -> FileResponse:
    job = _own(request, token)
    if job.state != PrintJob.State.DONE or not job.file:
        raise Http404("the job has no file yet")
    try:
        file = job.file.open("rb")
    except FileNotFoundError as lost:
        raise Http404("the job's file is gone") from lost
    response = FileResponse(file, as_attachment=True, filename=job.file_name, content_type=job.file_kind)
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
def cancel_job(request: SiteRequest, token: str) -> HttpResponse:
    job = _own(request, token)
    services.cancel(job=job, owner=get_or_create_owner(request))
    return redirect("cards:print_job", job.token)


@require_POST
def delete_job(request: SiteRequest, token: str) -> HttpResponse:
    job = _own(request, token)
    services.remove(job=job, owner=get_or_create_owner(request))
    return redirect("cards:print")


def _own(request: SiteRequest, token: str) -> PrintJob:
    return get_object_or_404(PrintJob.objects.owned_by(request.owner), token=token)
