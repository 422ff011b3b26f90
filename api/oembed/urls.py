"""Where other sites ask how to show an address."""

from __future__ import annotations

from django.urls import path

from api.oembed import views

app_name = "oembed"
urlpatterns = [path("", views.oembed, name="oembed")]
