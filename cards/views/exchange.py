"""Importing and exporting cards."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.budgets import PAGES, costly, keys_of
from accounts.limits import Limit
from accounts.models import Owner, Visibility
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from cards.backup.archive import PICTURE_SECONDS, BackupRefused, opened
from cards.downloads import attached, file_stem
from cards.exchange import (
    Beside,
    CardsRefused,
    ImportFault,
    read_file,
    schema,
    template,
    write_json,
    write_set,
    write_table,
)
from cards.exchange.encodings import MAX_BYTES, DecodedText, checked_text, decoded_again, decoded_file
from cards.exchange.forms import ImportForm, fields_chosen, fingerprint
from cards.importing import Plan, carry_out, plan_import
from cards.linked_tables import left_out, link, read_linked_table
from cards.models import Card, CardSet
from cards.packs import Pack, is_pack, pictures_of, written_pictures
from cards.printing.selection import written
from cards.queries import cards_of_set
from cards.workshop.requests import IMPORTED, PUBLISHED, too_many_published
from web.http import takes_at_most
from web.languages import current_language

IMPORTS = Limit("import", times=120, seconds=3600)
LINKED = Limit("linked-table", times=60, seconds=3600)
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


@dataclass(frozen=True, slots=True)
class _Given:
    """What was sent: text, how it was read, what came beside it, and a note on pictures that nothing asks for."""

    decoded: DecodedText
    beside: Beside
    note: str = ""


def _read(request: SiteRequest, owner: Owner | None, form: ImportForm) -> HttpResponse:
    """The answer to what was sent, which has not been looked at yet."""
    given = None
    try:
        given = _given(request, form)
        owner = request.owner  # whose pictures came along
        text, beside = given.decoded.text, given.beside
        plan = plan_import(owner=owner, file=read_file(text, beside), name=form.cleaned_data["name"])
        more = [given.note, left_out(plan) if form.cleaned_data.get("address") else ""]
        plan = replace(plan, notes=(*plan.notes, *filter(None, more)))
        shown: dict[str, Any] = {"plan": plan, "given": given.decoded, "beside": beside}
        if "save" not in request.POST or form.cleaned_data["seen"] != fingerprint(text, plan.name, beside):
            return _page(request, owner, _filled(form, given, plan), **shown)
        problem = _unanswered(form, given.decoded, plan) or _too_many(request, plan, form.cleaned_data["visibility"])
        if problem:
            return _page(request, owner, _filled(form, given, plan), problem=problem, **shown)
        return _save(request, form, given, plan)
    except BackupRefused as broken:
        return _refused(request, form, given, CardsRefused([ImportFault(str(broken))]))
    except CardsRefused as refused:
        return _refused(request, form, given, refused)


def _refused(request: SiteRequest, form: ImportForm, given: _Given | None, refused: CardsRefused) -> HttpResponse:
    shown = given or _Given(DecodedText(str(form.cleaned_data["text"])), _beside(request, form))
    decoded = given.decoded if given else None
    return _page(request, request.owner, _filled(form, shown), refused=refused, given=decoded)


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


def _save(request: SiteRequest, form: ImportForm, given: _Given, plan: Plan) -> HttpResponse:
    owner, visibility = get_or_create_owner(request), form.cleaned_data["visibility"]
    file = read_file(given.decoded.text, given.beside)
    card_set = carry_out(owner=owner, file=file, name=plan.name, visibility=visibility)
    linked = _link(owner, card_set, form)
    count = len(plan.lines)
    message = ngettext("%(count)d card is in “%(set)s”.", "%(count)d cards are in “%(set)s”.", count)
    if card_set is None:
        messages.success(request, _told_of_print(_("Your cards are up to date."), linked))
        return redirect("cards:workshop")
    told = message % {"count": count, "set": card_set.title}
    if plan.copies:
        link = format_html('<a href="{}">{}</a>', _to_print(card_set, owner, plan), _("Print the copies in your table"))
        messages.success(request, format_html("{} {}", told, link))
    else:
        messages.success(request, _told_of_print(told, linked))
    return HttpResponseRedirect(card_set.get_absolute_url())


def _link(owner: Owner, card_set: CardSet | None, form: ImportForm) -> CardSet | None:
    """Links the set to the table that a link led to: the one that was made or extended, else the one that was named."""
    if not form.cleaned_data.get("address"):
        return None
    name = form.cleaned_data["name"]
    linked = card_set or CardSet.objects.owned_by(owner).filter(name=name, shipped=False).first()
    if linked is not None:
        link(linked, form.cleaned_data["address"])
    return linked


def _told_of_print(told: str, linked: CardSet | None) -> str:
    if linked is None or not Card.objects.filter(set=linked, printed_revision__gt=0).exists():
        return told
    address = f"{reverse('cards:print')}?{urlencode({'set': linked.slug, 'changed': '1'})}"
    return format_html('{} <a href="{}">{}</a>', told, address, _("Print what changed"))


def _to_print(card_set: CardSet, owner: Owner, plan: Plan) -> str:
    """The address that prints the copies which a table asks for; the other cards of the set not at all."""
    wanted = {line.slug: count for line, count in zip(plan.lines, plan.copies, strict=True)}
    places = enumerate(cards_of_set(card_set, owner), 1)
    copies = written({place: wanted.get(card.slug, 0) for place, card in places})
    return f"{reverse('cards:print')}?{urlencode({'set': card_set.slug, 'copies': copies}, safe=',')}"


def _given(request: SiteRequest, form: ImportForm) -> _Given:
    """What was sent, and in which encoding it was read; pictures of a ZIP are kept once its table is right. Raises
    ``CardsRefused`` and ``BackupRefused``."""
    data = form.cleaned_data
    beside = _beside(request, form)
    file: UploadedFile[bytes] | None = data["file"]
    if file is not None and is_pack(file):
        with opened(file) as archive:
            return _of_pack(request, Pack.of(archive), data["encoding"], beside)
    if file is not None:
        return _Given(decoded_file(file.read(MAX_BYTES + 1), data["encoding"]), beside)
    if data.get("address") and not ("save" in request.POST and data["text"]):
        if not LINKED.allows(request):
            raise CardsRefused([ImportFault(_("Too many linked tables. Try again later."))])
        return _Given(read_linked_table(data["address"], data["encoding"]), beside)
    if data["read_as"]:
        return _Given(decoded_again(data["text"], data["read_as"], data["encoding"]), beside)
    return _Given(DecodedText(checked_text(data["text"])), beside)


def _beside(request: SiteRequest, form: ImportForm) -> Beside:
    return Beside(pictures_of(form.cleaned_data["pictures"]), fields_chosen(request.POST.dict()))


def _of_pack(request: SiteRequest, pack: Pack, encoding: str, beside: Beside) -> _Given:
    decoded = pack.text(encoding)
    wanted = pack.wanted(decoded.text, beside)
    with PAGES.held(keys_of(request), PICTURE_SECONDS * len(wanted)):
        tokens = pack.keep(get_or_create_owner(request), wanted) if wanted else {}
    return _Given(decoded, replace(beside, pictures=tokens), pack.note(wanted))


def _filled(form: ImportForm, given: _Given, plan: Plan | None = None) -> ImportForm:
    """The form again, with what was in the file in the box, so that nothing has to be chosen twice."""
    decoded = given.decoded
    pictures = written_pictures(given.beside.pictures)
    data = {**form.cleaned_data, "text": decoded.text, "file": None, "seen": "", "pictures": pictures}
    if decoded.is_guessed or data["read_as"]:
        data |= {
            "read_as": decoded.encoding,
            "encoding": "" if decoded.doubt and not data["encoding"] else decoded.encoding,
        }
    if plan is not None:
        data |= {"name": plan.name or data["name"], "seen": fingerprint(decoded.text, plan.name, given.beside)}
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
