"""Addresses of this part of the Grimoire."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.proving import views

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.prove, name="prove"),
    path("count/", views.count, name="count_solutions"),
    path("<slug:key>/", views.proof, name="proof"),
    path("<slug:key>/again/", views.again, name="prove_again"),
    path("<slug:key>/cancel/", views.cancel, name="cancel_proof"),
    path("<slug:key>/give-up/", views.give_up, name="give_up_proof"),
]
