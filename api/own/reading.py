"""Bodies of requests as objects with known members."""

from __future__ import annotations

from typing import Final

from django import forms

from accounts.models import Visibility
from accounts.requests import SiteRequest
from api.own.problems import WrongPart, refuse_parts
from web.json_bodies import MAX_BODY, Form, body_of

PLACE: Final = "__all__"  # where a form has what is wrong with no field in particular


class OwnForm(Form):
    """The members of a body. What the site alone sets may stand there, as it was read, and counts for nothing."""

    def __init__(
        self,
        request: SiteRequest,
        members: tuple[str, ...],
        needed: tuple[str, ...],
        read_only: tuple[str, ...],
        whole: bool,
    ) -> None:
        """``needed`` have to be there; with ``whole`` all ``members`` have, as whoever replaces a thing says all of
        it. ``told`` are those that the site sets."""
        self.data = body_of(request)
        required = members if whole else needed
        super().__init__(self.data, required, (*members, *read_only))

    def said(self, key: str, otherwise: str = "", limit: int = MAX_BODY) -> str:
        return self.text(self.given[key], f"/{key}", limit) if key in self.given else otherwise

    def reference(self, key: str) -> str | None:
        return None if self.given.get(key) is None else self.text(self.given[key], f"/{key}", 120)

    def visibility(self, otherwise: str = Visibility.PRIVATE) -> str:
        if "visibility" not in self.given:
            return otherwise
        return self.choice(self.given["visibility"], "/visibility", [str(value) for value in Visibility])


def refuse_errors(form: forms.BaseForm, pointers: dict[str, str]) -> None:
    """Raises ``ContentRefused`` for all that a form of the site's finds wrong; ``pointers`` by field."""
    refuse_parts(
        WrongPart("" if field == PLACE else pointers.get(field, f"/{field}"), error.get("code") or "bad-content", text)
        for field, errors in form.errors.get_json_data().items()
        for error in errors
        for text in [error["message"]]
    )
