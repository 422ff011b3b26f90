"""The addresses of the API. They have no language."""

from __future__ import annotations

from django.urls import include, path

from accounts.api_requests import endpoint, metered
from contract.registry import GAMES
from tables.api import documents, lobby, stream, views

app_name = "play-api"
# Behind all addresses of the API (config/urls.py): answers for whatever there is not.
unknown_endpoint = endpoint(**dict.fromkeys(("get", "post", "put", "patch", "delete"), views.unknown))
urlpatterns = [  # first what is asked for most often
    path("games/<token>/actions", endpoint(post=metered(views.act)), name="actions"),
    path("openapi.json", endpoint(get=documents.openapi), name="openapi"),
    path("docs", endpoint(get=documents.docs), name="docs"),
    path("games", endpoint(post=metered(views.create)), name="games"),
    path("games/open", endpoint(get=metered(lobby.list_open)), name="open-games"),
    path("games/<token>", endpoint(get=metered(views.look)), name="game"),
    path("games/<token>/join", endpoint(post=metered(views.join)), name="join"),
    path("games/<token>/seats", endpoint(post=metered(lobby.take_seat)), name="seats"),
    *(path("", include(game.api_urls)) for game in GAMES.values() if game.api_urls),
    path("games/<token>/preview", endpoint(post=metered(views.preview)), name="preview"),
    path("games/<token>/stream", endpoint(get=stream.stream), name="stream"),
    path("games/<token>/steps", endpoint(get=metered(views.steps)), name="steps"),
    path("games/<token>/take-back", endpoint(post=metered(views.take_back)), name="take-back"),
    path("games/<token>/answers", endpoint(post=metered(views.answers)), name="answers"),
    path("games/<token>/resign", endpoint(post=metered(views.resign)), name="resign"),
    path("games/<token>/draw", endpoint(post=metered(views.draw)), name="draw"),
    path("games/<token>/rematch", endpoint(post=metered(views.rematch)), name="rematch"),
    path("games/<token>/claim", endpoint(post=metered(views.claim)), name="claim"),
    path("games/<token>/time", endpoint(post=metered(views.give_time)), name="give-time"),
    path("games/<token>/record", endpoint(get=metered(views.record)), name="record"),
]
