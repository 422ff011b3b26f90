"""The addresses of the API. They have no language."""

from __future__ import annotations

from django.urls import path, re_path

from play.api import documents, stream, views
from play.requests import endpoint

app_name = "play-api"
urlpatterns = [
    path("openapi.json", endpoint(get=documents.openapi), name="openapi"),
    path("docs", endpoint(get=documents.docs), name="docs"),
    path("games", endpoint(post=views.create), name="games"),
    path("games/<token>", endpoint(get=views.look), name="game"),
    path("games/<token>/join", endpoint(post=views.join), name="join"),
    path("games/<token>/actions", endpoint(post=views.act), name="actions"),
    path("games/<token>/terms", endpoint(post=views.name_champion), name="terms"),
    path("games/<token>/preview", endpoint(post=views.preview), name="preview"),
    path("games/<token>/stream", endpoint(get=stream.stream), name="stream"),
    path("games/<token>/steps", endpoint(get=views.steps), name="steps"),
    path("games/<token>/take-back", endpoint(post=views.take_back), name="take-back"),
    path("games/<token>/answers", endpoint(post=views.answers), name="answers"),
    path("games/<token>/resign", endpoint(post=views.resign), name="resign"),
    path("games/<token>/draw", endpoint(post=views.draw), name="draw"),
    path("games/<token>/rematch", endpoint(post=views.rematch), name="rematch"),
    path("games/<token>/claim", endpoint(post=views.claim), name="claim"),
    path("games/<token>/record", endpoint(get=views.record), name="record"),
    re_path(r"^(?P<rest>.*)$", endpoint(**dict.fromkeys(("get", "post", "put", "patch", "delete"), views.unknown))),
]
