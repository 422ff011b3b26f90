"""The board's page."""

from django.urls import URLPattern, path

from board import views

app_name = "board"

urlpatterns: list[URLPattern] = [
    path("", views.board, name="board"),
    path("position/", views.open_position, name="open"),
]
