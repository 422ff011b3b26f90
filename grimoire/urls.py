"""Pages of the grimoire."""

from django.urls import URLPattern, URLResolver, include, path

app_name = "grimoire"

urlpatterns: list[URLPattern | URLResolver] = [
    path("editor/", include("grimoire.editor.urls")),
    path("grimoire/mine/", include("grimoire.authoring.urls")),
    path("grimoire/proofs/", include("grimoire.proving.urls")),
    path("grimoire/magic-schools/", include("grimoire.schools.urls")),
    path("grimoire/p/", include("grimoire.solving.urls")),
    path("grimoire/p/", include("grimoire.community.urls")),
    path("grimoire/print/", include("grimoire.booklets.urls")),
    path("grimoire/", include("grimoire.browsing.urls")),
]
