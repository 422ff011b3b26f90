"""Profiles of presses that people bring along: looked at before anything is converted with them.

Nothing ships with the site: which profile a file is for, only its print shop can say.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from typing import Any, Final

from PIL import Image, ImageCms

from cards.rendering.prepress import srgb_profile

MAX_BYTES: Final = 4 * 1024 * 1024  # those of the common printing conditions have 0.5 to 3 MB
_MAGIC: Final = slice(36, 40)  # where a profile says that it is one
_SIZE: Final = slice(0, 4)
_CLASS: Final = slice(12, 16)
_SPACE: Final = slice(16, 20)
_INTENT: Final = ImageCms.Intent.RELATIVE_COLORIMETRIC
_FLAGS: Final = ImageCms.Flags.BLACKPOINTCOMPENSATION
Ink = tuple[float, float, float, float]  # cyan, magenta, yellow, black, 0 to 1


class BadProfile(ValueError):
    """What is no profile of a press that prints with cyan, magenta, yellow and black."""


@dataclass(frozen=True, slots=True)
class PressProfile:
    """A profile by its bytes, with the name that it gives itself."""

    content: bytes
    name: str = field(compare=False)

    def ink(self, red: float, green: float, blue: float) -> Ink:
        """What a colour of the screen, 0 to 1, is printed with."""
        return _ink(self, round(red * 255), round(green * 255), round(blue * 255))

    def printed(self, picture: Image.Image) -> Image.Image:
        """A picture in the press's colours."""
        converted = ImageCms.applyTransform(picture.convert("RGB"), _transform(self))
        assert converted is not None  # as it is not done in place
        return converted


def read_profile(data: bytes) -> PressProfile:
    """The profile in a file that somebody sent. Raises ``BadProfile``."""
    if not 128 < len(data) <= MAX_BYTES or data[_MAGIC] != b"acsp" or int.from_bytes(data[_SIZE]) > len(data):
        raise BadProfile("no profile")
    if data[_CLASS] != b"prtr" or data[_SPACE] != b"CMYK":
        raise BadProfile("no profile of a press")
    data = data[: int.from_bytes(data[_SIZE])]
    try:
        opened = ImageCms.ImageCmsProfile(BytesIO(data))
        name = " ".join((ImageCms.getProfileDescription(opened) or "").split())
        profile = PressProfile(data, "".join(sign for sign in name if sign.isprintable())[:120] or "CMYK")
        profile.ink(0.5, 0.5, 0.5)  # one without tables for this way cannot be printed with
    except (OSError, ValueError, TypeError, ImageCms.PyCMSError) as error:
        raise BadProfile("a damaged profile") from error
    return profile


@lru_cache(maxsize=4)
def _transform(profile: PressProfile) -> Any:
    source = ImageCms.ImageCmsProfile(BytesIO(srgb_profile()))
    press = ImageCms.ImageCmsProfile(BytesIO(profile.content))
    return ImageCms.buildTransform(source, press, "RGB", "CMYK", _INTENT, _FLAGS)


@lru_cache(maxsize=20_000)
def _ink(profile: PressProfile, red: int, green: int, blue: int) -> Ink:
    pixel = profile.printed(Image.new("RGB", (1, 1), (red, green, blue))).getpixel((0, 0))
    assert isinstance(pixel, tuple)  # as it has four channels
    cyan, magenta, yellow, black = (part / 255 for part in pixel)
    return cyan, magenta, yellow, black
