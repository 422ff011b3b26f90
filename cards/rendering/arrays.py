"""C arrays of numbers for HarfBuzz, whose types need not be read from C source.

WeasyPrint names the type of the glyphs that it keeps of a font by how many there are ("hb_codepoint_t[57]"), and cffi
reads each such name with a parser of C in Python, three times for a card: longer than cutting the font takes.
"""

from __future__ import annotations

import re
from typing import Any, Final

from weasyprint.text.ffi import ffi

_GLYPHS: Final = re.compile(r"hb_codepoint_t\[(\d+)\]")


class _Types(dict[str, Any]):
    """The types that cffi has read, by name, and all arrays of glyphs."""

    def __missing__(self, name: str) -> Any:
        found = _GLYPHS.fullmatch(name)
        if found is None:
            raise KeyError(name)
        made = ffi._backend.new_array_type(ffi.typeof("hb_codepoint_t *"), int(found[1])), False
        self[name] = made
        return made


def know_arrays() -> None:
    """Makes cffi know those types, in this process. Doing so twice changes nothing."""
    if not isinstance(ffi._parsed_types, _Types):
        ffi._parsed_types = _Types(ffi._parsed_types)
