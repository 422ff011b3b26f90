"""What has no language in its address: pictures of Champions."""

from django.urls import path

from champions import views

app_name = "champion_files"

urlpatterns = [
    path("<str:token>-<str:language>.png", views.preview, name="preview"),
]
