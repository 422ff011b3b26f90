"""Faces rendered into the cache before they are put together: on all cores where there are many."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import accumulate, islice
from typing import Final, TypedDict

from django.utils import translation

from background.processes import divided
from cards.printing.options import PrintOptions
from cards.printing.pieces import Side
from cards.rendering.cache import cached_pdf, cached_pdfs, cached_png, has_pdf, has_png
from cards.rendering.geometry import Geometry

SECONDS_PDF: Final = 0.04  # that a face takes, about
SECONDS_PNG: Final = {"300": 0.15, "600": 0.45, "800": 0.8, "1200": 1.8}  # by resolution
FACES_OF_A_PROCESS: Final = 8  # faces for which a process of its own pays
BATCH: Final = 24  # faces that are rendered together; of 12 each takes a twentieth longer
BATCH_PNG: Final = 3  # the same of pictures, which gain nothing by it and take longer


def is_raster(options: PrintOptions) -> bool:
    """Whether the result is made of pictures and not of PDFs."""
    return options.purpose in ("share", "tabletop") or options.is_png


def missing(faces: Sequence[Side], options: PrintOptions) -> list[Side]:
    """The faces that are not in the cache yet; the language must be that of the moment."""
    if is_raster(options):
        return [face for face in faces if not has_png(face, **_as_png(options))]
    return [face for face in faces if not has_pdf(face, geometry=options.geometry, saver=options.saver)]


def seconds(count: int, options: PrintOptions) -> float:
    """How long so many faces take, about."""
    return count * (SECONDS_PNG[_dpi(options)] if is_raster(options) else SECONDS_PDF)


def render(face: Side, options: PrintOptions) -> bytes:
    """The face as PDF or as PNG, as the options need it, from the cache if it is there."""
    return cached_png(face, **_as_png(options)) if is_raster(options) else as_pdf(face, options)


def as_pdf(face: Side, options: PrintOptions) -> bytes:
    """The face as PDF, from the cache if it is there."""
    return cached_pdf(face, geometry=options.geometry, saver=options.saver)


class _AsPng(TypedDict):
    dpi: int
    geometry: Geometry
    bled: bool


def _as_png(options: PrintOptions) -> _AsPng:
    return {"dpi": int(_dpi(options)), "geometry": options.geometry, "bled": options.with_bleed}


def _dpi(options: PrintOptions) -> str:
    return options.dpi if options.purpose == "shop" else "300"


def render_all(faces: Sequence[Side], options: PrintOptions, processes: int = 0) -> Iterator[int]:
    """Renders faces into the cache; yields how many are done. ``processes``: 0 is as many as there are cores.

    Whoever stops listening waits for the few faces that are being rendered. Raises ``ProcessLost`` when a process is
    killed, as machines do that are out of memory.
    """
    wanted = missing(faces, options)
    if not wanted:
        return
    processes = min(processes or os.cpu_count() or 1, max(1, len(wanted) // FACES_OF_A_PROCESS))
    work = partial(_work, options=options, language=options.language)
    count = max(processes, -(-len(wanted) // (BATCH_PNG if is_raster(options) else BATCH)))
    batches = [wanted[number::count] for number in range(count)]
    if processes == 1 or multiprocessing.current_process().daemon:
        yield from accumulate(map(work, batches))
        return
    from cards.rendering.documents import fonts

    fonts()  # forked, the processes have read the fonts already; they touch nothing but the cache
    first, *others = batches
    done = work(first)  # and know the stencils that this one needs
    yield done
    with closing(divided(work, others, processes)) as counts:
        yield from islice(accumulate(counts, initial=done), 1, None)


def _work(faces: Sequence[Side], options: PrintOptions, language: str) -> int:
    with translation.override(language):
        if not is_raster(options):
            cached_pdfs(faces, geometry=options.geometry, saver=options.saver)
        for face in faces:
            render(face, options)
    return len(faces)
