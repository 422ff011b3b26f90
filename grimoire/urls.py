"""Pages of the grimoire."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from grimoire.addresses import GameName
from grimoire.community.urls import of_news
from grimoire.solving.urls import of_games

app_name = "grimoire"
register_converter(GameName, "puzzle_game")

urlpatterns: list[URLPattern | URLResolver] = [
    path("editor/", include("grimoire.editor.urls")),
    path("grimoire/mine/", include("grimoire.authoring.urls")),
    path("grimoire/proofs/", include("grimoire.proving.urls")),
    path("grimoire/composing/", include("grimoire.composing.urls")),
    path("grimoire/challenges/", include("grimoire.challenges.urls")),
    path("grimoire/championships/", include("grimoire.championships.urls")),
    path("grimoire/contests/", include("grimoire.contests.urls")),
    path("grimoire/<puzzle_game:game>/", include(of_games)),
    path("grimoire/p/", include("grimoire.solving.urls")),
    path("grimoire/p/", include("grimoire.community.urls")),
    path("grimoire/p/", include("grimoire.framing.urls")),
    path("grimoire/print/", include("grimoire.booklets.urls")),
    path("grimoire/", include("grimoire.offline.urls")),
    path("grimoire/", include("grimoire.training.urls")),
    path("grimoire/", include(of_news)),
    path("grimoire/", include("grimoire.browsing.urls")),
]
