"""Uploaded pictures: what is taken, what is refused, and what is left of a file when it is kept."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image, ImageCms, ImageFile, PngImagePlugin

from cards.pictures import MAX_BYTES, MAX_SIDE, BadPicture, PictureProblem, encode, smaller
from tests.cards.workshops import photo


def kept(data: bytes) -> Image.Image:
    """The picture as it is kept, read back."""
    return Image.open(BytesIO(encode(BytesIO(data)).content))


@pytest.mark.parametrize(
    ("mode", "format"),
    [
        ("RGB", "JPEG"),
        ("L", "JPEG"),
        ("CMYK", "JPEG"),
        ("RGB", "PNG"),
        ("RGBA", "PNG"),
        ("LA", "PNG"),
        ("P", "PNG"),
        ("1", "PNG"),
        ("RGB", "WEBP"),
        ("RGBA", "WEBP"),
        ("P", "GIF"),
        ("RGB", "AVIF"),
    ],
)
def test_every_kind_of_picture_becomes_a_plain_jpeg(mode: str, format: str) -> None:
    image = kept(photo(mode=mode, format=format))
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (400, 600))


def test_equal_pictures_have_equal_hashes() -> None:
    assert encode(BytesIO(photo())) == encode(BytesIO(photo()))
    assert encode(BytesIO(photo())).sha256 != encode(BytesIO(photo(size=(401, 600)))).sha256


def test_a_large_picture_is_made_smaller() -> None:
    encoded = encode(BytesIO(photo(size=(2000, 4000))))
    assert (encoded.width, encoded.height) == (MAX_SIDE // 2, MAX_SIDE)


def test_a_small_picture_keeps_its_size() -> None:
    assert kept(photo(size=(80, 90))).size == (80, 90)


def test_orientation_is_applied_and_then_gone() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    image = kept(photo(size=(300, 200), exif=exif))
    assert image.size == (200, 300)
    assert dict(image.getexif()) == {}


def test_metadata_are_gone() -> None:
    exif = Image.Exif()
    exif[0x010F] = "A camera with a serial number"
    exif.get_ifd(0x8825)[1] = "N"  # where it was taken
    data = encode(BytesIO(photo(exif=exif, comment=b"SECRET COMMENT", dpi=(72, 72)))).content
    assert b"camera" not in data
    assert b"SECRET" not in data
    assert b"Exif" not in data


def test_texts_of_a_png_are_gone() -> None:
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", "SECRET")
    info.add_itxt("XML:com.adobe.xmp", "<x:xmpmeta>SECRET</x:xmpmeta>")
    assert b"SECRET" not in encode(BytesIO(photo(format="PNG", pnginfo=info))).content


def test_a_profile_is_applied_and_gone() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    image = kept(photo(icc_profile=profile))
    assert "icc_profile" not in image.info
    assert image.getpixel((200, 590))[0] > 200


def test_a_broken_profile_does_no_harm() -> None:
    assert kept(photo(icc_profile=b"not a profile")).size == (400, 600)


def test_what_is_transparent_becomes_paper() -> None:
    written = BytesIO()
    Image.new("RGBA", (100, 100), (255, 0, 0, 0)).save(written, "PNG")
    assert kept(written.getvalue()).getpixel((50, 50)) == (255, 255, 255)


def test_sixteen_bits_keep_their_light_and_shade() -> None:
    written = BytesIO()
    Image.linear_gradient("L").convert("I").point(lambda value: value * 257 + 0).convert("I;16").save(written, "PNG")
    low, high = kept(written.getvalue()).convert("L").getextrema()
    assert low < 5
    assert high > 250


def test_of_an_animation_the_first_frame_stays() -> None:
    frames = [Image.new("RGB", (100, 100), colour) for colour in ("red", "green", "blue")]
    written = BytesIO()
    frames[0].save(written, "GIF", save_all=True, append_images=frames[1:])
    red, green, blue = kept(written.getvalue()).getpixel((50, 50))
    assert red > 200 > 60 > max(green, blue)


@pytest.mark.parametrize("payload", [b"<script>alert(1)</script>", b"PK\x03\x04zipped", b"%PDF-1.7", b"<?php ?>"])
def test_what_hangs_behind_a_picture_is_cut_off(payload: bytes) -> None:
    """A file that is a picture and something else at once (a polyglot) is a picture alone when it is kept."""
    for format in ("JPEG", "PNG", "GIF"):
        assert payload not in encode(BytesIO(photo(format=format) + payload * 20)).content


def test_what_stands_in_a_comment_is_cut_out() -> None:
    assert b"<script>" not in encode(BytesIO(photo(comment=b"*/<script>alert(1)</script>"))).content


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        b"<!doctype html><script>alert(1)</script>",
        b"GIF89a=1;/*<script>alert(1)</script>*/",
        b"%PDF-1.7\n1 0 obj",
        b"BM" + b"\0" * 200,
        b"II*\0" + b"\0" * 200,
        b"8BPS" + b"\0" * 200,
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n",
    ],
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(data))
    assert caught.value.problem in (PictureProblem.UNKNOWN, PictureProblem.BROKEN)


@pytest.mark.parametrize("format", ["TIFF", "BMP", "ICO", "PPM", "TGA"])
def test_formats_that_are_not_named_are_refused(format: str) -> None:
    with pytest.raises(BadPicture):
        encode(BytesIO(photo(size=(100, 100), format=format)))


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("lenient", [False, True])  # WeasyPrint makes Pillow so, once it is imported
def test_a_picture_that_breaks_off_is_refused(
    format: str, share: float, lenient: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", lenient)
    data = photo(format=format)
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(data[: int(len(data) * share)]))
    assert caught.value.problem in (PictureProblem.BROKEN, PictureProblem.UNKNOWN)
    assert lenient == ImageFile.LOAD_TRUNCATED_IMAGES


def png_header(width: int, height: int) -> bytes:
    """A PNG that says how large it is, and has next to no data."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * 10000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("width", "height"), [(30_000, 30_000), (100_000, 100_000), (2_000_000, 64), (8000, 8000)])
