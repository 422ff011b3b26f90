"""Uploaded pictures: what is taken, what is refused, and what is left of a file when it is kept."""

from __future__ import annotations

import logging
import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageCms, ImageFile, PngImagePlugin

from cards import pictures
from cards.pictures import MAX_BYTES, MAX_SIDE, PILLOW_FORMATS, BadPicture, PictureProblem, encode, smaller
from cards.workshop.workshop_text import why_no_picture
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
        ("RGB", "TIFF"),
        ("RGBA", "TIFF"),
        ("CMYK", "TIFF"),
        ("L", "TIFF"),
        ("1", "TIFF"),
        ("RGB", "BMP"),
        ("P", "BMP"),
        ("RGB", "HEIF"),
        ("RGBA", "HEIF"),
        ("L", "HEIF"),
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


@pytest.mark.parametrize("format", ["PNG", "WEBP", "TIFF", "AVIF"])
def test_what_can_be_seen_through_stays_so(format: str) -> None:
    image = Image.new("RGBA", (100, 100), (255, 0, 0, 0))
    image.paste((0, 0, 255, 255), (0, 0, 50, 100))
    image.paste((0, 255, 0, 128), (0, 50, 50, 100))
    written = BytesIO()
    image.save(written, format)
    seen = kept(written.getvalue())
    assert (seen.format, seen.mode) == ("WEBP", "RGBA")
    assert [seen.getpixel(at)[3] for at in ((75, 50), (25, 25))] == [0, 255]
    assert abs(seen.getpixel((25, 75))[3] - 128) < 6 and seen.getpixel((25, 25))[2] > 240


def test_an_alpha_channel_that_hides_everything_is_left_out() -> None:
    written = BytesIO()
    Image.new("RGBA", (100, 100), (255, 0, 0, 255)).save(written, "PNG")
    assert kept(written.getvalue()).format == "JPEG"


