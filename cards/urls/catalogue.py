"""Browsing cards."""

from django.urls import path

from cards.views import catalogue as views
from cards.views import likes

urlpatterns = [
    path("cards/", views.catalogue, name="catalogue"),
    path("cards/compare/", views.compare, name="compare"),
    path("cards/sets/", views.card_sets, name="sets"),
    path("cards/sets/<slug:slug>/", views.card_set, name="set"),
    path("cards/own/<str:token>/", views.own_card, name="own_card"),
    path("cards/like/<slug:kind>/<str:token>/", likes.like, name="like"),
    path("cards/<slug:set_slug>/<slug:slug>/", views.card, name="card"),
]
