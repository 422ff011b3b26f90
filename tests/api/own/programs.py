"""A program with a token, and what it asks."""

from __future__ import annotations

import json
from typing import Any, Final

from django.test import Client
from jsonschema import Draft202012Validator

from accounts.api_tokens import make_api_token
from accounts.models import ApiToken, Owner
from api.documents import description

API: Final = "/api/v1"
ALL: Final = tuple(str(scope) for scope in ApiToken.Scope)


class Program:
    """A program of an owner's; ``ask`` returns the answer, which has the form that the description says."""

    def __init__(self, owner: Owner, *scopes: str) -> None:
        self.owner = owner
        self.token, self.secret = make_api_token(owner=owner, name="program", scopes=scopes or ALL)
        self.client = Client(headers={"authorization": f"Bearer {self.secret}"}, enforce_csrf_checks=True)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """``headers`` with underscores in their names; a body that is text or bytes is sent as it stands."""
        sent = body if isinstance(body, str | bytes) else json.dumps(body)
        kind = headers.pop("content_type", "application/json")
        answer = self.client.generic(
            method.upper(),
            f"{API}{path}",
            b"" if body is None else sent,
            content_type=kind if body is not None else "",
            headers={name.replace("_", "-"): value for name, value in headers.items()},
        )
        answer.told = checked(answer, method, path)
        return answer

    def made(self, path: str, body: Any) -> Any:
        """What is made of a body."""
        answer = self.ask("post", path, body)
        assert answer.status_code == 201, answer.told
        return answer

    def changed(self, answer: Any, path: str, **changes: Any) -> Any:
        """The answer to a change of what an answer told."""
        return self.ask("put", path, {**answer.told, **changes}, if_match=answer["ETag"])


def template_of(path: str) -> str:
    """How the description writes an address."""
    parts = path.partition("?")[0].strip("/").split("/")
    if parts[0] == "puzzles":
        return f"/puzzles/{{token}}/{parts[-1]}"
    if len(parts) > 2 and parts[1] != "remixes":
        parts[2] = "{slug}" if parts[1] == "sets" else "{token}"
    if "versions" in parts[:-1]:
        parts[parts.index("versions") + 1] = "{number}"
    return "/" + "/".join(parts)


def checked(answer: Any, method: str, path: str) -> Any:
    """The body of an answer. It has the form that the description says."""
    responses = description()["paths"][template_of(path)].get(method, {}).get("responses", {})
    if answer.status_code in (204, 304):
        assert answer.content == b""
        assert str(answer.status_code) in responses or method == "options"
        return None
    is_json = answer["Content-Type"].startswith(("application/json", "application/problem+json"))
    body = json.loads(answer.content) if is_json else answer.content.decode()
    if answer.status_code == 405:
        return body
    assert str(answer.status_code) in responses, (answer.status_code, body)
    ((kind, content),) = responses[str(answer.status_code)]["content"].items()
    assert answer["Content-Type"].partition(";")[0] == kind.partition(";")[0]
    components = {"components": description()["components"]}
    Draft202012Validator({**content["schema"], **components}).validate(body)
    if answer.status_code >= 400:
        assert body["status"] == answer.status_code
        assert body["type"] == f"/api/#{body['code']}"
    return body
