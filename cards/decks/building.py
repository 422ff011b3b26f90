"""The deck builder, as a page: of the decks, and of rooms above that want one built."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django_htmx.http import replace_url

from accounts.begun import token_in
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from cards.decks import services
from cards.decks.drafts import DeckDraft, apply_change, is_change, read_draft
from cards.decks.forms import SAVES, DeckForm
from cards.decks.pages import Builder, WayBack, builder_page
from cards.models import Deck
from cards.searching import LONGEST
from engine.kernel.numbers import whole_number


def builder(request: SiteRequest, deck: Deck | None, back: WayBack | None = None) -> HttpResponse:
    """The page that makes a deck or changes one; with ``back`` at an address of a room above, which gets the deck."""
    owner = request.owner
    draft = read_draft(request.POST if request.method == "POST" else request.GET, owner, deck)
    if request.method == "POST":
        return _save(request, deck, draft, back)
    note = ""
    if is_change(request.GET):
        draft, note = apply_change(draft, request.GET, owner)
        if not request.htmx:
            if note:
                messages.error(request, note)
            return redirect(f"{request.path}?{draft.query(q=_query(request), page=_page(request) or '')}")
    built = _page_for(request, deck, draft, [note] if note else [])
    form = DeckForm(instance=deck, initial={} if deck else {"name": draft.name, "about": draft.about})
    return _builder_answer(request, built, form, back)


def _save(request: SiteRequest, deck: Deck | None, draft: DeckDraft, back: WayBack | None) -> HttpResponse:
    """Keeps the deck; what cannot be kept yet is shown again with nothing lost."""
    form = DeckForm(request.POST, instance=deck)
    if form.is_valid():
        if SAVES.allows(request):
            token = token_in(request)
            saved = services.save_deck(
                owner=get_or_create_owner(request), draft=draft, deck=deck, token=token, **form.cleaned_data
            )
            messages.success(request, _("“%(name)s” saved.") % {"name": saved.name})
            return redirect(back.with_deck(saved) if back else saved.get_absolute_url())
        form.add_error(None, _("Too many decks; the page's link keeps this one."))
    if deck is not None:
        deck.refresh_from_db()
    return _builder_answer(request, _page_for(request, deck, draft, []), form, back, status=422)


def _page_for(request: SiteRequest, deck: Deck | None, draft: DeckDraft, notes: list[str]) -> Builder:
    return builder_page(
        path=request.path,
        deck=deck,
        draft=draft,
        query=_query(request),
        page=_page(request),
        owner=request.owner,
        language=request.language,
        notes=notes,
    )


def _builder_answer(
    request: SiteRequest, built: Builder, form: DeckForm, back: WayBack | None, status: int = 200
) -> HttpResponse:
    context = {"built": built, "view": built.view, "form": form, "kept": built.deck, "back": back}
    response = render(request, "cards/decks/builder.html", context, status=status)
    return replace_url(response, built.here) if request.htmx else response


def _query(request: SiteRequest) -> str:
    text = request.POST.get("q") or request.GET.get("q", "")
    return " ".join(text[: 2 * LONGEST].replace("\0", " ").split())


def _page(request: SiteRequest) -> int:
    return whole_number(request.GET.get("page", ""), 5) or 0
