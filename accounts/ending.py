"""Sessions, API tokens and links for forgotten passwords, all ended at once (``manage.py end_all_sessions``)."""

from __future__ import annotations

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import ApiToken, User
from operations.ending import endings


def end_sessions() -> int:
    UserSession.objects.all().delete()
    return Session.objects.all().delete()[0]


def end_api_tokens() -> int:
    return ApiToken.objects.all().delete()[0]


def end_password_links() -> int:
    """Such a link counts while its account has not signed in since: as if each had just done so."""
    # A link says the second of the last sign-in, which may be this one.
    return User.objects.update(last_login=timezone.now() + timedelta(seconds=1))


def start() -> None:
    """Has it done when a host asks for it."""
    endings.register("Sessions", end_sessions)
    endings.register("API tokens", end_api_tokens)
    endings.register("Accounts whose password reset links were ended", end_password_links)
