"""How heavy every kind of page is: ``python benchmarks/pages.py [--json] [--times 9] [--only WORDS] [--still]``.

The site is as full as `tests/crowded.py` makes it. Of each page, the larger of English and French: ``kilobytes`` of
HTML as sent (gzipped) and ``html_kilobytes`` before that; ``median_ms`` of processor time of a warm process, through
all of Django but the network; ``queries``. With ``--still`` a browser opens each as a slow phone does (390 pixels, 4
times slower, 1.6 Mbit/s and 150 ms away, an empty cache, fonts and scripts after everything else): ``shift`` is its
cumulative layout shift, ``files_kilobytes`` what it fetches besides the page.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("GRIMOIRE_ENV", "test")
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")  # playwright keeps a loop running
FOLDER: Final = tempfile.mkdtemp()
os.environ["GRIMOIRE_DATABASE"] = f"{FOLDER}/pages.sqlite3"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="figures as JSON on the standard output too")
    parser.add_argument("--times", type=int, default=9)
    parser.add_argument("--only", default="", help="pages whose names have these words")
    parser.add_argument("--still", action="store_true", help="look at them with a browser too")
    options = parser.parse_args()
    import django

    django.setup()
    from django.core.management import call_command

    from tests.crowded import crowded_site, pages_of

    call_command("migrate", verbosity=0)
    site = crowded_site()
    kinds = [kind for kind in pages_of(site) if options.only in kind.name]
    figures: dict[str, dict[str, Any]] = {}
    for kind in kinds:
        figures[kind.name] = measure(site, kind, options.times)
        said(kind.name, figures[kind.name])
    if options.still:
        for name, measured in looked_at(site, kinds):
            figures[name] |= measured
            said(name, measured)
    if options.json:
        print(json.dumps(figures, indent=1))
    shutil.rmtree(FOLDER)


def said(name: str, figures: dict[str, Any]) -> None:
    """Tells how far it is, for JSON goes elsewhere."""
    line = "   ".join(f"{key} {value:>7}" for key, value in figures.items())
    print(f"{name:26} {line}", file=sys.stderr, flush=True)


def measure(site: Any, kind: Any, times: int) -> dict[str, Any]:
    """The server's work for a kind of page, and what it sends."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    sent, plain, medians, queries = [], [], [], []
    for address in kind.addresses:
        client = Client(SERVER_NAME="localhost", headers={"accept-encoding": "gzip"})
        if kind.is_own:
            client.force_login(site.user)
        response = client.get(address)
        if response.status_code != 200:
            print(f"{kind.name} {address}: {response.status_code}", file=sys.stderr)
        client.get(address)
        with CaptureQueriesContext(connection) as captured:
            sent.append(len(client.get(address).content))
            queries.append(len(captured))
        taken = []
        for _ in range(times):
            gc.collect()
            start = time.process_time()
            client.get(address)
            taken.append(time.process_time() - start)
        medians.append(statistics.median(taken))
        client.defaults.pop("HTTP_ACCEPT_ENCODING", None)
        plain.append(len(client.get(address).content))
    return {
        "kilobytes": round(max(sent) / 1000, 1),
        "html_kilobytes": round(max(plain) / 1000, 1),
        "median_ms": round(1000 * max(medians), 1),
        "queries": max(queries),
    }


def looked_at(site: Any, kinds: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The layout shift of each page on a slow phone, and the bytes that it fetches: the worse of English and French."""
    from django.conf import settings
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.test import Client
    from django.test.testcases import LiveServerThread
    from playwright.sync_api import sync_playwright

    from tests.phones import seen_by_slow_phone

    settings.ALLOWED_HOSTS = ["*"]
    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    origin = f"http://127.0.0.1:{server.port}"
    client = Client(SERVER_NAME="127.0.0.1")
    client.force_login(site.user)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    chromium = os.environ.get("GRIMOIRE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for kind in kinds:
            views = [
                seen_by_slow_phone(browser, origin + address, cookie if kind.is_own else "")
                for address in kind.addresses
            ]
            yield (
                kind.name,
                {
                    "shift": round(max(view.shift for view in views), 3),
                    "files_kilobytes": round(max(view.fetched for view in views) / 1000),
                },
            )
        browser.close()
    server.terminate()


if __name__ == "__main__":
    main()
