"""Signing up and in: one name is one account's, and how often somebody may try a password."""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import Any, Final

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts import devices
from accounts.limits import Limit, address_of, unmapped
from accounts.locks import lock_name
from accounts.models import User
from accounts.reauthentication import has_second_factor

logger = logging.getLogger(__name__)

# Beside allauth's own limit by address (ACCOUNT_RATE_LIMITS), wrong passwords for one name: from one address, from all
# together, and in a browser in which this name has signed in before, which the others do not concern.
HERE: Final = Limit("password-here", times=5, seconds=300)
ANYWHERE: Final = Limit("password", times=300, seconds=3600)
KNOWN: Final = Limit("password-known", times=10, seconds=300)


class AccountAdapter(DefaultAccountAdapter):
    """As allauth does it, but for two who sign up with one name at once, and for tries of passwords.

    Those are counted so that nobody can keep somebody else out by trying wrong ones.
    """

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """Keeps a new account; asks for another name if this one was taken since the form was looked at."""
        super().save_user(request, user, form, commit=False)  # works the password out, which takes its time
        if not commit:
            return user
        with transaction.atomic():
            lock_name(f"username {user.username.casefold()}")  # from here on nobody else signs up with it
            if not User.objects.filter(username__iexact=user.username).exists():
                user.save()
                return user
        messages.error(request, _("That name was just taken. Choose another."))
        raise ImmediateHttpResponse(redirect(request.get_full_path()))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        super().pre_authenticate(request, **credentials)
        # What is refused to an address does not count for all together: one address alone keeps nobody out.
        if not all(
            limit.allows_each({key: limit.times}) or limit.refuse(request)
            for limit, key in _counted(request, credentials)
        ):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        # What is a mail address is no name. Looked for as both, its password would be tried once more where there is
        # such an account, which takes longer than where there is none.
        if "email" in credentials and credentials.get("username") == credentials["email"]:
            del credentials["username"]
        user = super().authenticate(request, **credentials)
        if user is not None:
            for limit, key in _counted(request, credentials):
                limit.give_back(key)
        return user

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        """How somebody proves again who they are: with a second factor by that, for a password is what others guess."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if not has_second_factor(user):
            return methods
        return [method for method in methods if method["id"] != "reauthenticate"]

    def send_notification_mail(self, *args: Any, **more: Any) -> None:
        """Tells by mail of what has been changed. It has been, whether a mail goes out or not."""
        try:
            super().send_notification_mail(*args, **more)
        except OSError:  # SMTP's errors are some of these
            logger.exception("A change of an account could not be told by mail")

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that a request came from, as a server that hears both kinds of addresses may not write it."""
        return unmapped(super().get_client_ip(request))


def _counted(request: HttpRequest, credentials: dict[str, Any]) -> list[tuple[Limit, str]]:
    name = str(credentials.get("username") or credentials.get("email") or "")
    hashed = sha256(name.casefold().encode("utf-8", "surrogatepass")).hexdigest()[:32]
    if devices.is_known(request, name):
        return [(KNOWN, hashed)]
    return [(HERE, f"{hashed} {address_of(request)}"), (ANYWHERE, hashed)]
