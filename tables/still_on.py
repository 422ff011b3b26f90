"""Pages that there are of finished games alone: while a game is on, they say so and lead to its table."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import SiteRequest
from tables.models import LiveGame

P = ParamSpec("P")
R = TypeVar("R", bound=SiteRequest)


class GameStillOnError(Exception):
    """Something was asked of a game that has not ended: it would show what the game hides."""

    def __init__(self, game: LiveGame) -> None:
        super().__init__(game.token)
        self.game = game


def after_the_end(
    view: Callable[Concatenate[R, P], HttpResponse],
) -> Callable[Concatenate[R, P], HttpResponse]:
    """A view of finished games."""

    @wraps(view)
    def answer(request: R, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except GameStillOnError as still_on:
            response = render(request, "play/still_on.html", {"game": still_on.game})
            response.headers["Cache-Control"] = "no-store"
            return response

    return answer
