"""Scripts and styles: a page loads few files, in production named by their contents."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from subprocess import CalledProcessError

import pytest
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.template import Context, Template
from django.test import override_settings
from playwright.sync_api import Page, expect

from config import bundles
from config.bundles import BundleFinder, bundle_name, bundles_of_templates

pytestmark = pytest.mark.slow("collects all static files")

HASHED = re.compile(r"\.[0-9a-f]{12}\.(?:js|css)$")
IN_BOTH = {"static/js/lib/when.js", "static/js/lib/csrf.js"}  # they keep nothing and listen to nothing


@pytest.fixture
def collected(collected_static: Path) -> Iterator[Path]:
    """The files that ``collectstatic`` makes in production, as the site's own."""
    storages = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
    with override_settings(STORAGES=storages, STATIC_ROOT=collected_static):
        yield collected_static


def sources_of(root: Path, bundle: str) -> set[str]:
    """The files that a bundle is made of, from the project's folder."""
    path = finders.find(f"{bundle}.map")
    assert isinstance(path, str), bundle
    sources = json.loads(Path(path).read_text(encoding="utf-8"))["sources"]
    return {str((Path(path).parent / source).resolve().relative_to(root)) for source in sources}


def test_every_script_and_style_is_in_a_bundle(root: Path) -> None:
    """What no page loads nobody needs. The others run before a page is drawn, or in the site's worker."""
    loaded = {source for bundle in bundles_of_templates() for source in sources_of(root, bundle)}
    files = {
        path.relative_to(root).as_posix() for kind in ("js", "css") for path in (root / "static" / kind).rglob("*.*")
    }
    alone = {"static/js/theme.js", "static/js/leaving.js", "static/js/table-look.js"}
    alone |= {"static/css/reference.css"}  # for paper
    alone |= {"static/js/why.js"} - loaded  # of which nothing is left but what it imports
    assert files - loaded == alone | {name for name in files if name.startswith("static/js/worker/")}


def test_pages_load_them_by_the_tags(root: Path) -> None:
    for path in (*(root / "templates").rglob("*.html"), *(root / "games").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        assert 'type="module"' not in text and 'rel="stylesheet"' not in text, path


def test_what_listens_is_in_one_bundle_of_a_page(root: Path) -> None:
    """Every page has the scripts of base.html, and one bundle of its own at most."""
    everywhere = bundle_name(("js/moments.js", "js/forms.js"))
    scripts = {name for name in bundles_of_templates() if name.endswith(".js")}
    for bundle in scripts - {everywhere}:
        assert sources_of(root, bundle) & sources_of(root, everywhere) <= IN_BOTH, bundle
    for path in (*(root / "templates").rglob("*.html"), *(root / "games").rglob("*.html")):
        assert path.read_text(encoding="utf-8").count("{% modules") <= 1, path


def test_a_bundle_is_collected_by_its_contents(collected: Path) -> None:
    for bundle in bundles_of_templates():
        served = collected / staticfiles_storage.stored_name(bundle)
        assert HASHED.search(served.name), bundle
        text = served.read_text(encoding="utf-8")
        assert not re.search(r"""\b(?:from|import)\s*["'][./]""", text), bundle
        for font in re.findall(r"url\(\"?([^)\"]+)", text):
            assert (served.parent / font).resolve().is_file(), (bundle, font)


def test_scripts_of_others_are_left_as_they_are(collected: Path) -> None:
    htmx = "django_htmx/htmx-2.min.js"
    served = collected / staticfiles_storage.stored_name(htmx)
    assert served.read_bytes() == (collected / htmx).read_bytes()


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of two scripts, and bundles beside it."""
    monkeypatch.setattr(bundles, "FOLDER", tmp_path / "bundles")
    folder = tmp_path / "static"
    (folder / "js" / "lib").mkdir(parents=True)
    (folder / "js" / "page.js").write_text('import { a } from "./lib/a.js";\na();\n', encoding="utf-8")
    (folder / "js" / "lib" / "a.js").write_text("export const a = () => alert(1);\n", encoding="utf-8")
    with override_settings(STATICFILES_DIRS=[folder]):
        finders.get_finder.cache_clear()
        yield folder
    finders.get_finder.cache_clear()


def test_a_bundle_is_made_again_when_a_file_in_it_has_changed(sources: Path) -> None:
    def made() -> str:
        return Path(BundleFinder().find("js/page.bundle.js")).read_text(encoding="utf-8")

    assert "alert(1)" in made()
    first = Path(BundleFinder().find("js/page.bundle.js")).stat().st_mtime_ns
    assert "alert(1)" in made()
    assert Path(BundleFinder().find("js/page.bundle.js")).stat().st_mtime_ns == first
    inner = sources / "js" / "lib" / "a.js"
    inner.write_text("export const a = () => alert(2);\n", encoding="utf-8")
    os.utime(inner, ns=(first + 10**9, first + 10**9))
    assert "alert(2)" in made()


def test_a_mistake_in_a_script_is_an_error(sources: Path) -> None:
    (sources / "js" / "lib" / "a.js").write_text("export const a = (;\n", encoding="utf-8")
    with pytest.raises(CalledProcessError):
        BundleFinder().find("js/page.bundle.js")


def test_a_script_that_is_missing_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    assert finders.find("js/nothing.bundle.js") is None
    monkeypatch.setattr(bundles, "bundles_of_templates", lambda: {"js/nothing.bundle.js"})
    with pytest.raises(LookupError):
        list(BundleFinder().list(None))


def test_a_tag_loads_one_file() -> None:
    html = Template("{% modules 'js/catalogue.js' 'js/decks.js' %}{% styles 'css/guide.css' %}").render(Context())
    assert re.search(r'<script type="module" src="/static/js/catalogue~decks\.bundle(\.\w+)?\.js"></script>', html)
    assert re.search(r'<link rel="stylesheet" href="/static/css/guide\.bundle(\.\w+)?\.css">', html)


def requests_of(page: Page, path: str) -> Counter[str]:
    requests: Counter[str] = Counter()
    page.on("request", lambda request: requests.update([request.url]))
    page.goto(path, wait_until="load", timeout=180_000)  # all faces of a table are drawn for it
    page.wait_for_timeout(1000)
    return requests


def test_a_first_visit_needs_few_requests(transactional_db: None, page: Page) -> None:
    """Of the home page, and of a table: of its board with the cards of both sides."""
    call_command("load_sets", verbosity=0)
    home = requests_of(page, "/")
    assert home.total() <= 25 and max(home.values()) == 1, home
    page.goto("/play/")
    page.locator("main form button").first.click()
    while page.locator(".choosing").count():
        page.locator(".choosing form button").first.click()
        page.wait_for_load_state("networkidle")
    expect(page.locator("#board")).to_be_visible()
    path = page.url
    page.goto("about:blank")  # what this page still loads is none of the next visit
    page.route("**/*", lambda route: route.continue_())  # which turns the browser's cache off
    table = requests_of(page, path)
    assert 10 < table.total() <= 35, table
