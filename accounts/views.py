"""Account pages of our own; signing in and up are allauth's."""

from __future__ import annotations

import json

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts import services, signed_in
from accounts.api_tokens import ALL, MAX_TOKENS, end_api_token, make_api_token
from accounts.begun import token_in
from accounts.budgets import costly
from accounts.exchange import write_owner
from accounts.forms import ApiTokenForm, LeavingForm, ReportForm
from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.queries import readable
from accounts.quotas import QuotaExceeded
from accounts.reauthentication import second_factor_asked
from accounts.requests import SiteRequest
from accounts.too_many import with_limit
from accounts.visitors import visitor_of

REPORTS = Limit("report", times=20, seconds=3600)
LEAVING = Limit("leaving", times=20, seconds=3600)  # tries to guess a password
NEW_TOKENS = Limit("api-token", times=20, seconds=3600)
SENT_FORMS = "api-token-forms"  # in the session, with which a form that was sent before ends


@never_cache
@require_GET
def me(request: SiteRequest) -> HttpResponse:
    """Who one is here, as an account or as a guest, and what can be done about it."""
    owner = request.owner
    context = {
        "owner": owner,
        "counts": services.count_things(owner),
        "guests_kept_months": settings.GUESTS_KEPT_MONTHS,
    }
    return render(request, "accounts/me.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def sessions(request: SiteRequest) -> HttpResponse:
    """Where somebody is signed in; ends what they do not want any more."""
    if request.method == "POST":
        if signed_in.end(request, request.POST.get("session", "")):
            messages.success(request, _("Signed out."))
        return redirect("accounts:sessions")
    return render(request, "accounts/sessions.html", {"sessions": signed_in.listed(request)})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def tokens(request: SiteRequest) -> HttpResponse:
    """One's own API tokens; ends those that are not wanted any more."""
    owner = request.owner
    if request.method == "POST":
        key = request.POST.get("token", "")
        if end_api_token(owner=owner, key=key):
            messages.success(request, _("All tokens revoked.") if key == ALL else _("Token revoked."))
        return redirect("accounts:tokens")
    return render(request, "accounts/tokens.html", {"tokens": owner.api_tokens.all() if owner else []})


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]  # of allauth, which has no types
def new_token(request: SiteRequest) -> HttpResponse:
    """Makes an API token, for whoever has just proved again who they are, and shows it this once."""
    form = ApiTokenForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and not NEW_TOKENS.allows(request):
        form.add_error(None, _("Too many tokens created."))
    if form.is_valid():
        try:
            page, sent = token_in(request), request.session.get(SENT_FORMS, [])
            token, secret = make_api_token(
                owner=get_or_create_owner(request), page=page, is_page_new=page not in sent, **form.cleaned_data
            )
        except QuotaExceeded:
            form.add_error(None, _("You've reached the limit of %(count)d tokens.") % {"count": MAX_TOKENS})
        else:
            request.session[SENT_FORMS] = [*sent[-MAX_TOKENS:], page]
            return render(request, "accounts/token.html", {"token": token, "secret": secret})
    return render(request, "accounts/new_token.html", {"form": form}, status=422 if form.is_bound else 200)


@never_cache
@require_GET
@costly()
def export(request: SiteRequest) -> HttpResponse:
    """All that one owns, as a file."""
    owner = request.owner
    if owner is None:
        raise Http404("nothing of one's own")
    body = json.dumps(write_owner(owner), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return HttpResponse(
        body,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="grimoire.json"'},
    )


@never_cache
@require_http_methods(["GET", "POST"])
@second_factor_asked
def delete(request: SiteRequest) -> HttpResponse:
    """Deletes an account or a guest with all that they own, after asking."""
    owner = request.owner
    if owner is None and not request.user.is_authenticated:
        raise Http404("nobody to delete")
    form = LeavingForm(request.POST if request.method == "POST" else None, user=request.user)
    if form.is_bound and not LEAVING.allows(request):
        messages.error(request, with_limit(request, _("Too many attempts.")))
        return redirect("accounts:delete")
    if form.is_valid():
        services.forget(owner=owner, user=request.user if request.user.is_authenticated else None)
        logout(request)
        visitor_of(request).guest_is_adopted = True  # takes the cookie away
        messages.success(request, _("Everything you had here is deleted."))
        return redirect(settings.ACCOUNT_LOGOUT_REDIRECT_URL)
    context = {"counts": services.count_things(owner), "form": form}
    return render(request, "accounts/delete.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def report(request: SiteRequest, kind: str, token: str) -> HttpResponse:
    """Tells the moderators about a thing."""
    thing = readable(kind, token, request.owner)
    form = ReportForm(request.POST if request.method == "POST" else None, thing=thing, reader=request.owner)
    if request.method == "POST" and form.is_valid():
        if not REPORTS.allows(request):
            form.add_error(None, _("Too many reports."))
        else:
            services.report(thing=thing, reporter=request.owner, **form.cleaned_data)
            messages.success(request, _("Thanks. A moderator will take a look."))
            return HttpResponseRedirect(thing.get_absolute_url())
    return render(request, "accounts/report.html", {"thing": thing, "form": form})
