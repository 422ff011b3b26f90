"""What happens when somebody signs in or up: the guest's work goes along."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils.translation import ngettext

from accounts.models import User
from accounts.owners import guest_of
from accounts.services import adopt


@receiver(user_logged_in)
def adopt_on_sign_in(sender: type[User], request: HttpRequest | None, user: User, **_: Any) -> None:
    """Signing up ends in signing in, so this is the one place."""
    if request is None:
        return
    guest = guest_of(request)
    if guest is not None:
        adopted = adopt(guest=guest, user=user)
        request._guest_is_adopted = True
        if adopted:
            message = ngettext("%(count)d thing came along.", "%(count)d things came along.", adopted)
            messages.success(request, message % {"count": adopted}, fail_silently=True)
    if hasattr(request, "_owner"):
        del request._owner
