from django.urls import path
from django.views.generic import RedirectView

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("me/", views.me, name="me"),
    path("me/sessions/", views.sessions, name="sessions"),
    path("accounts/sessions/", RedirectView.as_view(pattern_name="accounts:sessions")),  # allauth's page of the same
    path("me/tokens/", views.tokens, name="tokens"),
    path("me/tokens/new/", views.new_token, name="new_token"),
    path("me/export/", views.export, name="export"),
    path("me/delete/", views.delete, name="delete"),
    path("report/<slug:kind>/<str:token>/", views.report, name="report"),
]
