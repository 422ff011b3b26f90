"""How soon the rules can be read on a slow phone: ``python benchmarks/rules_on_phones.py [--times 3]``.

The site as in production (files compressed, under names with their hashes), a phone of 390 pixels with a processor 4
times slower, 1.6 Mbit/s and 150 ms away, the site's worker as slow. Of each page in both languages, in milliseconds
from asking to something being drawn (first contentful paint), the median: at the first visit, with nothing kept; at a
second one, when the worker has kept the rules; again, when it has kept this page too; and without a network. The server
is warm: each page was asked for before. Collecting the static files takes longest: ``GRIMOIRE_STATIC_ROOT`` names a
folder that has them already. ``tests/rulings/test_offline.py`` weighs what is kept for reading without a network.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("GRIMOIRE_ENV", "test")

PAGES: Final = ("rulings/table/", "rulings/", "rulings/rules/combat/", "rulings/aerial/", "rulings/matrix/rage/sprint/")
DRAWN: Final = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0"""
KEPT: Final = """async () => (await caches.match("/rulings/kept")) !== undefined"""
OPENED: Final = """async () => (await caches.match(location.pathname, { ignoreVary: true })) !== undefined"""
PATIENCE: Final = 300  # seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "GRIMOIRE_ENV": "production",
            "GRIMOIRE_SECRET_KEY": secrets.token_urlsafe(40),
            "GRIMOIRE_ALLOWED_HOSTS": "127.0.0.1",
            # No proxy is in between: what the worker fetches by itself would carry no header that a page is given.
            "GRIMOIRE_HTTPS": "false",
            "GRIMOIRE_STATIC_ROOT": os.environ.get("GRIMOIRE_STATIC_ROOT", f"{folder}/static"),
            "GRIMOIRE_DATABASE": f"{folder}/rules.sqlite3",
        }
        run = {"cwd": ROOT, "env": environment, "check": True}
        commands = [["migrate", "--verbosity", "0"]]
        if "GRIMOIRE_STATIC_ROOT" not in os.environ:
            commands.append(["collectstatic", "--noinput", "--verbosity", "0"])
        for command in commands:
            subprocess.run([sys.executable, "manage.py", *command], **run)  # type: ignore[call-overload]
        from benchmarks.play import free_port, wait_for

        port = free_port()
        server = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.py", "--bind", f"127.0.0.1:{port}"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(port)
            measure(f"http://127.0.0.1:{port}", options.times)
        finally:
            server.terminate()
            server.wait()


def measure(origin: str, times: int) -> None:
    """Prints a line for each page."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("GRIMOIRE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for prefix in ("", "fr/"):
            for path in PAGES:
                warm(f"{origin}/{prefix}{path}")
            runs = [visits(browser, origin, prefix) for _ in range(times)]
            for path in PAGES:
                first, second, again, away = (statistics.median(run[path][at] for run in runs) for at in range(4))
                line = f"first {first:5.0f}   second {second:5.0f}   again {again:5.0f}   without a network {away:5.0f}"
                print(f"{prefix + path:30} {line}", flush=True)
        browser.close()
    with open("/proc/loadavg", encoding="ascii") as load_average:
        print(f"load of the machine: {load_average.read().split()[0]} on {os.cpu_count()} processors")


def warm(address: str) -> None:
    """Has each of the server's processes read what the page says, as good as surely."""
    for _ in range(6):
        with urllib.request.urlopen(address, timeout=PATIENCE) as response:
            response.read()


def visits(browser: Any, origin: str, prefix: str) -> dict[str, tuple[float, float, float, float]]:
    """By page, when something was drawn: at a first visit, at a second one, at a third one, and without a network.

    A first visit is that of a phone which knows nothing. The second is of one that has kept the rules, and has seen
    nothing but the page of the usual questions.
    """
    from tests.phones import slow_phone

    first = {}
    for path in PAGES:
        with slow_phone(browser, origin) as page:
            page.set_default_timeout(PATIENCE * 1000)
            first[path] = opened(page, f"{origin}/{prefix}{path}")
    with slow_phone(browser, origin) as page:
        page.set_default_timeout(PATIENCE * 1000)
        opened(page, f"{origin}/{prefix}{PAGES[0]}")
        wait_until(page, KEPT)
        slow_worker_down(browser, origin)
        second = {}
        for path in PAGES:
            second[path] = opened(page, f"{origin}/{prefix}{path}")
            wait_until(page, OPENED)
        again = {path: opened(page, f"{origin}/{prefix}{path}") for path in PAGES}
        page.context.set_offline(True)
        away = {path: opened(page, f"{origin}/{prefix}{path}") for path in PAGES}
    return {path: (first[path], second[path], again[path], away[path]) for path in PAGES}


def wait_until(page: Any, condition: str) -> None:
    until = time.monotonic() + PATIENCE
    while not page.evaluate(condition):
        if time.monotonic() > until:
            raise SystemExit(f"Nothing was kept within {PATIENCE} seconds: {condition}")
        time.sleep(0.2)


def slow_worker_down(browser: Any, origin: str) -> None:
    """Puts the site's workers as far from the server as the page: the browser slows each of them by itself."""
    from tests.phones import NETWORK

    wire = browser.new_browser_cdp_session()
    for target in wire.send("Target.getTargets")["targetInfos"]:
        if target["type"] == "service_worker" and target["url"].startswith(origin):
            attached = {"targetId": target["targetId"], "flatten": False}
            session = wire.send("Target.attachToTarget", attached)["sessionId"]
            for number, (method, params) in enumerate(
                (("Network.enable", {}), ("Network.emulateNetworkConditions", NETWORK)), 1
            ):
                message = json.dumps({"id": number, "method": method, "params": params})
                wire.send("Target.sendMessageToTarget", {"sessionId": session, "message": message})
    wire.detach()


def opened(page: Any, address: str) -> float:
    """Opens a page and tells when something was drawn."""
    page.goto(address, wait_until="load")
    while not (drawn := page.evaluate(DRAWN)):
        time.sleep(0.05)
    return float(drawn)


if __name__ == "__main__":
    main()
