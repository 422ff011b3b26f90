"""Pages of the grimoire."""

from django.urls import URLPattern, URLResolver

app_name = "grimoire"

urlpatterns: list[URLPattern | URLResolver] = []
