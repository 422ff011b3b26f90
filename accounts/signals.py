"""Receivers of signals: when somebody signs in or up, the guest's work goes along."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.socialaccount.models import SocialAccount
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext

from accounts import devices, signed_in
from accounts.models import ApiToken, User
from accounts.owners import guest_of
from accounts.reauthentication import FACTORS
from accounts.services import adopt
from accounts.visitors import visitor_of


@receiver(user_logged_in)
def adopt_on_sign_in(sender: type[User], request: HttpRequest | None, user: User, **_: Any) -> None:
    """Signing up ends in signing in, so this is the one place."""
    if request is None:
        return
    devices.note(request, user)
    guest = guest_of(request)
    if guest is not None:
        adopted = adopt(guest=guest, user=user)
        visitor_of(request).guest_is_adopted = True
        if adopted:
            message = ngettext(
                "%(count)d item moved to your account.", "%(count)d items moved to your account.", adopted
            )
            messages.success(request, message % {"count": adopted}, fail_silently=True)
    visitor_of(request).forget_owner()


@receiver(user_logged_out)
def end_drafts_on_sign_out(sender: type[User], request: HttpRequest | None, **_: Any) -> None:
    """Tells the browser to forget drafts, which are nobody else's; deleting everything signs out, guests too."""
    if request is not None:
        visitor_of(request).drafts_end = True


@receiver(authenticator_added)
def end_what_was_before(sender: Any, request: HttpRequest, user: User, authenticator: Authenticator, **_: Any) -> None:
    """Who turns a second factor on may fear that somebody is in already: that one is shut out, as by a new password.

    API tokens ask for no factor. What they are for may go on, so that is for their owner to say.
    """
    if authenticator.type not in FACTORS:
        return
    if signed_in.end(request, signed_in.OTHERS):
        messages.success(request, gettext("You've been signed out everywhere else."))
    if ApiToken.objects.filter(owner__user=user).exists():
        template = '{} <a href="{}">{}</a>'
        words = gettext("Your API tokens don't ask for a code."), reverse("accounts:tokens"), gettext("Revoke tokens")
        messages.warning(request, format_html(template, *words))


@receiver(password_reset)
def shut_other_doors(sender: type[User], user: User, **_: Any) -> None:
    """Who signs up with somebody else's address may have left a way in, for when its owner takes the account over.

    Where no address was ever confirmed, what else signs in goes with the old password. A second factor stays, for a
    mail alone does not get round it: there is none before an address is confirmed, and no address is added beside one.
    """
    if not EmailAddress.objects.filter(user=user, verified=True).exists():
        SocialAccount.objects.filter(user=user).delete()
