"""Pages of the rulings."""

from django.urls import URLPattern, URLResolver, path

from rulings import views

app_name = "rulings"

urlpatterns: list[URLPattern | URLResolver] = [
    path("", views.index, name="index"),
]
