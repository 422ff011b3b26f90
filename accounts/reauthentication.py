"""Proving again who one is, before something that somebody at a browser left open should not do."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.core.exceptions import ReauthenticationRequired
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect

from accounts.models import User

View = Callable[..., HttpResponseBase]
FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # codes on paper stand for one of these


def has_second_factor(user: User | AnonymousUser) -> bool:
    """Whether an account asks for more than its password."""
    return bool(is_mfa_enabled(user, types=FACTORS))


def second_factor_asked(view: View) -> View:
    """A view that asks for a password itself, and before it for the second factor of whoever has one.

    What was sent without it is not kept until then, for it has a password in it: the form is shown again.
    """
    guarded: View = reauthentication_required(view)

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **parts: Any) -> HttpResponseBase:
        if not has_second_factor(request.user):
            return view(request, *args, **parts)
        try:
            return guarded(request, *args, **parts)
        except ReauthenticationRequired:
            if request.method == "POST":
                return redirect(request.path)
            raise

    return asked
