"""How soon the rules can be read on a slow phone: ``python benchmarks/rules_on_phones.py [--times 3]``.

The site as in production (files compressed, under names with their hashes), a phone of 390 pixels with a processor 4
times slower, 1.6 Mbit/s and 150 ms away. Of each page in both languages, in milliseconds from asking to something being
drawn (first contentful paint), the median: at the first visit, with nothing kept, and at a second one. Collecting the
static files takes longest: ``GRIMOIRE_STATIC_ROOT`` names a folder that has them already. What is kept for reading
without a network is weighed by ``tests/rulings/test_offline.py``.
"""

from __future__ import annotations

import argparse
import os
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("GRIMOIRE_ENV", "test")

PAGES: Final = ("rulings/table/", "rulings/", "rulings/rules/combat/", "rulings/aerial/", "rulings/matrix/rage/sprint/")
DRAWN: Final = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0"""


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
            "GRIMOIRE_BEHIND_PROXY": "true",
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
                address = f"{origin}/{prefix}{path}"
                seen = [visits(browser, address) for _ in range(times)]
                first, second = (statistics.median(one[at] for one in seen) for at in range(2))
                print(f"{prefix + path:28} first {first:5.0f}   second {second:5.0f}", flush=True)
        browser.close()
    with open("/proc/loadavg", encoding="ascii") as load_average:
        print(f"load of the machine: {load_average.read().split()[0]} on {os.cpu_count()} processors")


def visits(browser: Any, address: str) -> tuple[float, float]:
    """When something was drawn at a first and at a second visit."""
    from tests.phones import slow_phone

    with slow_phone(browser, address) as page:
        page.set_extra_http_headers({"X-Forwarded-Proto": "https"})
        page.set_default_timeout(300_000)
        return opened(page, address), opened(page, address)


def opened(page: Any, address: str) -> float:
    """Opens a page and tells when something was drawn."""
    page.goto(address, wait_until="load")
    while not (drawn := page.evaluate(DRAWN)):
        time.sleep(0.05)
    return float(drawn)


if __name__ == "__main__":
    main()
