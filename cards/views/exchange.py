"""Importing and exporting cards."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.budgets import PAGES, costly, keys_of
from accounts.limits import Limit
from accounts.models import Owner, Visibility
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from cards.downloads import attached, file_stem
from cards.exchange import CardsRefused, read_file, schema, template, write_json, write_set, write_table
from cards.exchange.encodings import MAX_BYTES, DecodedText, checked_text, decoded_again, decoded_file
from cards.exchange.forms import ImportForm, fingerprint
from cards.importing import Plan, carry_out, plan_import
from cards.models import Card, CardSet
from cards.queries import cards_of_set
from cards.workshop.requests import IMPORTED, PUBLISHED, too_many_published
from web.http import takes_at_most
from web.languages import current_language

IMPORTS = Limit("import", times=120, seconds=3600)
SECONDS: Final = 0.75  # of the processor, for a file as large as may be
CONTENT_TYPES = {"json": "application/json; charset=utf-8", "csv": "text/csv; charset=utf-8"}


@takes_at_most(MAX_BYTES)
@never_cache
@require_http_methods(["GET", "POST"])
@costly()
def import_cards(request: SiteRequest) -> HttpResponse:
    """A file or pasted lines: what would become of them, and then all of them or nothing."""
    owner = request.owner
    if request.method == "GET":
        return _page(request, owner, ImportForm(initial={"name": request.GET.get("set", "")[:40]}))
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, owner, form)
    if not IMPORTS.allows(request):
        form.add_error(None, _("Too many imports."))
        return _page(request, owner, form, status=429)
    if IMPORTED.is_used_up(request):
        form.add_error(None, _too_many_in_a_day())
        return _page(request, owner, form, status=429)
    with PAGES.held(keys_of(request), SECONDS):
        return _read(request, owner, form)


def _read(request: SiteRequest, owner: Owner | None, form: ImportForm) -> HttpResponse:
    """The answer to what was sent, which has not been looked at yet."""
    decoded = None
    try:
        decoded = _given(form)
        plan = plan_import(owner=owner, file=read_file(decoded.text), name=form.cleaned_data["name"])
        if "save" not in request.POST or form.cleaned_data["seen"] != fingerprint(decoded.text, plan.name):
            return _page(request, owner, _filled(form, decoded, plan), plan=plan, given=decoded)
        problem = _unanswered(form, decoded, plan) or _too_many(request, plan, form.cleaned_data["visibility"])
        if problem:
            return _page(request, owner, _filled(form, decoded, plan), plan=plan, given=decoded, problem=problem)
        return _save(request, form, decoded.text, plan)
    except CardsRefused as refused:
        shown = decoded or DecodedText(str(form.cleaned_data["text"]))
        return _page(request, owner, _filled(form, shown), refused=refused, given=decoded)


def _unanswered(form: ImportForm, decoded: DecodedText, plan: Plan) -> str:
    """What has to be answered before anything is kept; empty for nothing."""
    if decoded.doubt and not form.cleaned_data["encoding"]:
        return _("Choose the encoding that shows the names correctly.")
    if plan.strange_columns and not form.cleaned_data["leave_out"]:
        return _("Tick “Skip these columns”, or remove them from the table.")
    return ""


def _too_many(request: SiteRequest, plan: Plan, visibility: str) -> str:
    """The message for when these would be more cards than one visitor may make in a day; empty when they are not."""
    new = sum(line.card is None for line in plan.lines)
    if new and visibility == Visibility.PUBLIC and not PUBLISHED.allows(request, amount=new):
        return too_many_published()
    if new and not IMPORTED.allows(request, amount=new):
        return _too_many_in_a_day()
    return ""


def _too_many_in_a_day() -> str:
    return _("Too many cards today.")


def _save(request: SiteRequest, form: ImportForm, text: str, plan: Plan) -> HttpResponse:
    visibility = form.cleaned_data["visibility"]
    card_set = carry_out(
        owner=get_or_create_owner(request), file=read_file(text), name=plan.name, visibility=visibility
    )
    count = len(plan.lines)
    message = ngettext("%(count)d card is in “%(set)s”.", "%(count)d cards are in “%(set)s”.", count)
    if card_set is None:
        messages.success(request, _("Your cards are up to date."))
        return redirect("cards:workshop")
    messages.success(request, message % {"count": count, "set": card_set.title})
    return HttpResponseRedirect(card_set.get_absolute_url())


def _given(form: ImportForm) -> DecodedText:
    """The text that was sent, and in which encoding it was read. Raises ``CardsRefused``."""
    data = form.cleaned_data
    file: UploadedFile[bytes] | None = data["file"]
    if file is not None:
        return decoded_file(file.read(MAX_BYTES + 1), data["encoding"])
    if data["read_as"]:
        return decoded_again(data["text"], data["read_as"], data["encoding"])
    return DecodedText(checked_text(data["text"]))


def _filled(form: ImportForm, decoded: DecodedText, plan: Plan | None = None) -> ImportForm:
    """The form again, with what was in the file in the box, so that nothing has to be chosen twice."""
    data = {**form.cleaned_data, "text": decoded.text, "file": None, "seen": ""}
    if decoded.is_guessed or data["read_as"]:
        data |= {
            "read_as": decoded.encoding,
            "encoding": "" if decoded.doubt and not data["encoding"] else decoded.encoding,
        }
    if plan is not None:
        data |= {"name": plan.name, "seen": fingerprint(decoded.text, plan.name)}
    return ImportForm(initial=data)


def _page(
    request: SiteRequest, owner: Owner | None, form: ImportForm, status: int = 200, **context: Any
) -> HttpResponse:
    sets = CardSet.objects.owned_by(owner).order_by("name")
    shown = {"form": form, "own_sets": sets, "owner": owner, **context}
    return render(request, "cards/exchange/import.html", shown, status=status)


@require_GET
def template_table(request: SiteRequest) -> HttpResponse:
    """The table to start from, in the language of the page."""
    return _file("grimoire-cards.csv", "csv", "\ufeff" + template(request.language))


@require_GET
def json_schema(request: SiteRequest) -> HttpResponse:
    return HttpResponse(json.dumps(schema(), indent=1), content_type="application/schema+json")


@never_cache
@require_GET
@costly()
def export_set(request: SiteRequest, slug: str, kind: str) -> HttpResponse:
    """A set with those of its cards that the visitor may see, as a file."""
    owner = request.owner
    card_set = get_object_or_404(CardSet.objects.readable_by(owner), slug=slug)
    return _export(card_set, cards_of_set(card_set, owner), file_stem(card_set.name, "set"), kind)


@never_cache
@require_GET
@costly()
def export_own(request: SiteRequest, kind: str) -> HttpResponse:
    owner = request.owner
    if owner is None:
        raise Http404("nothing of one's own")
    return _export(None, Card.objects.owned_by(owner).with_set(), "cards", kind)


def _export(card_set: CardSet | None, cards: Iterable[Card], name: str, kind: str) -> HttpResponse:
    written = write_set(card_set, cards, references=True)
    # Spreadsheets take a file without the mark for one in an older encoding.
    body = write_json(written) if kind == "json" else "\ufeff" + write_table(written["cards"], current_language())
    return _file(f"{name}.{kind}", kind, body)


def _file(name: str, kind: str, body: str) -> HttpResponse:
    return HttpResponse(body, content_type=CONTENT_TYPES[kind], headers=attached(name))
