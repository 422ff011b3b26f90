from allauth.account.views import password_change, password_set
from django.urls import path
from django.views.generic import RedirectView

from accounts import views
from accounts.reauthentication import second_factor_asked

app_name = "accounts"

urlpatterns = [
    # allauth's own ask for the old password alone, or for none.
    path("accounts/password/change/", second_factor_asked(password_change)),
    path("accounts/password/set/", second_factor_asked(password_set)),
    path("me/", views.me, name="me"),
    path("me/sessions/", views.sessions, name="sessions"),
    path("accounts/sessions/", RedirectView.as_view(pattern_name="accounts:sessions")),  # allauth's page of the same
    path("me/tokens/", views.tokens, name="tokens"),
    path("me/tokens/new/", views.new_token, name="new_token"),
    path("me/export/", views.export, name="export"),
    path("me/delete/", views.delete, name="delete"),
    path("report/<slug:kind>/<str:token>/", views.report, name="report"),
]
