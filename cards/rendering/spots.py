"""Inks of their own beside the four: where a card is cut, and what is stamped with foil.

Each is a Separation under the name that shops look for, printed over what is below it (overprint), and a layer that
can be switched off to look at the page without it.
"""

from __future__ import annotations

import io
import re
from typing import Final

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf

from cards.rendering.geometry import Geometry
from cards.rendering.marks import outline

CUT: Final = "CutContour"
FOIL: Final = "Foil"
SHOWN_AS: Final = {CUT: (0, 1, 0, 0), FOIL: (0, 0.2, 0.8, 0.1)}  # inks for a screen and a proof
_HAIRLINE: Final = 0.25  # points
_PAINT: Final = re.compile(rb"(?<!\S)[\d.]+ [\d.]+ [\d.]+ rg(?!\S)")


class Spots:
    """The inks of one document."""

    def __init__(self, pdf: Pdf) -> None:
        self._pdf = pdf
        self._inks: dict[str, tuple[Object, Object]] = {}

    def _ink(self, name: str) -> tuple[Object, Object]:
        """(its colour space, its layer)"""
        if name not in self._inks:
            tint = Dictionary(
                FunctionType=2, Domain=Array([0, 1]), C0=Array([0] * 4), C1=Array(list(SHOWN_AS[name])), N=1
            )
            space = Array([Name.Separation, Name(f"/{name}"), Name.DeviceCMYK, tint])
            layer = Dictionary(Type=Name.OCG, Name=name)
            self._inks[name] = self._pdf.make_indirect(space), self._pdf.make_indirect(layer)
            layers = Array([layer for _space, layer in self._inks.values()])
            self._pdf.Root.OCProperties = Dictionary(OCGs=layers, D=Dictionary(Name="Default", Order=layers, ON=layers))
        return self._inks[name]

    def cut(self, page: pikepdf.Page, card: Geometry) -> None:
        """Draws where a card is cut that lies on a page with its bleed around it."""
        path = outline(card.bleed, card.bleed, card.width, card.height, card.corner)
        self._draw(page, CUT, f"/{CUT} CS 1 SCN {_HAIRLINE} w {path} S".encode())

    def foil(self, page: pikepdf.Page, stamped: bytes) -> Object:
        """Draws a PDF of one page, whatever its colours, as foil. Gives the form, whose fonts are to be joined."""
        space, _layer = self._ink(FOIL)
        with pikepdf.open(io.BytesIO(stamped)) as source:
            form = self._pdf.copy_foreign(source.pages[0].as_form_xobject())
        form.write(_PAINT.sub(b"/%b cs 1 scn" % FOIL.encode(), form.read_bytes()))
        form.Resources.ColorSpace = Dictionary({f"/{FOIL}": space})
        page.obj.Resources.XObject[f"/{FOIL}"] = form
        self._draw(page, FOIL, f"/{FOIL} Do".encode())
        return form

    def _draw(self, page: pikepdf.Page, name: str, content: bytes) -> None:
        space, layer = self._ink(name)
        resources = page.obj.Resources
        for kind, key, value in (
            ("/ColorSpace", name, space),
            ("/Properties", name, layer),
            ("/ExtGState", "Over", Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)),
        ):
            if kind not in resources:
                resources[kind] = Dictionary()
            resources[kind][f"/{key}"] = value
        page.contents_add(b"\n/OC /%b BDC q /Over gs %b Q EMC" % (name.encode(), content))
