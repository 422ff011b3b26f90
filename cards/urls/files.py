"""What has no language: pictures and faces as files."""

from django.urls import path

from cards.views import files

app_name = "files"

urlpatterns = [
    path("pictures/<str:token>.jpg", files.picture, name="picture"),
    path("pictures/<str:token>/full.jpg", files.full_picture, name="full_picture"),
    path("faces/<str:token>/<str:language>-<int:dpi>.png", files.face, name="face"),
]
