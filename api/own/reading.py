"""Bodies of requests as objects with known members."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django import forms

from accounts.models import Visibility
from accounts.requests import SiteRequest
from api.own.problems import WrongPart, refuse_parts
from web.json_bodies import Form, body_of
from web.openapi import TEXT, Schema, object_schema, one_of

VISIBILITY: Final = one_of(Visibility)
PLACE: Final = "__all__"  # where a form has what is wrong with no field in particular


def input_schema(properties: Schema, required: Iterable[str], read_only: Iterable[str] = ()) -> Schema:
    """The body that makes a thing. What the site sets may be sent back as it was read; it is ignored."""
    by_site: Schema = {name: {"readOnly": True, "description": "Set by the site, ignored here."} for name in read_only}
    return object_schema({**properties, **by_site}, required, closed=True)


def replacement(schema: Schema, *first: str) -> Schema:
    """The body that replaces a thing: all of it."""
    named = [name for name, part in schema["properties"].items() if "readOnly" not in part]
    return {**schema, "required": list(dict.fromkeys([*first, *named]))}


def read_body(request: SiteRequest, schema: Schema) -> dict[str, Any]:
    """Raises ``RequestRefused``."""
    form = Form(body_of(request), schema)
    form.check()
    return form.given


def refuse_errors(form: forms.BaseForm, pointers: dict[str, str]) -> None:
    """Raises ``ContentRefused`` for all that a form of the site's finds wrong; ``pointers`` by field."""
    refuse_parts(
        WrongPart("" if field == PLACE else pointers.get(field, f"/{field}"), error.get("code") or "bad-content", text)
        for field, errors in form.errors.get_json_data().items()
        for error in errors
        for text in [error["message"]]
    )


REMIX: Final = input_schema(
    {"of": {**TEXT, "maxLength": 200, "description": "The reference of a card, or the token of a puzzle."}}, ["of"]
)
