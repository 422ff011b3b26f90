"""Root URLs: every page in every language, English without a prefix; files that have no language stand outside."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.sitemaps.views import index as sitemap_index
from django.contrib.sitemaps.views import sitemap
from django.urls import include, path
from django.views.generic import TemplateView

from config.sitemaps import SITEMAPS

urlpatterns = [
    path("admin/", admin.site.urls),
    path("files/", include("cards.urls.files")),
    path("files/champions/", include("champions.urls_files")),
    path("files/grimoire/", include("grimoire.urls_files")),
    path("sitemap.xml", sitemap_index, {"sitemaps": SITEMAPS}, name="sitemap"),
    path(
        "sitemap-<section>.xml",
        sitemap,
        {"sitemaps": SITEMAPS},
        name="django.contrib.sitemaps.views.sitemap",
    ),
    path("robots.txt", TemplateView.as_view(template_name="robots.txt", content_type="text/plain"), name="robots"),
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
