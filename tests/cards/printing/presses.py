"""A profile of a press that no shop has: small, made of the two tables that a conversion needs."""

from __future__ import annotations

import struct
from itertools import product
from typing import Final

GRID: Final = 9


def _inks(lightness: float, a: float, b: float) -> bytes:
    """Cyan, magenta, yellow and black of a colour in Lab, with black in place of what the three have in common."""
    up = (lightness + 16) / 116
    x, y, z = (
        white * (part**3 if part > 6 / 29 else 3 * (6 / 29) ** 2 * (part - 4 / 29))
        for white, part in ((0.9642, up + a / 500), (1.0, up), (0.8249, up - b / 200))
    )
    linear = (
        3.1339 * x - 1.6169 * y - 0.4906 * z,
        -0.9788 * x + 1.9161 * y + 0.0335 * z,
        0.0719 * x - 0.2290 * y + 1.4052 * z,
    )
    red, green, blue = (round(255 * min(1, max(0, part)) ** (1 / 2.2)) for part in linear)
    black = 255 - max(red, green, blue)
    return bytes((255 - red - black, 255 - green - black, 255 - blue - black, black))


def _colour(inks: tuple[float, ...]) -> bytes:
    """Lab, as the table of 8 bits has it, of inks from 0 to 1."""
    cyan, magenta, yellow, black = inks
    lightness = (1 - black) * (1 - 0.3 * cyan - 0.55 * magenta - 0.1 * yellow)
    a, b = (1 - black) * 70 * (magenta - 0.6 * cyan), (1 - black) * 80 * (yellow - 0.6 * cyan)
    return bytes((round(max(0, lightness) * 255), round(a) + 128, round(b) + 128))


def _table(inputs: int, outputs: int, grid: int, places: bytes) -> bytes:
    """A ``lut8Type`` with straight curves."""
    straight = bytes(range(256))
    matrix = struct.pack(">9i", *(65536 * (row == column) for row in range(3) for column in range(3)))
    head = b"mft1\0\0\0\0" + bytes((inputs, outputs, grid, 0)) + matrix
    return head + straight * inputs + places + straight * outputs


def press_profile(name: str = "Test press", kind: bytes = b"prtr", space: bytes = b"CMYK") -> bytes:
    """The bytes of an ICC profile, version 2."""
    steps = [step / (GRID - 1) for step in range(GRID)]
    to_inks = b"".join(_inks(x * 100, y * 255 - 128, z * 255 - 128) for x, y, z in product(steps, repeat=3))
    to_lab = b"".join(_colour(inks) for inks in product((0, 0.5, 1), repeat=4))
    title = name.encode() + b"\0"
    tags = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", len(title)) + title + bytes(78),
        b"cprt": b"text\0\0\0\0none\0",
        b"wtpt": b"XYZ \0\0\0\0" + struct.pack(">3i", 63190, 65536, 54061),
        b"A2B0": _table(4, 3, 3, to_lab),
        b"B2A0": _table(3, 4, GRID, to_inks),
    }
    at, listed, body = 128 + 4 + 12 * len(tags), b"", b""
    for tag, content in tags.items():
        content += bytes(-len(content) % 4)
        listed += tag + struct.pack(">2I", at + len(body), len(content))
        body += content
    size = at + len(body)
    head = struct.pack(">I4sI4s4s4s", size, b"none", 0x02400000, kind, space, b"Lab ")
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28) + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + listed + body
