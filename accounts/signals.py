"""Receivers of signals: when somebody signs in or up, the guest's work goes along."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import password_reset
from allauth.socialaccount.models import SocialAccount
from django.contrib import messages
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import ngettext

from accounts import devices
from accounts.models import User
from accounts.owners import guest_of
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
                "%(count)d thing has moved to your account.", "%(count)d things have moved to your account.", adopted
            )
            messages.success(request, message % {"count": adopted}, fail_silently=True)
    visitor_of(request).forget_owner()


@receiver(user_logged_out)
def end_drafts_on_sign_out(sender: type[User], request: HttpRequest | None, **_: Any) -> None:
    """Tells the browser to forget drafts, which are nobody else's; deleting everything signs out, guests too."""
    if request is not None:
        visitor_of(request).drafts_end = True


@receiver(password_reset)
def shut_other_doors(sender: type[User], user: User, **_: Any) -> None:
    """Who signs up with somebody else's address may have left a way in, for when its owner takes the account over.

    Where no address was ever confirmed, what else signs in goes with the old password. A second factor stays, for a
    mail alone does not get round it: there is none before an address is confirmed, and no address is added beside one.
    """
    if not EmailAddress.objects.filter(user=user, verified=True).exists():
        SocialAccount.objects.filter(user=user).delete()
