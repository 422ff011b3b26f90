"""How fast cards are printed, beside Chromium: ``python benchmarks/printing.py [--json] [--cards 9,352] [--times 3]``.

The site's own cards go to A4 sheets, nine on each, in fresh processes with their fonts cut. ``first``: nothing rendered
before, and the process has never printed anything. ``cold``: nothing rendered before, but the process has printed one
other card, as a server's has: fonts, templates and icons are read. ``warm``: every face is in the cache. The import of
Django and WeasyPrint does not count, our forks do. Chromium, without a window, prints the same faces from one HTML
document, by the same template and style sheet with the same fonts; its start counts.

``seconds`` are wall-clock, ``cpu`` those of all processes together (of Chromium at least: it is looked at ten times a
second), both medians; ``peak_mb`` is the most memory that all processes have together, where what several share counts
once (PSS). How busy the machine was is printed too: its load before and after.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("GRIMOIRE_ENV", "test")
os.environ["GRIMOIRE_DATABASE"] = ":memory:"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--cards", default="9,352", help="how many cards, with commas")
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--chromium", default=os.environ.get("GRIMOIRE_CHROMIUM", "chromium"))
    parser.add_argument("--worker", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        count, kind, folder = options.worker.split(":")
        print(json.dumps(ours(int(count), kind, Path(folder))))
        return
    load = os.getloadavg()[0]
    figures = {count: compare(int(count), options.times, options.chromium) for count in options.cards.split(",")}
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    for count, rows_by_kind in figures.items():
        for kind, row in rows_by_kind.items():
            ratio = (
                f"   {row['ratio']:5.2f} times as fast as Chromium ({row['cpu_ratio']:.2f} by CPU)"
                if "ratio" in row
                else ""
            )
            took = f"{row['seconds']:7.2f} s   {row['cpu']:6.2f} s of CPU   {row['peak_mb']:5.0f} MB at most"
            print(f"{count:>4} cards, {kind:9}{took}{ratio}")
    print(f"load of the machine: {load:.1f} before, {os.getloadavg()[0]:.1f} after, {os.cpu_count()} cores")


def compare(count: int, times: int, chromium: str) -> dict[str, Any]:
    """Chromium and ours, in turns."""
    rows: dict[str, list[dict[str, float]]] = {"chromium": [], "first": [], "cold": [], "warm": []}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        page = folder / "cards.html"
        page.write_text(run(count, "html", folder)["html"], encoding="utf-8")
        for _number in range(times):
            rows["chromium"].append(theirs(chromium, page, folder))
            for kind in ("first", "cold", "warm"):
                rows[kind].append(run(count, kind, folder))
    figures: dict[str, Any] = {
        kind: {
            "seconds": statistics.median(row["seconds"] for row in runs),
            "cpu": statistics.median(row["cpu"] for row in runs),
            "peak_mb": max(row["peak_mb"] for row in runs),
        }
        for kind, runs in rows.items()
    }
    for kind in ("first", "cold", "warm"):
        figures[kind]["ratio"] = figures["chromium"]["seconds"] / figures[kind]["seconds"]
        figures[kind]["cpu_ratio"] = figures["chromium"]["cpu"] / figures[kind]["cpu"]
    return figures


def run(count: int, kind: str, folder: Path) -> dict[str, Any]:
    """One of ours in a process of its own."""
    command = [sys.executable, __file__, "--worker", f"{count}:{kind}:{folder}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    watched = watch(process)
    assert process.stdout is not None
    said = process.stdout.read()
    usage = watched()
    assert process.returncode == 0, f"{command} ended with {process.returncode}"
    return {**json.loads(said.splitlines()[-1]), "peak_mb": usage["peak"]}


def ours(count: int, kind: str, folder: Path) -> dict[str, Any]:
    """In a fresh process: prints the cards, and says how long that took."""
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.utils import translation

    from cards.faces import bridge_face
    from cards.fonts import FONTS
    from cards.models import Card
    from cards.printing.options import PrintOptions
    from cards.printing.pieces import faces_in, piece_of, printed_sides
    from cards.printing.products import make
    from cards.printing.rendering import render_all
    from cards.rendering.pdf import card_pdf
    from cards.rendering.typefaces import typeface

    call_command("migrate", verbosity=0)
    call_command("load_sets", verbosity=0)
    cards = list(Card.objects.playable().filter(owner=None).with_set()[:count])
    assert len(cards) == count, f"there are only {len(cards)} cards"
    settings.RENDER_CACHE = folder / "rendered"
    options = PrintOptions(backs="none")
    with translation.override("en"):
        if kind == "html":
            return {"html": document([piece_of(card, "en").front for card in cards])}
        if kind != "warm":
            shutil.rmtree(settings.RENDER_CACHE, ignore_errors=True)
        for number in range(len(FONTS)):
            typeface(number)
        if kind != "first":
            card_pdf(bridge_face("Ford", flavour="Mind the gap."))
        begun, used = time.perf_counter(), _used()
        pieces = [piece_of(card, "en") for card in cards]
        for _done in render_all(faces_in(printed_sides(pieces, options)), options):
            pass
        product = make("Benchmark", pieces, options)
        seconds, cpu = time.perf_counter() - begun, _used() - used
    (folder / f"{kind}.pdf").write_bytes(product.content)
    return {"seconds": seconds, "cpu": cpu}


def _used() -> float:
    """Seconds of processor time that this process and those that it has waited for have used."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def document(faces: list[Any]) -> str:
    """The faces on A4 sheets, as a page for Chromium: drawn in place, with fonts as files."""
    from django.template.loader import render_to_string

    from cards.fonts import FONTS
    from cards.rendering.geometry import DEFAULT
    from cards.rendering.layouts import grid_for
    from cards.rendering.style import face_css

    grid = grid_for(9)
    fonts = "".join(
        f'@font-face{{font-family:"{font.family}";font-weight:{font.weight};font-style:{font.style};'
        f'src:url("{font.paths[0].as_uri()}")}}'
        for font in FONTS
    )
    style = (
        f"{fonts}@page{{size:A4;margin:0}}body{{margin:0}}.sr,.ab-name{{display:none}}"
        ".sheet{position:relative;width:210mm;height:296.9mm;break-after:page;overflow:hidden}"
        f".place{{position:absolute;width:{DEFAULT.width}mm;height:{DEFAULT.height}mm;container-type:inline-size}}"
    )
    drawn = []
    for start in range(0, len(faces), grid.count):
        places = []
        for index, face in enumerate(faces[start : start + grid.count]):
            slot = grid.front(index)
            top = grid.height - slot.y - DEFAULT.height
            card = render_to_string("cards/face.html", {"face": face, "paper": True})
            places.append(f'<div class="place" style="left:{slot.x}mm;top:{top}mm">{card}</div>')
        drawn.append(f'<div class="sheet">{"".join(places)}</div>')
    return f'<!doctype html><meta charset="utf-8"><style>{style}{face_css()}</style>{"".join(drawn)}'


