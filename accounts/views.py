"""Account pages of our own; signing in and up are allauth's."""

from __future__ import annotations

import json

from django.contrib import messages
from django.contrib.auth import logout
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts import services
from accounts.exchange import write_owner
from accounts.forms import ReportForm
from accounts.limits import Limit
from accounts.owners import owner_of
from accounts.queries import readable

REPORTS = Limit("report", times=20, seconds=3600)


@never_cache
@require_GET
def me(request: HttpRequest) -> HttpResponse:
    """Who one is here, as an account or as a guest, and what can be done about it."""
    owner = owner_of(request)
    return render(request, "accounts/me.html", {"owner": owner, "counts": services.count_things(owner)})


@never_cache
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """All that one owns, as a file."""
    owner = owner_of(request)
    if owner is None:
        raise Http404
    body = json.dumps(write_owner(owner), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    return HttpResponse(
        body,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="grimoire.json"'},
    )


@never_cache
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Deletes an account or a guest with all that they own, after asking."""
    owner = owner_of(request)
    if owner is None and not request.user.is_authenticated:
        raise Http404
    if request.method == "POST" and request.POST.get("sure") == "yes":
        services.forget(owner=owner, user=request.user if request.user.is_authenticated else None)
        logout(request)
        request._guest_is_adopted = True  # takes the cookie away
        messages.success(request, _("Everything of yours here is deleted."))
        return redirect("grimoire:board")
    return render(request, "accounts/delete.html", {"counts": services.count_things(owner)})


@never_cache
@require_http_methods(["GET", "POST"])
def report(request: HttpRequest, kind: str, token: str) -> HttpResponse:
    """Tells the moderators about a thing."""
    thing = readable(kind, token, owner_of(request))
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        if not REPORTS.allows(request):
            form.add_error(None, _("That is a lot of reports in an hour. Please try again later."))
        else:
            services.report(thing=thing, reporter=owner_of(request), **form.cleaned_data)
            messages.success(request, _("Thank you. Somebody will look at it."))
            return HttpResponseRedirect(thing.get_absolute_url())
    return render(request, "accounts/report.html", {"thing": thing, "form": form})
