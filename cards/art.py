"""The art of a card: an icon before a landscape, or a picture of one's own with a crop, which may lie over a landscape
if something can be seen through it; and both as JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, cos, inf, isfinite, radians, sin
from typing import Any, Final

from cards.colours import TINTS, Tint
from cards.figures import MOST_IN_BAND, Subject
from cards.icons import is_icon
from cards.scenery import HEIGHT, SCENES, WIDTH, Scenery, number_of, scenery_of
from cards.subjects import scene_of, subject_of

ART_SHARE: Final = 0.92  # of the width of a card that the art is wide, as in static/css/face.css
ZOOM: Final = (1.0, 8.0)
LEAST_ZOOM: Final = 0.2  # over a landscape, which shows where the picture does not reach
_NUMBERS: Final = ("x", "y", "zoom", "rotation")
_GROUND: Final = ("scene", "tint", "seed")
_TEXTS: Final = ("icon", "scene", "tint", "seed", "hand", "back")


class ArtError(ValueError):
    """Art that cannot be drawn: ``field`` is the key at fault, ``problem`` a slug, ``value`` what was there."""

    def __init__(self, field: str, problem: str, value: object = None) -> None:
        super().__init__(f"{field}: {problem} ({value!r})")
        self.field = field
        self.problem = problem
        self.value = value


@dataclass(frozen=True, slots=True)
class Composed:
    """An icon of the library before a landscape, which ``seed`` varies, or else the icon; ``flip`` mirrors the icon.

    ``hand`` and ``back`` are smaller icons, of what the subject holds and of what is behind it; of a ``band`` it is
    drawn as often as this says, at most three times.
    """

    icon: str
    scene: str
    tint: str
    seed: str = ""
    flip: bool = False
    hand: str = ""
    back: str = ""
    band: int = 1

    def __post_init__(self) -> None:
        for field in ("icon", "hand", "back"):
            name = getattr(self, field)
            if not (is_icon(name) or (field != "icon" and not name)):
                raise ArtError(field, "unknown-icon", name)
        if not 1 <= self.band <= MOST_IN_BAND:
            raise ArtError("band", "out-of-range", self.band)
        if self.scene not in SCENES:
            raise ArtError("scene", "unknown-scene", self.scene)
        if self.tint not in TINTS:
            raise ArtError("tint", "unknown-tint", self.tint)

    @property
    def scenery(self) -> Scenery:
        return scenery_of(self.scene, self.tint, self.seed or self.icon)

    @property
    def seed_number(self) -> int:
        """The seed of the landscape, as a number of 64 bits."""
        return number_of(self.scene, self.seed or self.icon)

    @property
    def is_on_height(self) -> bool:
        """Whether its subject, if it is one that stands, stands on a height: about every other one does."""
        return self.seed_number % 2 == 0

    @property
    def colours(self) -> Tint:
        return TINTS[self.tint]

    @property
    def figure(self) -> Subject:
        return Subject(self.icon, self.hand, self.back, self.band, self.flip)

    @property
    def icons(self) -> tuple[str, ...]:
        """The icons that it shows, the subject first."""
        return tuple(name for name in (self.icon, self.hand, self.back) if name)

    def to_json(self) -> dict[str, Any]:
        """For ``art_from``."""
        written: dict[str, Any] = {"icon": self.icon, "scene": self.scene, "tint": self.tint}
        if self.seed:
            written["seed"] = self.seed
        if self.flip:
            written["flip"] = True
        written |= {field: name for field in ("hand", "back") if (name := getattr(self, field))}
        if self.band > 1:
            written["band"] = self.band
        return written


@dataclass(frozen=True, slots=True)
class Crop:
    """Which part of a picture is seen. ``x`` and ``y``, 0 to 1, say which point of the picture lies in the middle of
    the art; at ``zoom`` 1 the picture just covers the art; ``rotation`` is in degrees, clockwise.

    With a ``scene`` the picture lies over that landscape, in the colours of ``tint``, which ``seed`` varies. ``out``
    lays a picture that something can be seen through over the frame.
    """

    x: float = 0.5
    y: float = 0.5
    zoom: float = 1.0
    rotation: float = 0.0
    scene: str = ""
    tint: str = ""
    seed: str = ""
    out: bool = False

    def __post_init__(self) -> None:
        least = LEAST_ZOOM if self.scene else ZOOM[0]
        for field, low, high in (("x", 0, 1), ("y", 0, 1), ("zoom", least, ZOOM[1]), ("rotation", -360, 360)):
            value = getattr(self, field)
            if not isfinite(value) or not low <= value <= high:
                raise ArtError(field, "out-of-range", value)
        if self.scene and self.scene not in SCENES:
            raise ArtError("scene", "unknown-scene", self.scene)
        if (self.scene or self.tint) and self.tint not in TINTS:
            raise ArtError("tint", "unknown-tint", self.tint)

    @property
    def scenery(self) -> Scenery:
        """The landscape that it lies over. Raises ``KeyError`` where there is none."""
        return scenery_of(self.scene, self.tint, self.seed)

    def to_json(self) -> dict[str, Any]:
        """For ``art_from``; always with the key ``zoom``, which tells a crop from a composition."""
        written: dict[str, Any] = {name: getattr(self, name) for name in _NUMBERS}
        written |= {name: text for name in _GROUND if self.scene and (text := getattr(self, name))}
        return {**written, "out": True} if self.out else written


@dataclass(frozen=True, slots=True)
class Artwork:
    """A picture of ``width`` by ``height`` pixels: ``url`` for the screen, ``content`` (its bytes) for paper.
    Through one that ``is_clear`` something can be seen."""

    width: int
    height: int
    url: str = ""
    content: bytes | None = None
    crop: Crop = Crop()
    is_clear: bool = False

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise ArtError("picture", "empty", (self.width, self.height))

    @property
    def paper_url(self) -> str:
        """The name by which paper finds the bytes. Raises ``ArtError`` if there are none."""
        if self.content is None:
            raise ArtError("picture", "no-content")
        return f"picture:{hashlib.sha256(self.content).hexdigest()}"

    @property
    def scale(self) -> float:
        """Units of the art, of which it is 100 wide and 162 high, to a pixel."""
        return max(WIDTH / self.width, HEIGHT / self.height) * self.crop.zoom

    @property
    def box(self) -> tuple[float, float, float, float]:
        """x, y, width and height of the picture around the middle of the art, before it is turned."""
        width, height = self.width * self.scale, self.height * self.scale
        x, y = -self.crop.x * width, -self.crop.y * height
        if self.crop.rotation % 180 == 0 and not self.crop.scene:  # unturned it always covers the art
            x = min(-WIDTH / 2, max(WIDTH / 2 - width, x))
            y = min(-HEIGHT / 2, max(HEIGHT / 2 - height, y))
        return round(x, 2), round(y, 2), round(width, 2), round(height, 2)

    @property
    def is_out(self) -> bool:
        """Whether it lies over the frame too; of one that hides all behind it there is no frame to be seen."""
        return self.is_clear and self.crop.out

    @property
    def ground(self) -> str:
        """The colour behind it where there is no landscape: white shows what a picture leaves clear as on paper."""
        return "#ffffff" if self.is_clear else "#1d160e"

    @property
    def covers(self) -> bool:
        """Whether no corner of the art is left empty, as one may be where the picture is turned."""
        if self.crop.scene:
            return True
        x, y, width, height = self.box
        slack = 0.05  # of the art's units: less is not seen
        return all(
            x - slack <= across <= x + width + slack and y - slack <= down <= y + height + slack
            for across, down in self._corners
        )

    @property
    def covering_zoom(self) -> int:
        """The zoom in percent from which the picture, turned as it is, covers the art; rounded up."""
        across, down = (max(abs(corner[axis]) for corner in self._corners) for axis in (0, 1))
        x, y, width, height = self.box
        needed = max(across / -x, across / (x + width), down / -y, down / (y + height)) if self._is_inside else inf
        return ceil(100 * self.crop.zoom * max(needed, 1)) if needed < inf else round(100 * ZOOM[1])

    @property
    def _is_inside(self) -> bool:
        x, y, width, height = self.box
        return x < 0 < x + width and y < 0 < y + height

    @property
    def _corners(self) -> list[tuple[float, float]]:
        """The corners of the art as the picture lies: around its middle, turned back."""
        turn = -radians(self.crop.rotation)
        return [
            (across * cos(turn) - down * sin(turn), across * sin(turn) + down * cos(turn))
            for across in (-WIDTH / 2, WIDTH / 2)
            for down in (-HEIGHT / 2, HEIGHT / 2)
        ]

    def dpi(self, art_width: float) -> float:
        """Its pixels to an inch where the art is ``art_width`` millimetres wide: warn below 300."""
        return WIDTH / self.scale / (art_width / 25.4)

    def to_json(self) -> dict[str, Any]:
        """The crop alone: the picture itself is kept elsewhere."""
        return self.crop.to_json()


Art = Composed | Artwork


def art_by_name(name: str, is_creature: bool = True) -> Composed:
    """The art of a card that has none of its own, by the words of its name."""
    icon, tint = subject_of(name, is_creature)
    return Composed(icon, scene_of(tint), tint, name)


def composed_from(data: Mapping[str, Any]) -> Composed:
    """A composition as ``Composed.to_json`` writes it. Raises ``ArtError``."""
    _only(data, (*_TEXTS, "flip", "band"))
    texts = {field: _typed(data, field, str, "") for field in _TEXTS}
    return Composed(**texts, flip=_typed(data, "flip", bool, False), band=_typed(data, "band", int, 1))


def crop_from(data: Mapping[str, Any]) -> Crop:
    """A crop as ``Crop.to_json`` writes it; what is missing is as in ``Crop()``. Raises ``ArtError``."""
    _only(data, (*_NUMBERS, *_GROUND, "out"))
    values: dict[str, Any] = {field: float(_typed(data, field, (int, float), 0)) for field in _NUMBERS if field in data}
    values |= {field: _typed(data, field, str, "") for field in _GROUND}
    return Crop(**values, out=_typed(data, "out", bool, False))


def _only(data: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for field in data:
        if field not in known:
            raise ArtError(str(field), "unknown-field", data[field])


def _typed(data: Mapping[str, Any], field: str, kind: type | tuple[type, ...], default: Any) -> Any:
    value = data.get(field, default)
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ArtError(field, "wrong-type", value)
    return value