def theirs(chromium: str, page: Path, folder: Path) -> dict[str, float]:
    """Chromium printing the page, from its start to its end."""
    command = [
        *(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"),
        *("--disable-component-update", "--disable-sync", "--disable-quic", "--no-pdf-header-footer"),
        *(f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={folder / 'chromium.pdf'}", page.as_uri()),
    ]
    begun, used = time.perf_counter(), _used()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    watched = watch(process)
    code = process.wait()
    seconds = time.perf_counter() - begun
    usage = watched()
    assert code == 0, f"chromium ended with {code}"
    return {"seconds": seconds, "cpu": max(usage["cpu"], _used() - used), "peak_mb": usage["peak"]}


def watch(process: subprocess.Popen[Any]) -> Callable[[], dict[str, float]]:
    """Looks at a process and all below it until it ends; what is returned waits for that, and says what they used."""
    usage = {"peak": 0.0, "cpu": 0.0}
    watcher = threading.Thread(target=_watch, args=(process, usage), daemon=True)
    watcher.start()

    def watched() -> dict[str, float]:
        watcher.join()
        return usage

    return watched


def _watch(process: subprocess.Popen[Any], usage: dict[str, float]) -> None:
    """Notes the largest sum of what the process and all below it share out among themselves (PSS), in MB, and how many
    seconds of processor time they have used."""
    used: dict[int, float] = {}
    while process.poll() is None:
        family = _family(process.pid)
        usage["peak"] = max(usage["peak"], sum(map(_proportional, family)) / 1024)
        for pid in family:
            used[pid] = max(used.get(pid, 0), _ticks(pid))
        time.sleep(0.1)
    usage["cpu"] = sum(used.values()) / os.sysconf("SC_CLK_TCK")


def _ticks(pid: int) -> float:
    """The processor time of a process, in ticks."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return float(fields[11]) + float(fields[12])


def _family(pid: int) -> list[int]:
    pids = [pid]
    for parent in pids:
        for listed in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                pids += [int(child) for child in listed.read_text().split()]
            except OSError:
                continue
    return pids


def _proportional(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


if __name__ == "__main__":
    main()
