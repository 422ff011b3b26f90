"""Uploaded pictures: decoded within bounds, made upright and plain, and encoded again: as a JPEG, or as a WebP if
something can be seen through them.

Nothing of the file that was sent is kept but what its pixels show: no name, no metadata, no second frame, nothing
behind the end of the picture. What is not a picture that Pillow can decode is refused.

A few bytes can say that they are a picture of any size, and decoders ask for many bytes to a pixel: how many pixels are
taken depends on the format, so that a picture never needs more than ``MAX_MEMORY``. One is taken in at a time.
"""

from __future__ import annotations

import hashlib
import logging
import struct
import warnings
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from threading import Lock
from typing import IO, Final

from PIL import Image, ImageCms, ImageFile, ImageOps, UnidentifiedImageError
from PIL.JpegImagePlugin import JpegImageFile
from PIL.TiffImagePlugin import TiffImageFile

MAX_BYTES: Final = 15 * 1024 * 1024
MAX_MEMORY: Final = 256 * 1024 * 1024
MAX_PIXELS: Final = {
    "JPEG": 50_000_000,  # of those that are read in one pass, at a half or a quarter where they are huge
    "PNG": 24_000_000,
    "GIF": 24_000_000,
    "AVIF": 12_000_000,  # of these two, four whole pictures are in memory at a time
    "WEBP": 12_000_000,
    "TIFF": 12_000_000,
    "BMP": 24_000_000,
    "HEIF": 24_000_000,
}
PILLOW_FORMATS: Final = tuple(name for name in MAX_PIXELS if name != "HEIF")  # those that Pillow reads by itself
TILE: Final = (322, 323)  # tags of a TIFF: how wide and high its tiles are
MAX_IN_PASSES: Final = 20_000_000  # pixels of a JPEG in several passes: all of it is in memory before it is a picture
MIN_SIDE: Final = 64  # pixels: less is an icon, not a picture
MAX_SIDE: Final = 3000  # pixels of what is kept: 54 by 85 mm with bleed at 600 DPI ask for 1400 by 2150
MAX_RATIO: Final = 8  # of the longer to the shorter side
QUALITY: Final = 90
_SOLID: Final = 250  # of 255: a picture with no pixel below hides all that is behind it
KEPT_FORMATS: Final = ("JPEG", "WEBP")
SOLID, CLEAR = "jpg", "webp"  # endings of what is kept: of what hides all behind it, and of what does not
_ONE_AT_A_TIME: Final = Lock()
_STRIP: Final = 256  # rows
_FRAMES: Final = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # markers of a JPEG that say how it is made
_SEQUENTIAL: Final = (0xC0, 0xC1)
_SCAN: Final = 0xDA
_JPEG_BEGINS: Final = b"\xff\xd8\xff"
_HEIC_BRANDS: Final = frozenset((b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"))
_SRGB: Final = ImageCms.createProfile("sRGB")
# What Pillow's decoders raise for files that are damaged or made to hurt. Anything else is a bug, here or there.
_DAMAGE: Final = (
    OSError, SyntaxError, ValueError, EOFError, IndexError, OverflowError, RuntimeError, struct.error, zlib.error,
)  # fmt: skip
_log = logging.getLogger(__name__)


class PictureProblem(StrEnum):
    """Why a picture is not taken."""

    TOO_HEAVY = "too-heavy"
    TOO_LARGE = "too-large"
    TOO_SMALL = "too-small"
    TOO_LONG = "too-long"
    UNKNOWN = "unknown"
    BROKEN = "broken"
    FAILED = "failed"  # the picture may be as good as any: we went wrong


class BadPicture(ValueError):
    """A picture that is not taken, and why. ``pixels`` are the most that would be taken of its kind."""

    def __init__(self, problem: PictureProblem, pixels: int = max(MAX_PIXELS.values())) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.pixels = pixels


@dataclass(frozen=True, slots=True)
class Encoded:
    """A picture as it is kept: its bytes, its size in pixels, the hash of its bytes, the ending of its file."""

    content: bytes
    width: int
    height: int
    sha256: str
    ending: str


def encode(file: IO[bytes]) -> Encoded:
    """The picture in a file as it is kept. Raises ``BadPicture``."""
    data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadPicture(PictureProblem.TOO_HEAVY)
    try:
        with _ONE_AT_A_TIME:
            image = _plain(_decoded(data))
            ending, content = _written(image)
    except BadPicture:
        raise
    except Exception as error:
        _log.exception("a picture could not be taken in")
        raise BadPicture(PictureProblem.FAILED) from error
    return Encoded(content, image.width, image.height, hashlib.sha256(content).hexdigest(), ending)


def smaller(content: bytes, side: int) -> bytes:
    """A kept picture so small that its shorter side has at most ``side`` pixels, in its own format."""
    with Image.open(BytesIO(content), formats=KEPT_FORMATS) as image:
        share = side / min(image.size)
        if share >= 1:
            return content
        size = (max(1, round(image.width * share)), max(1, round(image.height * share)))
        image.draft("RGB", size)
        mode = "RGBA" if image.mode == "RGBA" else "RGB"
        return _written(image.convert(mode).resize(size, Image.Resampling.LANCZOS, reducing_gap=3))[1]


def _decoded(data: bytes) -> Image.Image:
    """The first frame of a picture. Its size is looked at before any pixel is decoded."""
    try:
        with _whole_pictures_only(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of sizes, which are judged here, and of odd metadata
            image = _opened(data)
            _check_size(image.size, _most_pixels(image, data))
            _check_tiles(image)
            if isinstance(image, JpegImageFile):
                image.draft("RGB", _kept_size(image.size))  # decodes a huge photograph at a half or a quarter
            image.load()
    except BadPicture:
        raise
    except Image.DecompressionBombError as error:
        raise BadPicture(PictureProblem.TOO_LARGE) from error
    except UnidentifiedImageError as error:
        raise BadPicture(PictureProblem.UNKNOWN) from error
    except _DAMAGE as error:
        raise BadPicture(PictureProblem.BROKEN) from error
    return image


def _opened(data: bytes) -> ImageFile.ImageFile:
    """The picture, before any pixel is decoded.

    A JPEG is read as one whatever follows its first picture: phones and cameras append more (depth, HDR gain map, the
    other eye), which Pillow would make another format of and stumble over if the index of them is damaged.
    """
    if data.startswith(_JPEG_BEGINS):
        return JpegImageFile(BytesIO(data))
    if _is_heic(data):  # libheif takes no more pixels than the file has said, which are looked at next
        from pillow_heif.as_plugin import HeifImageFile  # by who has such a picture: it brings a decoder along

        return HeifImageFile(BytesIO(data))  # type: ignore[no-untyped-call]
    return Image.open(BytesIO(data), formats=PILLOW_FORMATS)


def _is_heic(data: bytes) -> bool:
    """Whether a file lists a brand of HEIC among its own, and not that of AVIF."""
    if data[4:8] != b"ftyp":
        return False
    listed = data[8:12] + data[16 : min(int.from_bytes(data[:4]), 256)]
    brands = {listed[at : at + 4] for at in range(0, len(listed), 4)}
    return b"avif" not in brands and not brands.isdisjoint(_HEIC_BRANDS)


@contextmanager
def _whole_pictures_only() -> Iterator[None]:
    """WeasyPrint tells Pillow, for the whole process, to fill up with grey what is missing of a picture. Not here."""
    before, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _most_pixels(image: ImageFile.ImageFile, data: bytes) -> int:
    if isinstance(image, JpegImageFile) and not _is_in_one_pass(data):
        return MAX_IN_PASSES
    return MAX_PIXELS[image.format or ""]


def _is_in_one_pass(data: bytes) -> bool:
    """Whether a JPEG is decoded row by row: it is neither progressive nor has it a scan for each colour."""
    at, components = 2, 0
    while at + 9 < len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4])
        if marker in _FRAMES:
            if marker not in _SEQUENTIAL:
                return False
            components = data[at + 9]
        elif marker == _SCAN:
            return data[at + 4] == components
        at += 1 if marker == 0xFF else 2 + length  # any number of bytes 0xFF may fill up before a marker
    return False


def _kept_size(size: tuple[int, int]) -> tuple[int, int]:
    share = min(1, MAX_SIDE / max(size))
    return max(1, round(size[0] * share)), max(1, round(size[1] * share))


def _check_size(size: tuple[int, int], most_pixels: int) -> None:
    width, height = size
    if width * height > most_pixels:
        raise BadPicture(PictureProblem.TOO_LARGE, most_pixels)
    if min(size) < MIN_SIDE:
        raise BadPicture(PictureProblem.TOO_SMALL)
    if max(size) > MAX_RATIO * min(size):
        raise BadPicture(PictureProblem.TOO_LONG)


def _check_tiles(image: ImageFile.ImageFile) -> None:
    """A tile of a TIFF is decoded whole, however small the picture is in it."""
    if isinstance(image, TiffImageFile):
        width, height = (image.tag_v2.get(tag, 1) for tag in TILE)
        if not isinstance(width, int) or not isinstance(height, int) or width * height > MAX_PIXELS["TIFF"]:
            raise BadPicture(PictureProblem.TOO_LARGE, MAX_PIXELS["TIFF"])


def _plain(image: Image.Image) -> Image.Image:
    """Upright, as large as it is kept, in sRGB with 8 bits a channel; with an alpha channel if that hides something."""
    info = image.info
    if image.mode.startswith(("I", "F")):
        image = _eight_bits(image)
    if image.mode in ("P", "PA", "LA", "La", "RGBa") or "transparency" in info:
        image = image.convert("RGBA")
    elif image.mode == "1":
        image = image.convert("L")
    is_clear = image.mode == "RGBA"
    if is_clear:  # each colour by its opacity, so that what cannot be seen leaves no fringe where it is made smaller
        image = image.convert("RGBa")
    image.thumbnail((MAX_SIDE, MAX_SIDE), Image.Resampling.LANCZOS, reducing_gap=3)
    if is_clear:
        image = image.convert("RGBA")
    image.info = info
    with suppress(*_DAMAGE):  # orientation that cannot be read is none
        image = ImageOps.exif_transpose(image)
    if not is_clear:
        return _in_srgb(image, info.get("icc_profile"))
    alpha = image.getchannel("A")
    image = _in_srgb(image.convert("RGB"), info.get("icc_profile"))
    if _extremes(alpha)[0] < _SOLID:
        image.putalpha(alpha)
    return image


def _extremes(channel: Image.Image) -> tuple[float, float]:
    lowest, highest = channel.getextrema()
    assert not isinstance(lowest, tuple) and not isinstance(highest, tuple)  # as it is one channel
    return float(lowest), float(highest)


def _eight_bits(image: Image.Image) -> Image.Image:
    """16 bits a channel brought down to 8: ``convert`` alone would cut off all that is light."""
    high = 65535.0
    if not image.mode.startswith("I"):
        high = max(1.0, *(_extremes(image.crop(box))[1] for box in _strips(image)))
    grey = Image.new("L", image.size)
    for box in _strips(image):
        strip = image.crop(box).convert("F")
        grey.paste(strip.point(lambda value: value * (255.0 / high) + 0.0).convert("L"), box)
    return grey


def _strips(image: Image.Image) -> Iterator[tuple[int, int, int, int]]:
    """Boxes of some rows each, for what would need too much memory at once."""
    for top in range(0, image.height, _STRIP):
        yield 0, top, image.width, min(top + _STRIP, image.height)


def _in_srgb(image: Image.Image, profile: bytes | None) -> Image.Image:
    if profile and image.mode in ("RGB", "CMYK", "L"):
        with suppress(ImageCms.PyCMSError, *_DAMAGE):  # a broken profile is none
            source = ImageCms.ImageCmsProfile(BytesIO(profile))
            converted = ImageCms.profileToProfile(image, source, _SRGB, outputMode="RGB")
            if converted is not None:
                return converted
    return image.convert("RGB")


def _written(image: Image.Image) -> tuple[str, bytes]:
    """The ending of the file and its bytes, with nothing in them but the picture."""
    bare = Image.new(image.mode, image.size)
    bare.paste(image)
    out = BytesIO()
    if image.mode == "RGBA":
        bare.save(out, "WEBP", quality=QUALITY, method=2)
        return CLEAR, out.getvalue()
    bare.save(out, "JPEG", quality=QUALITY, subsampling=0, optimize=True)
    return SOLID, out.getvalue()