def test_decompression_bombs_are_refused_before_they_are_decoded(width: int, height: int) -> None:
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(png_header(width, height)))
    assert caught.value.problem == PictureProblem.TOO_LARGE


def test_a_text_that_unpacks_to_megabytes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    info = PngImagePlugin.PngInfo()
    info.add_text("bomb", "A" * 20_000_000, zip=True)
    with pytest.raises(BadPicture):
        encode(BytesIO(photo(format="PNG", pnginfo=info)))


def test_too_many_bytes_are_refused() -> None:
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(photo() + b"\0" * MAX_BYTES))
    assert caught.value.problem == PictureProblem.TOO_HEAVY


@pytest.mark.parametrize(
    ("size", "problem"),
    [((63, 200), PictureProblem.TOO_SMALL), ((1, 1), PictureProblem.TOO_SMALL), ((100, 900), PictureProblem.TOO_LONG)],
)
def test_shapes_of_which_nothing_would_be_seen(size: tuple[int, int], problem: PictureProblem) -> None:
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(photo(size=size, format="PNG")))
    assert caught.value.problem == problem


def test_the_screen_copy_is_small_and_has_the_same_shape() -> None:
    encoded = encode(BytesIO(photo(size=(1500, 2100))))
    copy = Image.open(BytesIO(smaller(encoded.content, 700)))
    assert copy.size == (700, 980)
    assert len(smaller(encoded.content, 700)) < len(encoded.content)


def test_the_screen_copy_of_a_small_picture_is_the_picture() -> None:
    encoded = encode(BytesIO(photo(size=(200, 300))))
    assert smaller(encoded.content, 700) == encoded.content
