"""Root URLs: every page in every language, English without a prefix; files that have no language stand outside.

Moderators sign in as everybody does, so that passwords are tried in one place, which counts.
"""

from allauth.account.decorators import secure_admin_login
from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.sitemaps.views import index as sitemap_index
from django.contrib.sitemaps.views import sitemap
from django.templatetags.static import static
from django.urls import include, path, re_path
from django.utils.functional import lazy
from django.views.decorators.cache import cache_control, cache_page
from django.views.generic import RedirectView, TemplateView

from config.sitemaps import SITEMAPS
from home.security import security_txt
from tables.api.urls import unknown_endpoint

handler400 = "config.failures.bad_request"
handler403 = "config.failures.forbidden"
handler404 = "config.failures.not_found"
handler429 = "accounts.too_many.of_accounts"  # allauth's
handler500 = "config.failures.failed"
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # as allauth says it is done

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("tables.api.urls")),  # first: nothing is asked for as often as a move
    path("api/v1/", include("api.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("api/v1/", include([re_path(r"^(?P<rest>.*)$", unknown_endpoint)])),
    path("discord/", include("api.discord.urls")),
    path("oembed/", include("api.oembed.urls")),
    path("files/grimoire/oembed.json", include("api.oembed.urls", namespace="oembed-of-pages")),  # once of pages alone
    path("files/", include("cards.urls.files")),
    path("files/home/", include("home.urls_files")),
    path("files/rulings/", include("rulings.urls_files")),
    path("files/play/", include("tables.inviting.urls")),
    path("files/champions/", include("champions.urls_files")),
    path("files/schools/", include("games.schools.urls_files")),
    path("files/armies/", include("games.armies.urls_files")),
    path("files/grimoire/", include("grimoire.urls_files")),
    # A line for every few hundred things: of a large site it is not written anew for each robot that asks.
    path("sitemap.xml", cache_page(3600, cache="process")(sitemap_index), {"sitemaps": SITEMAPS}, name="sitemap"),
    path(
        "sitemap-<section>.xml",
        sitemap,
        {"sitemaps": SITEMAPS},
        name="django.contrib.sitemaps.views.sitemap",
    ),
    path("favicon.ico", RedirectView.as_view(url=lazy(static, str)("favicon.svg")), name="favicon"),
    path(".well-known/security.txt", security_txt, name="security"),
    path("robots.txt", TemplateView.as_view(template_name="robots.txt", content_type="text/plain"), name="robots"),
    # From here a worker may look after the whole site. Browsers ask for it anew each time: it is small.
    path(
        "sw.js",
        cache_control(no_cache=True)(TemplateView.as_view(template_name="sw.js", content_type="text/javascript")),
        name="service_worker",
    ),
    *i18n_patterns(
        path(
            "manifest.webmanifest",
            TemplateView.as_view(template_name="manifest.json", content_type="application/manifest+json"),
            name="manifest",
        ),
        # Kept by the worker of whoever may lose the network (static/js/worker/offline.js).
        path("offline/", TemplateView.as_view(template_name="offline.html"), name="offline"),
        path("", include("home.urls")),
        path("board/", include("games.decks.analysing.thinking_urls")),
        path("board/", include("board.urls")),
        path("analysis/", include("games.decks.analysing.urls")),
        path("", include("grimoire.urls")),
        path("play/", include("tables.urls")),
        path("print/games/", include("tables.kits.urls")),
        path("mutation/", include("mutation.urls")),
        path("tournaments/", include("tournaments.urls")),
        path("scores/", include("scores.urls")),
        path("rulings/", include("rulings.urls")),
        path("api/", include("api.urls_guide")),
        path("champions/", include("champions.urls")),
        path("", include("cards.urls")),
        path("", include("accounts.urls")),
        path("accounts/", include("allauth.urls")),
        prefix_default_language=False,
    ),
]
