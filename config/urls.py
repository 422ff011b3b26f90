"""Root URLs: every page in every language, English without a prefix; files that have no language stand outside."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("files/", include("cards.urls.files")),
    path("files/champions/", include("champions.urls_files")),
    *i18n_patterns(
        path("", include("grimoire.urls")),
        path("rulings/", include("rulings.urls")),
        path("champions/", include("champions.urls")),
        path("", include("cards.urls")),
        path("", include("accounts.urls")),
        path("accounts/", include("allauth.urls")),
        prefix_default_language=False,
    ),
]
