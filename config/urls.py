"""Root URLs: every page in every language, English without a prefix."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path

urlpatterns = i18n_patterns(
    path("", include("grimoire.urls")),
    path("rulings/", include("rulings.urls")),
    prefix_default_language=False,
)
