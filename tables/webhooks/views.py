"""The pages of an owner's addresses: adding one, what became of what it was told, and how a program reads it."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from accounts.limits import Limit
from accounts.owners import get_or_create_owner
from accounts.requests import SiteRequest
from accounts.too_many import with_limit
from tables.models import Webhook
from tables.webhooks import services
from tables.webhooks.documents import EXAMPLES
from tables.webhooks.forms import AddressForm
from tables.webhooks.pages import former_counts, rows_of

ADDED: Final = Limit("webhook-new", 20, 3600)
TESTED: Final = Limit("webhook-test", 20, 3600)


@never_cache
@require_http_methods(["GET", "POST"])
def index(request: SiteRequest) -> HttpResponse:
    """One's addresses, and the form for another one."""
    _check_on()
    form = AddressForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        if settings.LIMITS and not ADDED.allows(request):
            form.add_error(None, _("Too many requests."))
        else:
            try:
                hook, secret = services.add(
                    owner=get_or_create_owner(request),
                    address=form.cleaned_data["address"],
                    site=request.build_absolute_uri("/").rstrip("/"),
                    language=request.language,
                )
            except services.TooMany:
                text = _("You've reached the limit of %(count)d addresses. Remove one first.")
                form.add_error(None, text % {"count": services.MAX_ADDRESSES})
            except services.KnownAlready:
                form.add_error("address", _("You already have this address."))
            else:
                return _told_secret(request, hook, secret, 201)
    context = {"form": form, "hooks": services.addresses_of(request.owner), "most": services.MAX_ADDRESSES}
    return render(request, "play/webhooks/index.html", context, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "POST"])
def hook(request: SiteRequest, token: str) -> HttpResponse:
    """One address: what became of what it was told, and what can be done about it."""
    _check_on()
    owner = request.owner
    webhook = get_object_or_404(Webhook.objects.filter(owner=owner) if owner else Webhook.objects.none(), token=token)
    if request.method != "POST":
        return render(
            request,
            "play/webhooks/hook.html",
            {"hook": webhook, "rows": rows_of(webhook), "former_counts": former_counts(webhook)},
        )
    wish = request.POST.get("do", "")
    if wish in ("renew", "renew-at-once"):
        return _told_secret(request, webhook, services.renew(webhook, at_once=wish == "renew-at-once"), 200)
    if wish == "remove":
        services.remove(webhook)
        messages.success(request, _("Removed. It no longer gets messages."))
        return redirect("play:webhooks")
    if wish in ("test", "again"):
        if settings.LIMITS and not TESTED.allows(request):
            messages.error(request, with_limit(request, _("Too many requests.")))
        elif wish == "again":
            if services.send_again(webhook, request.POST.get("event", "")):
                messages.success(request, _("Sending again. Reload this page in a moment."))
            else:
                messages.error(request, _("This message can't be sent again."))
        else:
            services.try_out(webhook)
            messages.success(request, _("Test sent. Reload this page in a moment."))
    elif wish == "on":
        services.switch_on(webhook)
        messages.success(request, _("Switched back on."))
    return redirect("play:webhook", token=webhook.token)


@require_GET
def manual(request: SiteRequest) -> HttpResponse:
    """For whoever writes a program that is told: what arrives, and how to know that it is ours."""
    _check_on()
    return render(request, "play/webhooks/help.html", {"examples": EXAMPLES})


def _told_secret(request: SiteRequest, hook: Webhook, secret: str, status: int) -> HttpResponse:
    return render(request, "play/webhooks/secret.html", {"hook": hook, "secret": secret}, status=status)


def _check_on() -> None:
    if not settings.WEBHOOKS:
        raise Http404("this site tells no addresses")
