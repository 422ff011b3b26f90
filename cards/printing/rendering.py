"""Faces rendered into the cache before they are put together: on all cores where there are many."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from itertools import accumulate
from typing import Final

from django.utils import translation

from cards.printing.options import Options
from cards.printing.pieces import Side
from cards.rendering.cache import cached_pdf, cached_pdfs, cached_png, has_pdf, has_png
from cards.rendering.pdf import font_configuration

SECONDS_PDF: Final = 0.04  # that a face takes, about
SECONDS_PNG: Final = 0.15
MANY: Final = 8  # faces for which a process of its own pays
BATCH: Final = 12  # faces that are rendered together
BATCH_PNG: Final = 3  # the same of pictures, which gain nothing by it and take longer


def is_raster(options: Options) -> bool:
    """Whether the result is made of pictures and not of PDFs."""
    return options.purpose in ("share", "tabletop") or (options.purpose == "shop" and options.format == "png")


def missing(faces: Sequence[Side], options: Options) -> list[Side]:
    """The faces that are not in the cache yet; the language must be that of the moment."""
    if is_raster(options):
        return [face for face in faces if not has_png(face, **_as_png(options))]
    return [face for face in faces if not has_pdf(face, geometry=options.geometry, saver=options.saver)]


def seconds(count: int, options: Options) -> float:
    """How long so many faces take, about."""
    return count * (SECONDS_PNG if is_raster(options) else SECONDS_PDF)


def render(face: Side, options: Options) -> bytes:
    """The face as PDF or as PNG, as the options need it, from the cache if it is there."""
    if is_raster(options):
        return cached_png(face, **_as_png(options))
    return cached_pdf(face, geometry=options.geometry, saver=options.saver)


def _as_png(options: Options) -> dict[str, object]:
    with_bleed = options.purpose == "shop" and options.bleed == "yes"
    dpi = int(options.dpi) if options.purpose == "shop" else 300
    return {"dpi": dpi, "geometry": options.geometry, "bled": with_bleed}


def render_all(faces: Sequence[Side], options: Options, processes: int = 0) -> Iterator[int]:
    """Renders faces into the cache; yields how many are done. ``processes``: 0 is as many as there are cores.

    Raises ``BrokenProcessPool`` when one of them is killed, as machines do that are out of memory.
    """
    wanted = missing(faces, options)
    if not wanted:
        return
    processes = min(processes or os.cpu_count() or 1, max(1, len(wanted) // MANY))
    work = partial(_work, options=options, language=options.language)
    count = max(processes, -(-len(wanted) // (BATCH_PNG if is_raster(options) else BATCH)))
    batches = [wanted[number::count] for number in range(count)]
    if processes == 1 or multiprocessing.current_process().daemon:
        yield from accumulate(map(work, batches))
        return
    font_configuration()  # forked, the processes have read the fonts already; they touch nothing but the cache
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
        begun = [pool.submit(work, batch) for batch in batches]
        try:
            yield from accumulate(one.result() for one in as_completed(begun))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)  # whoever has seen enough need not wait for all


def _work(faces: Sequence[Side], options: Options, language: str) -> int:
    """Renders faces together; how many there were."""
    with translation.override(language):
        if not is_raster(options):
            cached_pdfs(faces, geometry=options.geometry, saver=options.saver)
        for face in faces:
            render(face, options)
    return len(faces)
