"""Addresses of what readers make of a page."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.community import views, views_news

urlpatterns: list[URLPattern | URLResolver] = [
    path("<str:token>/below/", views.below, name="community"),
    path("<str:token>/favourite/", views.favourite, name="favourite"),
    path("<str:token>/vote/", views.vote, name="vote"),
    path("<str:token>/opinion/", views.opinion, name="opinion"),
    path("<str:token>/comment/", views.comment, name="comment"),
    path("<str:token>/comment/<str:comment_token>/", views.edit_comment, name="edit_comment"),
    path("<str:token>/comment/<str:comment_token>/delete/", views.delete_comment, name="delete_comment"),
]

of_news: list[URLPattern | URLResolver] = [
    path("news/stop/<str:token>/", views_news.stop_mail, name="stop_mail"),
]
