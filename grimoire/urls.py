"""Pages of the grimoire."""

from django.urls import URLPattern, URLResolver, path

from grimoire import views

app_name = "grimoire"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.board, name="board"),
    path("position/", views.open_position, name="open"),
]
