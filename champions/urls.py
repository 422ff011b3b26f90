"""Champions: the gallery, each one's page, the games and trials that they are put to."""

from django.urls import path

from champions import views

app_name = "champions"

urlpatterns = [
    path("", views.gallery, name="gallery"),
    path("<str:token>/", views.champion, name="champion"),
    path("<str:token>/board/", views.board, name="board"),
    path("<str:token>/game/", views.game, name="game"),
    path("<str:token>/trial/", views.trial, name="trial"),
    path("<str:token>/trial/cancel/", views.cancel_trial, name="cancel_trial"),
]