def test_what_is_made_smaller_has_no_fringe_of_what_cannot_be_seen() -> None:
    image = Image.new("RGBA", (3600, 3600), (255, 255, 255, 0))
    image.paste((0, 0, 0, 255), (0, 0, 1801, 3600))
    written = BytesIO()
    image.save(written, "PNG", compress_level=1)
    large = encode(BytesIO(written.getvalue()))
    for content in (large.content, smaller(large.content, 400)):
        with Image.open(BytesIO(content)) as seen:
            assert seen.mode == "RGBA"
            row = [seen.getpixel((x, seen.height // 2)) for x in range(seen.width)]
        assert all(max(pixel[:3]) < 40 for pixel in row if pixel[3] > 20)


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


def with_a_second_picture(size: tuple[int, int] = (400, 600), **options: Any) -> bytes:
    """A JPEG as phones write it: a second picture behind the first, and an index of both. Pillow calls it MPO."""
    second = Image.new("RGB", (100, 100), "blue")
    return photo(size=size, format="MPO", save_all=True, append_images=[second], **options)


def index_at(data: bytes) -> int:
    """Where the index of the pictures in a JPEG begins."""
    return data.index(b"MPF\0") + 4


def test_of_a_photo_with_a_second_picture_the_first_stays() -> None:
    data = with_a_second_picture()
    assert Image.open(BytesIO(data)).format == "MPO"
    encoded = encode(BytesIO(data))
    assert encoded == encode(BytesIO(photo()))
    assert encoded.content.count(b"\xff\xd8\xff") == 1


def test_a_large_photo_with_a_second_picture_is_decoded_smaller() -> None:
    encoded = encode(BytesIO(with_a_second_picture(size=(3200, 4800))))
    assert (encoded.width, encoded.height) == (2000, 3000)


def test_a_photo_with_a_second_picture_is_set_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    assert kept(with_a_second_picture(size=(300, 200), exif=exif)).size == (200, 300)


def test_a_photo_with_a_gain_map_is_a_picture() -> None:
    xmp = b'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta hdrgm:Version="1.0"/>'
    segment = b"\xff\xe1" + struct.pack(">H", len(xmp) + 2) + xmp
    data = with_a_second_picture()
    assert kept(data[:2] + segment + data[2:]).size == (400, 600)


@pytest.mark.parametrize(
    "damage", [b"", b"II", b"II*\0\xff\xff\xff\xff", b"MM\0*\0\0\0\x08\xff\xff", b"\xff" * 60, b"\0" * 60]
)
def test_an_index_of_pictures_that_is_damaged_does_no_harm(damage: bytes) -> None:
    data = with_a_second_picture()
    at = index_at(data)
    assert kept(data[:at] + damage + data[at + len(damage) :]).size == (400, 600)
    index = b"MPF\0" + damage
    segment = b"\xff\xe2" + struct.pack(">H", len(index) + 2) + index
    plain = photo()
    assert kept(plain[:2] + segment + plain[2:]).size == (400, 600)


def test_a_photo_is_read_though_its_second_picture_is_cut_off() -> None:
    data = with_a_second_picture()
    assert kept(data[: data.rindex(b"\xff\xd8\xff") + 9]).size == (400, 600)


def test_every_format_that_is_opened_has_its_limit() -> None:
    """Whatever name Pillow has for what it opens of the formats that are taken."""
    names = {
        Image.open(BytesIO(data), formats=PILLOW_FORMATS).format
        for data in (
            *(photo(format=format) for format in PILLOW_FORMATS),
            *(photo(format=format, save_all=True, append_images=[Image.new("RGB", (400, 600))])
              for format in ("PNG", "GIF", "WEBP", "AVIF", "MPO")),
        )
    }  # fmt: skip
    assert names == {*PILLOW_FORMATS, "MPO"}  # which is opened as the JPEG that it is


def test_a_bug_of_ours_is_not_called_their_damage(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for place in ("_opened", "_most_pixels", "_plain", "_written"):
        with monkeypatch.context() as broken, caplog.at_level(logging.ERROR):
            broken.setattr(pictures, place, lambda *_given: {}["nothing"])
            with pytest.raises(BadPicture) as caught:
                encode(BytesIO(photo()))
        assert caught.value.problem == PictureProblem.FAILED
        assert "KeyError" in caplog.text
        assert "our side" in why_no_picture(caught.value)
        caplog.clear()


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


@pytest.mark.parametrize(
    "brands", [b"heic\0\0\0\0mif1heic", b"mif1\0\0\0\0mif1MiHBheic", b"heix\0\0\0\0", b"hevc\0\0\0\0heic"]
)
def test_a_damaged_heic_is_refused(brands: bytes) -> None:
    begins = (8 + len(brands)).to_bytes(4) + b"ftyp" + brands
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(begins + b"\0\0\1\0meta" + b"\0" * 500))
    assert caught.value.problem == PictureProblem.BROKEN


def test_a_photo_of_an_iphone_is_set_upright_and_bare() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    exif[0x010F] = "A camera with a serial number"
    data = photo(size=(300, 200), format="HEIF", exif=exif.tobytes(), quality=90)
    encoded = encode(BytesIO(data))
    assert (encoded.width, encoded.height) == (200, 300)
    assert b"camera" in data and b"camera" not in encoded.content


def test_what_a_heic_says_of_its_size_binds_its_decoder() -> None:
    """A few bytes that say they are a small picture and hold a huge one are not decoded."""
    data = photo(size=(1600, 1600), format="HEIF", quality=20)
    at = data.index(b"ispe") + 8
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(data[:at] + (80).to_bytes(4) * 2 + data[at + 8 :]))
    assert caught.value.problem == PictureProblem.BROKEN
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(data[:at] + (9000).to_bytes(4) * 2 + data[at + 8 :]))
    assert caught.value.problem == PictureProblem.TOO_LARGE


@pytest.mark.parametrize("format", ["ICO", "PPM", "TGA"])
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


def tiff_with_tiles(tile: int) -> bytes:
    """A TIFF of 100 by 100 pixels in one tile of so many, of which there is nothing but the header."""
    shorts = {256: 100, 257: 100, 258: 8, 259: 8, 262: 1, 277: 1}
    entries = [(tag, 3, value) for tag, value in shorts.items()]
    entries += [(322, 4, tile), (323, 4, tile), (324, 4, 200), (325, 4, 8)]
    listed = b"".join(struct.pack("<HHII", tag, kind, 1, value) for tag, kind, value in sorted(entries))
    return (b"II*\0" + struct.pack("<IH", 8, len(entries)) + listed + struct.pack("<I", 0)).ljust(208, b"\0")


def test_a_tile_of_a_tiff_is_looked_at_before_it_is_decoded() -> None:
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(tiff_with_tiles(30_000)))
    assert caught.value.problem == PictureProblem.TOO_LARGE
    with pytest.raises(BadPicture) as caught:
        encode(BytesIO(tiff_with_tiles(112)))
    assert caught.value.problem == PictureProblem.BROKEN  # as nothing is in it


def test_the_first_page_of_a_tiff_is_taken() -> None:
    out = BytesIO()
    Image.new("RGB", (100, 120), "red").save(out, "TIFF", save_all=True, append_images=[Image.new("RGB", (90, 90))])
    image = kept(out.getvalue())
    assert image.size == (100, 120)
    assert image.getpixel((50, 50))[0] > 240
