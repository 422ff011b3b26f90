"""Addresses without a language: pictures of Champions."""

from django.urls import path

from champions import views

app_name = "champion_files"

urlpatterns = [
    path("<str:token>-<str:language>.png", views.preview, name="preview"),
]
