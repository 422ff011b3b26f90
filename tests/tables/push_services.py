"""A push service of the tests' own, and browsers that it knows: what arrives there is what was really sent."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from io import BytesIO
from typing import Any

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter
from requests.exceptions import ConnectTimeout

from accounts.models import Owner
from operations import vapid
from tables.models import PushSubscription
from tables.pushing import services, transport

SERVICE = "https://updates.push.services.mozilla.com"


def written(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """A browser with keys of its own, which asks a push service for messages."""

    def __init__(self, service: str = f"{SERVICE}/wpush/v2") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = secrets.token_bytes(16)
        self.endpoint = f"{service}/{secrets.token_urlsafe(40)}"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": written(point), "auth": written(self.secret)}

    @property
    def wish(self) -> dict[str, Any]:
        """What its script sends to the site."""
        return {"endpoint": self.endpoint, "keys": self.keys}

    def told_of(self, owner: Owner, language: str = "en") -> PushSubscription:
        return services.subscribe(owner=owner, endpoint=self.endpoint, language=language, **self.keys)

    def read(self, body: bytes) -> dict[str, Any]:
        """What a message says to the one that can open it."""
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        data: dict[str, Any] = json.loads(plain)
        return data


class PushService(BaseAdapter):
    """Stands where the network would be; answers ``answers`` one after another, then 201. Status 0 is no answer."""

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[PreparedRequest] = []
        self.options: list[dict[str, Any]] = []
        self.answers: list[tuple[int, dict[str, str]]] = []

    def send(self, request: PreparedRequest, **options: Any) -> Response:  # type: ignore[override]  # all by name
        self.requests.append(request)
        self.options.append(options)
        status, headers = self.answers.pop(0) if self.answers else (201, {})
        if not status:
            raise ConnectTimeout(request=request)
        response = Response()
        response.status_code, response.request, response.url = status, request, str(request.url)
        response.headers.update(headers)
        response.raw = BytesIO(b"")
        return response

    def close(self) -> None:
        pass

    def take(self) -> list[PreparedRequest]:
        """What has come since the last call."""
        taken, self.requests = self.requests, []
        return taken

    @staticmethod
    def is_signed(request: PreparedRequest, public_key: str) -> bool:
        """Whether the site's key has signed a request."""
        signature = request.headers["Authorization"]
        return signature.endswith(f"k={public_key}") and bool(Vapid02.verify(signature))


def install(settings: Any, monkeypatch: pytest.MonkeyPatch) -> PushService:
    """A site with a key, whose messages come to the service that is answered."""
    settings.VAPID_PRIVATE_KEY = vapid.new_key()
    settings.VAPID_PUBLIC_KEY = vapid.public_key(settings.VAPID_PRIVATE_KEY)
    settings.VAPID_CONTACT = "https://grimoire.example"
    service = PushService()
    monkeypatch.setattr(transport, "adapter", lambda: service)
    return service
