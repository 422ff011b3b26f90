"""Lets guests keep what they make, and says who asks for what is done in the background."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts import devices
from accounts.limits import address_of
from accounts.owners import remember
from background.lanes import asked_by


class GuestMiddleware:
    """Sets or takes away the guest's cookie after the view has answered, and gives that of a browser signed in with."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        remember(request, response)
        devices.remember(request, response)
        return response


class AskerMiddleware:
    """Puts what a request queues into its visitor's lane."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with asked_by(lambda: address_of(request)):
            return self.get_response(request)
