"""The pages of score sheets."""

from __future__ import annotations

from django.urls import path

from scores import views
from scores.paper import views as paper

app_name = "scores"

urlpatterns = [
    path("", views.index, name="index"),
    path("new/<slug:kind>/", views.new, name="new"),
    path("blank/<slug:kind>.pdf", paper.blank, name="blank"),
    path("<str:token>/", views.sheet, name="sheet"),
    path("<str:token>/enter/", views.enter, name="enter"),
    path("<str:token>/lines/<int:number>/", views.entry, name="entry"),
    path("<str:token>/table/", views.table, name="table"),
    path("<str:token>/game/", views.take_in, name="take_in"),
    path("<str:token>/settings/", views.settings, name="settings"),
    path("<str:token>/delete/", views.delete, name="delete"),
    path("<str:token>/sheet.pdf", paper.filled, name="paper"),
]
