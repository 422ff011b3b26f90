"""Discord as the tests play it: an application with a key of its own, which signs what people type."""

from __future__ import annotations

import json
import time
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.test import Client

PATH = "/discord/interactions/"


class DiscordApplication:
    """``asks`` sends a signed interaction to the site."""

    def __init__(self) -> None:
        self.key = Ed25519PrivateKey.generate()
        self.public_key = self.key.public_key().public_bytes_raw().hex()

    def headers(self, body: bytes, moment: str | None = None) -> dict[str, str]:
        """The headers of a request with this body."""
        moment = str(int(time.time())) if moment is None else moment
        signature = self.key.sign(moment.encode() + body).hex()
        return {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": moment}

    def sends(self, body: bytes, **headers: str) -> Any:
        """The answer to a signed body."""
        return Client().post(PATH, body, content_type="application/json", headers=headers or self.headers(body))

    def asks(self, name: str, /, *, locale: str = "en-GB", typing: bool = False, who: str = "7", **values: Any) -> Any:
        """The answer to a command, or to what has been typed of one so far."""
        options = [{"name": option, "type": 3, "value": value, "focused": typing} for option, value in values.items()]
        said = {
            "type": 4 if typing else 2,
            "id": "1",
            "locale": locale,
            "member": {"user": {"id": who}},
            "data": {"id": "2", "name": name, "type": 1, "options": options},
        }
        answer = self.sends(json.dumps(said).encode())
        assert answer.status_code == 200, answer.content
        return answer.json()
