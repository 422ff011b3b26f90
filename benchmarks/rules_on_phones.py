"""How soon the rules can be read on a slow phone: ``python benchmarks/rules_on_phones.py [--times 3]``.

The site as in production (files compressed, under names with their hashes), a phone of 390 pixels with a processor 4
times slower, 1.6 Mbit/s and 150 ms away. Of each page in both languages, in milliseconds from asking to something being
drawn (first contentful paint), the median: at the first visit, with nothing kept; at a later one, when the worker has
the rules; and without a network. Then what all rules of a language weigh: unpacked and as they are sent.
"""

from __future__ import annotations

import argparse
import gzip
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
KEPT: Final = """async (language) => {
  for (const name of await caches.keys())
    if (name.startsWith(`rules-${language}-`) && (await (await caches.open(name)).match("/rulings/kept"))) return true;
  return false;
}"""
WEIGHT: Final = """async (language) => {
  let unpacked = 0;
  for (const name of await caches.keys()) if (name.startsWith(`rules-${language}-`)) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) unpacked += (await (await cache.match(request)).arrayBuffer()).byteLength;
  }
  return unpacked;
}"""


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
            "GRIMOIRE_STATIC_ROOT": f"{folder}/static",
            "GRIMOIRE_DATABASE": f"{folder}/rules.sqlite3",
        }
        run = {"cwd": ROOT, "env": environment, "check": True}
        for command in (["migrate", "--verbosity", "0"], ["collectstatic", "--noinput", "--verbosity", "0"]):
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
    """Prints a line for each page, and what is kept of each language."""
    from playwright.sync_api import sync_playwright

    chromium = os.environ.get("GRIMOIRE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for language, prefix in (("en", ""), ("fr", "fr/")):
            for path in PAGES:
                address = f"{origin}/{prefix}{path}"
                seen = [visits(browser, address, language) for _ in range(times)]
                first, later, offline = (statistics.median(one[at] for one in seen) for at in range(3))
                print(f"{prefix}{path:28} first {first:5.0f}   later {later:5.0f}   offline {offline:5.0f}", flush=True)
            print(f"{language}: {weight(browser, origin, prefix, language)}", flush=True)
        browser.close()
    with open("/proc/loadavg", encoding="ascii") as load_average:
        print(f"load of the machine: {load_average.read().split()[0]} on {os.cpu_count()} processors")


def visits(browser: Any, address: str, language: str) -> tuple[float, float, float]:
    """When something was drawn at a first and at a later visit, and without a network."""
    from tests.phones import slow_phone

    with slow_phone(browser, address) as page:
        page.set_extra_http_headers({"X-Forwarded-Proto": "https"})
        page.set_default_timeout(300_000)
        drawn = [opened(page, address)]
        until_kept(page, language)
        drawn.append(opened(page, address))
        page.context.set_offline(True)
        drawn.append(opened(page, address))
        return drawn[0], drawn[1], drawn[2]


def opened(page: Any, address: str) -> float:
    """Opens a page and tells when something was drawn."""
    page.goto(address, wait_until="load")
    while not (drawn := page.evaluate(DRAWN)):
        time.sleep(0.05)
    return float(drawn)


def until_kept(page: Any, language: str) -> None:
    """Waits until the worker has all rules of a language."""
    end = time.monotonic() + 300
    while not page.evaluate(KEPT, language):
        if time.monotonic() > end:
            raise TimeoutError(f"the rules in {language} were not kept within five minutes")
        time.sleep(0.2)


def weight(browser: Any, origin: str, prefix: str, language: str) -> str:
    """What all rules of a language weigh, as a line of words."""
    context = browser.new_context(extra_http_headers={"X-Forwarded-Proto": "https"})
    page = context.new_page()
    sent: list[int] = []
    page.goto(f"{origin}/{prefix}rulings/")
    until_kept(page, language)
    unpacked = page.evaluate(WEIGHT, language)
    bodies = page.evaluate(
        """async (language) => {
          const found = [];
          for (const name of await caches.keys()) if (name.startsWith(`rules-${language}-`)) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) found.push(await (await cache.match(request)).text());
          }
          return found;
        }""",
        language,
    )
    sent = [len(gzip.compress(body.encode(), 6)) for body in bodies]
    context.close()
    return f"{unpacked / 1e6:.2f} MB unpacked, {sum(sent) / 1e6:.2f} MB packed"


if __name__ == "__main__":
    main()
