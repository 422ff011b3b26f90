"""Addresses without a language: pictures and faces as files."""

from django.urls import path

from cards.views import files, symbols

app_name = "files"

urlpatterns = [
    path("pictures/<str:token>.jpg", files.picture, name="picture"),
    path("pictures/<str:token>/full.jpg", files.full_picture, name="full_picture"),
    path("symbols/<slug:version>.svg", symbols.symbols, name="symbols"),
    path("icons/<slug:name>/<slug:version>.svg", symbols.icon, name="icon"),
    path(
        "scenes/<slug:version>/<slug:scene>-<slug:tint>/<slug:icon>/<int:seed>-<slug:place>-<slug:behind>.svg",
        symbols.scene,
        name="scene",
    ),
    path("decks/<str:token>-<str:language>.png", files.deck, name="deck"),
    path("faces/back.png", files.back, name="back"),
    path("faces/<str:token>/<str:language>-<int:dpi>.png", files.face, name="face"),
    path("faces/<str:token>/<str:language>-<int:dpi>-behind.png", files.face_behind, name="face_behind"),
]
