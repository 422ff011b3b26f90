"""Scripts in production: modules import each other by hashed names, and a page names all of its modules beforehand."""

from __future__ import annotations

import mimetypes
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.template import Context, Template
from django.test import override_settings
from playwright.sync_api import Page, Route

from config.scripts import imports_of, modules_behind
from config.static_files import HashedStaticFilesStorage

pytestmark = pytest.mark.slow("collects all static files")

HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")
IMPORTED = re.compile(r"""(?:\bfrom|^import)\s*["']([^"']+)["']""", re.MULTILINE)
TAG = re.compile(r"\{% modules ([^%]*) %\}")
STORAGE = f"{HashedStaticFilesStorage.__module__}.{HashedStaticFilesStorage.__qualname__}"


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files that ``collectstatic`` makes in production; pages name these files while this is in use."""
    folder = tmp_path_factory.mktemp("collected")
    storages = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": STORAGE},
    }
    with override_settings(STORAGES=storages, STATIC_ROOT=folder, WHITENOISE_KEEP_ONLY_HASHED_FILES=False):
        call_command("collectstatic", interactive=False, verbosity=0)
        yield folder


@pytest.fixture(scope="module")
def names(root: Path) -> list[str]:
    """All our scripts, as the tags of templates name them."""
    return sorted(path.relative_to(root / "static").as_posix() for path in (root / "static" / "js").rglob("*.js"))


def entries_of(root: Path) -> set[tuple[str, ...]]:
    """The entries that templates name together."""
    tags = (TAG.findall(path.read_text(encoding="utf-8")) for path in (root / "templates").rglob("*.html"))
    return {tuple(re.findall(r"'([^']+)'", names)) for found in tags for names in found}


def test_hashed_modules_import_hashed_modules(collected: Path, names: list[str]) -> None:
    count = 0
    for name in names:
        served = collected / staticfiles_storage.stored_name(name)
        assert HASHED.search(served.name), name
        for imported in IMPORTED.findall(served.read_text(encoding="utf-8")):
            assert HASHED.search(imported), (name, imported)
            assert (served.parent / imported).resolve().is_file(), (name, imported)
            count += 1
    assert count == sum(len(imports_of(name)) for name in names) > 50


def test_a_changed_module_changes_the_names_of_all_that_import_it(collected: Path, tmp_path: Path) -> None:
    def hashed(text: str) -> str:
        folder = tmp_path / text
        (folder / "js" / "lib").mkdir(parents=True)
        (folder / "js" / "page.js").write_text('import { a } from "./lib/a.js";\na();\n', encoding="utf-8")
        (folder / "js" / "lib" / "a.js").write_text(f"export const a = () => {text};\n", encoding="utf-8")
        storage = HashedStaticFilesStorage(location=folder, base_url="/static/")
        files = {name: (storage, name) for name in ("js/page.js", "js/lib/a.js")}
        assert not [wrong for *_, wrong in storage.post_process(files) if isinstance(wrong, Exception)]
        return storage.stored_name("js/page.js")

    assert hashed("1") != hashed("2")


def test_scripts_of_others_are_left_as_they_are(collected: Path) -> None:
    htmx = "django_htmx/htmx-2.min.js"
    served = collected / staticfiles_storage.stored_name(htmx)
    assert served.read_bytes() == (collected / htmx).read_bytes()


def test_pages_load_modules_by_the_tag(root: Path, names: list[str]) -> None:
    """Else their modules would be found one level at a time; and what no page loads nobody needs."""
    for path in (root / "templates").rglob("*.html"):
        assert 'type="module"' not in path.read_text(encoding="utf-8"), path
    entries = entries_of(root)
    loaded = {name for tag in entries for name in (*tag, *modules_behind(tag))}
    service_worker = {name for name in names if name.startswith("js/worker/")}  # loaded by templates/sw.js
    assert loaded | {"js/theme.js", "js/leaving.js"} | service_worker == set(names)


def test_the_graph_reads_every_form_of_import(root: Path, names: list[str]) -> None:
    for name in names:
        text = (root / "static" / name).read_text(encoding="utf-8")
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", text, flags=re.DOTALL)
        assert len(imports_of(name)) == len(re.findall(r"""\bimport\b""", code)), name


def test_what_two_entries_share_is_named_once(root: Path) -> None:
    for tag in entries_of(root):
        html = Template(f"{{% modules {' '.join(repr(name) for name in tag)} %}}").render(Context())
        addresses = re.findall(r'(?:src|href)="([^"]+)"', html)
        assert max(Counter(addresses).values()) == 1
        assert len(addresses) == len(tag) + len(modules_behind(tag))


def test_a_script_that_is_missing_is_an_error() -> None:
    with pytest.raises(LookupError):
        modules_behind(("js/nothing.js",))


PAGES = ["/", "/cards/", "/editor/", "/rulings/abilities/rage/", "/decks/new/", "/grimoire/search/"]


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
def test_a_page_asks_for_each_of_its_modules_once(
    transactional_db: None, collected: Path, page: Page, path: str
) -> None:
    """With the names of production: what is preloaded is what is loaded, and nothing is asked for twice."""
    call_command("load_sets", verbosity=0)
    asked: Counter[str] = Counter()

    def serve(route: Route) -> None:
        name = route.request.url.split("/static/")[1].split("?")[0]
        asked[name] += 1
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        route.fulfill(body=(collected / name).read_bytes(), content_type=kind)

    page.route("**/static/**", serve)
    page.goto(path, wait_until="networkidle")
    entries = addresses(page, "script[type=module]", "src")
    preloads = addresses(page, "link[rel=modulepreload]", "href")
    assert entries
    loaded = {name for name in asked if name.startswith("js/") and not name.startswith(("js/theme.", "js/leaving."))}
    assert loaded == set(entries) | set(preloads)
    assert len(preloads) == len(set(preloads))
    assert all(HASHED.search(name) for name in loaded)
    assert {count for name, count in asked.items() if name.endswith(".js")} == {1}


def addresses(page: Page, selector: str, attribute: str) -> list[str]:
    read = "(all, name) => all.map((one) => one.getAttribute(name))"
    found: Any = page.locator(selector).evaluate_all(read, attribute)
    return [address.removeprefix("/static/") for address in found]
