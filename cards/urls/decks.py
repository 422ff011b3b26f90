"""Decks."""

from django.urls import path

from cards.views import decks as views

urlpatterns = [
    path("decks/", views.decks, name="decks"),
    path("decks/new/", views.new_deck, name="new_deck"),
    path("decks/import/", views.import_deck, name="import_deck"),
    path("decks/hand/", views.hand, name="hand"),
    path("decks/<str:token>/", views.deck, name="deck"),
    path("decks/<str:token>/edit/", views.edit_deck, name="edit_deck"),
    path("decks/<str:token>/mutations/", views.mutations, name="mutations"),
    path("decks/<str:token>/text/", views.deck_text, name="deck_text"),
    path("decks/<str:token>/duplicate/", views.duplicate_deck, name="duplicate_deck"),
    path("decks/<str:token>/delete/", views.delete_deck, name="delete_deck"),
]
