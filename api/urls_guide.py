"""The addresses of the guide, which have a language."""

from __future__ import annotations

from django.urls import path
from django.views.decorators.http import require_GET

from api.bots import bots
from api.own.guide import guide

app_name = "api_guide"
urlpatterns = [path("", require_GET(guide), name="guide"), path("bots/", require_GET(bots), name="bots")]
