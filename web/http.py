"""What views say of themselves, and pages that are closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

View = TypeVar("View", bound=Callable[..., HttpResponse])


class PageClosed(PermissionDenied):
    """A page that is closed to whoever asks, and the page (403) that tells them why and what to do."""

    def __init__(self, template: str, context: dict[str, Any]) -> None:
        super().__init__(template)
        self.template, self.context = template, context


def body_length(request: HttpRequest) -> int:
    """How many bytes the body has, as its head says; none more are read. 0 where it says nothing that is a number."""
    length = str(request.META.get("CONTENT_LENGTH") or "")
    return int(length) if length.isdecimal() and len(length) < 20 else 0


def takes_at_most(size: int) -> Callable[[View], View]:
    """Says of a view how many bytes of text it takes, for the words with which larger forms are refused."""

    def mark(view: View) -> View:
        view.most_bytes = size  # type: ignore[attr-defined]
        return view

    return mark


def most_bytes_of(view: object) -> int | None:
    """How many bytes of text a view says it takes; None where it says nothing."""
    max_bytes: int | None = getattr(view, "most_bytes", None)
    return max_bytes
