"""Where somebody is signed in: allauth notes it (``allauth.usersessions``), here it is listed and ended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from allauth.usersessions.models import UserSession
from django.http import HttpRequest
from django.utils import timezone

from accounts.limits import address_of

OTHERS: Final = "others"
# What browsers call themselves, the first that fits: most of them claim to be others, too.
_BROWSERS: Final = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox")),
    *(("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"), ("curl", "curl")),
)
_SYSTEMS: Final = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("CrOS", "ChromeOS"), ("Mac OS X", "macOS"), ("Linux", "Linux")),
)


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A browser in which somebody is signed in; ``key`` names it to its owner."""

    key: int
    browser: str
    address: str
    since: datetime
    is_this: bool


def listed(request: HttpRequest) -> list[SignedIn]:
    """Where whoever asks is signed in, the browser that asks first, then the latest."""
    assert request.user.is_authenticated
    current_key = request.session.session_key
    sessions = [
        SignedIn(
            session.pk,
            browser_of(session.user_agent),
            session.ip,
            session.created_at,
            session.session_key == current_key,
        )
        for session in UserSession.objects.purge_and_list(request.user)
    ]
    if not any(session.is_this for session in sessions):  # since before this was noted
        since = request.user.last_login or timezone.now()
        agent = request.headers.get("User-Agent", "")
        sessions.append(SignedIn(0, browser_of(agent), address_of(request), since, is_this=True))
    return sorted(sessions, key=lambda session: (not session.is_this, -session.since.timestamp()))


def end(request: HttpRequest, key: str) -> int:
    """Ends one of them, or all others; how many those were. The browser that asks is left alone: it signs out."""
    assert request.user.is_authenticated
    theirs = UserSession.objects.filter(user=request.user).exclude(session_key=request.session.session_key)
    if key != OTHERS:
        theirs = theirs.filter(pk=int(key)) if re.fullmatch(r"[0-9]{1,18}", key) else theirs.none()
    ended = list(theirs)
    for session in ended:
        session.end()
    return len(ended)


def browser_of(user_agent: str) -> str:
    """What a browser calls itself, in a word or two; empty for what is not known."""
    names = (next((name for sign, name in table if sign in user_agent), "") for table in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, names))
