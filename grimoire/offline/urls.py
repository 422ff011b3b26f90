"""Addresses of books that are taken along."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.offline import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("p/<str:token>/pack/", views.pack, name="pack"),
    path("p/<str:token>/answers/", views.answers, name="answers"),
    path("books/<str:address>/along/", views.book_contents, name="book_contents"),
]
