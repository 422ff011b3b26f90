"""Uploaded pictures: decoded within bounds, made upright and plain, and encoded again as a JPEG.

Nothing of the file that was sent is kept but what its pixels show: no name, no metadata, no second frame, nothing
behind the end of the picture. What is not a picture that Pillow can decode is refused.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from threading import Lock
from typing import IO, Final

from PIL import Image, ImageCms, ImageFile, ImageOps

MOST_BYTES: Final = 15 * 1024 * 1024
MOST_PIXELS: Final = 50_000_000
LEAST_SIDE: Final = 64  # pixels: less is an icon, not a picture
MOST_SIDE: Final = 3000  # pixels of what is kept: 54 by 85 mm with bleed at 600 DPI ask for 1400 by 2150
MOST_RATIO: Final = 8  # of the longer to the shorter side
QUALITY: Final = 90
FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF", "AVIF")
PAPER: Final = (255, 255, 255)  # what shows through a transparent picture
_LOADING: Final = Lock()
_SRGB: Final = ImageCms.createProfile("sRGB")


class Problem(StrEnum):
    """Why a picture is not taken."""

    TOO_HEAVY = "too-heavy"
    TOO_LARGE = "too-large"
    TOO_SMALL = "too-small"
    TOO_LONG = "too-long"
    UNKNOWN = "unknown"
    BROKEN = "broken"


class BadPicture(ValueError):
    """A picture that is not taken, and why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.value)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture as it is kept: a JPEG's bytes, its size in pixels, the hash of its bytes."""

    content: bytes
    width: int
    height: int
    sha256: str


def encode(file: IO[bytes]) -> Encoded:
    """The picture in a file as it is kept. Raises ``BadPicture``."""
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise BadPicture(Problem.TOO_HEAVY)
    image = _plain(_decoded(data))
    image.thumbnail((MOST_SIDE, MOST_SIDE), Image.Resampling.LANCZOS, reducing_gap=3)
    content = _jpeg(image)
    return Encoded(content, image.width, image.height, hashlib.sha256(content).hexdigest())


def smaller(content: bytes, side: int) -> bytes:
    """A kept picture so small that its shorter side has at most ``side`` pixels, again as a JPEG."""
    with Image.open(BytesIO(content), formats=("JPEG",)) as image:
        share = side / min(image.size)
        if share >= 1:
            return content
        size = (max(1, round(image.width * share)), max(1, round(image.height * share)))
        image.draft("RGB", size)
        return _jpeg(image.convert("RGB").resize(size, Image.Resampling.LANCZOS, reducing_gap=3))


def _decoded(data: bytes) -> Image.Image:
    """The first frame of a picture. Its size is looked at before any pixel is decoded."""
    try:
        with _whole_pictures_only(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of sizes, which are judged here, and of odd metadata
            image = Image.open(BytesIO(data), formats=FORMATS)
            _check_size(image.size)
            if image.format == "JPEG":
                image.draft("RGB", (MOST_SIDE, MOST_SIDE))  # decodes a huge photograph at a half or a quarter
            image.load()
    except BadPicture:
        raise
    except Image.DecompressionBombError as error:
        raise BadPicture(Problem.TOO_LARGE) from error
    except Image.UnidentifiedImageError as error:
        raise BadPicture(Problem.UNKNOWN) from error
    except Exception as error:  # whatever a decoder stumbles over in a damaged or hostile file
        raise BadPicture(Problem.BROKEN) from error
    return image


@contextmanager
def _whole_pictures_only() -> Iterator[None]:
    """WeasyPrint tells Pillow, for the whole process, to fill up with grey what is missing of a picture. Not here."""
    with _LOADING:
        before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
        try:
            yield
        finally:
            ImageFile.LOAD_TRUNCATED_IMAGES = before


def _check_size(size: tuple[int, int]) -> None:
    width, height = size
    if width * height > MOST_PIXELS:
        raise BadPicture(Problem.TOO_LARGE)
    if min(size) < LEAST_SIDE:
        raise BadPicture(Problem.TOO_SMALL)
    if max(size) > MOST_RATIO * min(size):
        raise BadPicture(Problem.TOO_LONG)


def _plain(image: Image.Image) -> Image.Image:
    """Upright, in sRGB with 8 bits a channel, without transparency."""
    profile = image.info.get("icc_profile")
    with suppress(Exception):  # orientation that cannot be read is none
        image = ImageOps.exif_transpose(image)
    if image.mode.startswith(("I", "F")):
        image = _eight_bits(image)
    if image.mode in ("P", "PA", "LA", "La", "RGBa") or "transparency" in image.info:
        image = image.convert("RGBA")
    if image.mode == "RGBA":
        ground = Image.new("RGB", image.size, PAPER)
        ground.paste(image, mask=image.getchannel("A"))
        image = ground
    return _in_srgb(image, profile)


def _eight_bits(image: Image.Image) -> Image.Image:
    """16 bits a channel brought down to 8: ``convert`` alone would cut off all that is light."""
    floats = image.convert("F")
    high = 65535.0 if image.mode.startswith("I") else max(1.0, float(floats.getextrema()[1]))
    return floats.point(lambda value: value * (255.0 / high) + 0.0).convert("L")


def _in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    if profile and image.mode in ("RGB", "CMYK", "L"):
        with suppress(Exception):  # a broken profile is none
            source = ImageCms.ImageCmsProfile(BytesIO(profile))
            converted = ImageCms.profileToProfile(image, source, _SRGB, outputMode="RGB")
            if converted is not None:
                return converted
    return image.convert("RGB")


def _jpeg(image: Image.Image) -> bytes:
    """The bytes, with nothing in them but the picture."""
    bare = Image.new("RGB", image.size)
    bare.paste(image)
    out = BytesIO()
    bare.save(out, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
    return out.getvalue()
