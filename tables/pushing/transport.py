"""One message on its way to a push service: encrypted for its browser alone, signed by the site.

requests is imported by who sends: it takes a quarter of a second, and many processes import this and send nothing.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from django.conf import settings

from tables.models import PushSubscription
from tables.pushing.addresses import is_push_address
from tables.retrying import seconds_of

if TYPE_CHECKING:
    from requests.adapters import BaseAdapter

TIMEOUT: Final = (4.0, 8.0)  # seconds to connect, and for each wait after that
_SIGNED_FOR: Final = 6 * 3600  # seconds; a day is the most
_GONE: Final = frozenset({404, 410})
_LATER: Final = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a message: ``status`` as the service gave it, 0 where there was none; ``wait`` are the seconds for
    which the service does not want to be asked again."""

    status: int
    wait: float = 0.0

    @property
    def is_sent(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the browser does not listen any more."""
        return self.status in _GONE

    @property
    def is_for_later(self) -> bool:
        """Whether it is worth trying again."""
        return self.status == 0 or self.status in _LATER


def adapter() -> BaseAdapter:
    """The way to the network; tests put a push service of their own in its place."""
    from requests.adapters import HTTPAdapter

    return HTTPAdapter(max_retries=0)


def send(browser: PushSubscription, body: bytes, *, topic: str, seconds: int) -> Outcome:
    """Sends something to a browser. Of the same ``topic`` (32 letters at most) it gets only what came last; after
    ``seconds`` it does not get it any more."""
    import requests

    if not is_push_address(browser.endpoint):  # it was known when the browser asked
        return Outcome(410)
    headers = {
        **_signature(browser.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Topic": topic,
        "Urgency": "high",
    }
    with requests.Session() as session:
        session.trust_env = False  # nobody's passwords, and no proxy but the site's own
        session.proxies = {"https": settings.EGRESS_PROXY} if settings.EGRESS_PROXY else {}
        session.mount("https://", adapter())
        session.adapters.pop("http://", None)
        try:
            answer = session.post(
                browser.endpoint,
                data=_encrypted(browser, body),
                headers=headers,
                timeout=TIMEOUT,
                allow_redirects=False,
                stream=True,  # whatever it says beside, nobody reads it
            )
        except requests.RequestException:
            return Outcome(0)
        with answer:
            return Outcome(answer.status_code, seconds_of(answer.headers.get("Retry-After", "")))


def _encrypted(browser: PushSubscription, body: bytes) -> bytes:
    from pywebpush import WebPusher  # heavy: only a worker that has something to send needs it

    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    encrypted: bytes = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(body)["body"]
    return encrypted


def _signature(endpoint: str) -> dict[str, str]:
    from py_vapid import Vapid02  # comes with pywebpush

    claims = {
        "aud": f"https://{urlsplit(endpoint).netloc}",
        "exp": int(time.time()) + _SIGNED_FOR,
        "sub": settings.VAPID_CONTACT,
    }
    signed: dict[str, str] = Vapid02.from_raw(settings.VAPID_PRIVATE_KEY.encode()).sign(claims)
    return signed
