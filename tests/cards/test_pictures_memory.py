"""The memory that taking a picture in needs, however few bytes were sent: measured in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pillow_heif import from_pillow

from cards.pictures import MAX_BYTES, MAX_IN_PASSES, MAX_MEMORY, MAX_PIXELS, BadPicture, PictureProblem, encode
from cards.workshop.workshop_text import why_no_picture

pytestmark = pytest.mark.slow("measures the memory of processes")

TAKE = """
import json, sys
from io import BytesIO
from pathlib import Path
from cards.pictures import BadPicture, encode
def most():  # of this program alone; what getrusage says begins with the memory of the process that started it
    (said,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return int(said.split()[1]) * 1024
data = Path(sys.argv[1]).read_bytes()
before = most()
try:
    encode(BytesIO(data))
    problem = ""
except BadPicture as error:
    problem = error.problem
print(json.dumps([problem, most() - before]))
"""


def taken(root: Path, file: Path) -> tuple[str, int]:
    """Why it was refused, or nothing; how many more bytes of memory there were at the most than before."""
    done = subprocess.run([sys.executable, "-c", TAKE, str(file)], cwd=root, capture_output=True, text=True, check=True)
    problem, grown = json.loads(done.stdout)
    return problem, grown


def square(mode: str, pixels: int) -> Image.Image:
    """A picture with as many pixels as may be."""
    side = int(pixels**0.5)
    return Image.new(mode, (side, side), (9,) * len(mode) if mode in ("RGB", "RGBA", "CMYK") else 9)


LARGEST: dict[str, Callable[[], tuple[Image.Image, dict[str, Any]]]] = {
    "webp": lambda: (square("RGBA", MAX_PIXELS["WEBP"]), {"lossless": True, "method": 0}),
    "avif": lambda: (square("RGBA", MAX_PIXELS["AVIF"]), {"speed": 10, "subsampling": "4:4:4"}),
    "png": lambda: (square("RGBA", MAX_PIXELS["PNG"]), {"compress_level": 1}),
    "16.png": lambda: (square("I;16", MAX_PIXELS["PNG"]), {"compress_level": 1}),
    "palette.png": lambda: (square("P", MAX_PIXELS["PNG"]), {"compress_level": 1, "transparency": 3}),
    "tiff": lambda: (square("RGBA", MAX_PIXELS["TIFF"]), {"compression": "tiff_deflate"}),
    "cmyk.tiff": lambda: (square("CMYK", MAX_PIXELS["TIFF"]), {"compression": "tiff_lzw"}),
    "bmp": lambda: (square("RGB", MAX_BYTES // 3 - 100), {}),  # as heavy as a file may be
    "heic": lambda: (square("RGBA", MAX_PIXELS["HEIF"]), {"quality": 10}),
    "gif": lambda: (square("P", MAX_PIXELS["GIF"]), {}),
    "jpeg": lambda: (square("RGB", 5999**2), {"subsampling": 0}),  # the largest that is decoded in full size
    "huge.jpeg": lambda: (square("CMYK", MAX_PIXELS["JPEG"]), {"subsampling": 0}),
    "passes.jpeg": lambda: (square("CMYK", MAX_IN_PASSES), {"progressive": True, "subsampling": 0}),
}


@pytest.mark.parametrize("name", LARGEST)
def test_the_largest_that_are_taken_need_no_more_than_they_may(root: Path, tmp_path: Path, name: str) -> None:
    image, how = LARGEST[name]()
    writer = from_pillow(image) if name == "heic" else image
    writer.save(tmp_path / f"picture.{name}", **how)
    problem, grown = taken(root, tmp_path / f"picture.{name}")
    assert problem == ""
    assert 10_000_000 < grown <= MAX_MEMORY


@pytest.mark.parametrize(
    ("mode", "kind", "how"),
    [
        ("RGBA", "webp", {"lossless": True, "method": 0}),
        ("I;16", "png", {"compress_level": 1}),
        ("CMYK", "jpeg", {"progressive": True}),
    ],
)
def test_a_few_bytes_that_would_be_hundreds_of_megabytes(
    root: Path, tmp_path: Path, mode: str, kind: str, how: dict[str, Any]
) -> None:
    Image.new(mode, (7000, 7100)).save(tmp_path / f"bomb.{kind}", **how)
    problem, grown = taken(root, tmp_path / f"bomb.{kind}")
    assert problem == "too-large"
    assert grown < 20_000_000  # it is not decoded


@pytest.mark.parametrize(
    ("kind", "how", "words"),
    [("webp", {"lossless": True, "method": 0}, "12 "), ("png", {}, "24 "), ("jpeg", {"progressive": True}, "20 ")],
)
def test_the_limit_of_the_kind_is_named(kind: str, how: dict[str, Any], words: str) -> None:
    written = BytesIO()
    Image.new("L", (5000, 4801)).save(written, kind, **how)
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(written.getvalue()))
    assert caught.value.problem == PictureProblem.TOO_LARGE
    assert f"more than {words}megapixels" in why_no_picture(caught.value)


def scans_apart(jpeg: bytes) -> bytes:
    """A JPEG that says it has a scan for each colour, as far as its headers go."""
    at = jpeg.index(b"\xff\xda")
    return jpeg[:at] + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + jpeg[at + 14 :]


def test_a_jpeg_with_a_scan_for_each_colour_is_one_in_passes() -> None:
    written = BytesIO()
    Image.new("RGB", (5000, 4801)).save(written, "JPEG")
    assert encode(BytesIO(written.getvalue())).width == 3000
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(scans_apart(written.getvalue())))
    assert (caught.value.problem, caught.value.pixels) == (PictureProblem.TOO_LARGE, MAX_IN_PASSES)
