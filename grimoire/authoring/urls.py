"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.authoring import views, views_publishing

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.drafts, name="drafts"),
    path("new/", views.new_puzzle, name="new_puzzle"),
    path("remix/<str:token>/", views.remix, name="remix"),
    path("restore/<str:kind>/<str:address>/", views_publishing.restore, name="restore"),
    path("<str:token>/", views.edit_puzzle, name="edit_puzzle"),
    path("<str:token>/state/", views.state, name="puzzle_state"),
    path("<str:token>/prove/", views.prove, name="prove_puzzle"),
    path("<str:token>/line/", views.adopt_solution, name="adopt_solution"),
    path("<str:token>/record/", views.record, name="record_solution"),
    path("<str:token>/tries/", views.pin_tries, name="pin_tries"),
    path("<str:token>/publish/", views_publishing.publish, name="publish_puzzle"),
    path("<str:token>/take-back/", views_publishing.unpublish, name="unpublish_puzzle"),
    path("<str:token>/close/", views_publishing.close_challenge, name="close_challenge"),
    path("<str:token>/visibility/", views_publishing.visibility, name="puzzle_visibility"),
    path("<str:token>/delete/", views_publishing.delete, name="delete_puzzle"),
]
