"""The address that Discord is told of."""

from __future__ import annotations

from django.urls import path

from api.discord import views

app_name = "discord"
urlpatterns = [path("interactions/", views.interactions, name="interactions")]
