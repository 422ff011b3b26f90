"""Cards as PDF and PNG: sizes, boxes, fonts, text; what may be read for them; the cache."""

import io
import multiprocessing
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image
from weasyprint import HTML

from cards.art import ArtError, Artwork, Crop
from cards.faces import Emblem, Face, bridge_face, face_of, stronghold_faces
from cards.rendering import pdf, store
from cards.rendering.cache import cached_pdf, cached_png
from cards.rendering.documents import Fetcher, ResourceRefused
from cards.rendering.geometry import PRESETS, Geometry, pixels, points
from cards.rendering.pdf import card_html, card_pdf, picture_files
from cards.rendering.png import card_png, png_of
from cards.rendering.store import kept, prune, write
from engine.decks.rules.cards import Card
from tests.cards.printing.sheets import embedded_fonts
from tests.processes import PATIENCE, until

TENTH = points(0.1)


@pytest.fixture(scope="session")
def rendered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fonts are cut once for all tests."""
    return tmp_path_factory.mktemp("rendered")


@pytest.fixture(autouse=True)
def _own_cache(settings: Any, rendered: Path) -> None:
    settings.RENDER_CACHE = rendered


@pytest.fixture
def empty_cache(settings: Any, tmp_path: Path) -> Path:
    settings.RENDER_CACHE = tmp_path
    return tmp_path


def wyvern(name: str = "Ash Wyvern", **more: Any) -> Face:
    emblem = Emblem("#a12a1b", "war-axe", "Belligerency")
    return face_of(Card(name, True, 4, 3, 5, ("aerial", "aura:rage")), str.title, emblem=emblem, **more)


def picture(kind: str = "PNG", size: tuple[int, int] = (60, 90), colour: str = "#00ff00") -> bytes:
    written = io.BytesIO()
    Image.new("RGB", size, colour).save(written, kind)
    return written.getvalue()


def box(page: pikepdf.Page, name: str) -> list[float]:
    return [float(part) for part in page.obj[name]]


def close(measured: list[float], wanted: list[float]) -> bool:
    return all(abs(a - b) <= TENTH for a, b in zip(measured, wanted, strict=True))


@pytest.mark.parametrize("geometry", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize("bleed", [0, 3])
def test_the_boxes_of_the_pdf(geometry: Geometry, bleed: float) -> None:
    with pikepdf.open(io.BytesIO(card_pdf(wyvern(), bleed=bleed, geometry=geometry))) as document:
        assert len(document.pages) == 1
        page = document.pages[0]
        width, height, edge = points(geometry.width), points(geometry.height), points(bleed)
        whole = [0, 0, width + 2 * edge, height + 2 * edge]
        assert close(box(page, "/MediaBox"), whole)
        assert close(box(page, "/BleedBox"), whole)
        assert close(box(page, "/TrimBox"), [edge, edge, edge + width, edge + height])
        assert box(page, "/MediaBox")[:2] == [0, 0]


def test_the_bleed_is_printed_and_the_card_is_not_moved_by_it() -> None:
    bled, cut = card_pdf(wyvern(), bleed=3), card_pdf(wyvern(), bleed=0)
    large = Image.open(io.BytesIO(png_of(bled, 100, geometry=Geometry(60, 91)))).convert("RGB")
    small = Image.open(io.BytesIO(png_of(cut, 100))).convert("RGB")
    assert large.getpixel((2, 2)) != (255, 255, 255)
    assert large.getpixel((large.width - 3, large.height - 3)) != (255, 255, 255)
    middle = large.crop((12, 12, 12 + small.width, 12 + small.height))
    for place in ((106, 100), (80, 150), (106, 290)):
        ours, theirs = small.getpixel(place), middle.getpixel(place)
        assert isinstance(ours, tuple)
        assert isinstance(theirs, tuple)
        assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) < 40


def test_fonts_are_embedded_and_text_can_be_extracted() -> None:
    face = wyvern("Épée de l\u2019Œil", flavour="À l\u2019ombre, ça brûle…")
    content = card_pdf(face)
    fonts = embedded_fonts(content)
    assert all(fonts.values())
    assert {name.split("+")[1].split("-")[0] for name in fonts} == {"Alegreya", "AlegreyaSC"} or len(fonts) == 3
    with pypdfium2.PdfDocument(content) as document:
        text = " ".join(document[0].get_textpage().get_text_range().split())
        assert document.get_metadata_value("Title") == "Épée de l\u2019Œil"
    for shown in ("Épée de l\u2019Œil", "À l\u2019ombre, ça brûle…", "Creature", "4", "3", "5"):
        assert shown in text
    assert "Aerial" not in text  # names of abilities are for the screen


def test_further_latin_letters_come_from_our_fonts() -> None:
    assert len(embedded_fonts(card_pdf(wyvern("Şoim Łukasz")))) <= 5
    assert not any("DejaVu" in name for name in embedded_fonts(card_pdf(wyvern("Şoim Łukasz"))))


@pytest.mark.parametrize("name", ["日本語", "👑 King", "W" * 40, "a\x00b\ud800"])
def test_any_name_can_be_printed(name: str) -> None:
    assert card_pdf(wyvern(name)).startswith(b"%PDF")


def test_the_same_face_gives_the_same_bytes() -> None:
    face = wyvern(art=Artwork(60, 90, content=picture()))
    assert card_pdf(face) == card_pdf(face)
    assert card_png(wyvern(), 72) == card_png(wyvern(), 72)
    assert card_pdf(None) == card_pdf(None)


@pytest.mark.parametrize(("dpi", "size"), [(300, (638, 1004)), (600, (1276, 2008))])
def test_a_png_has_its_size_and_its_resolution(dpi: int, size: tuple[int, int]) -> None:
    with Image.open(io.BytesIO(card_png(wyvern(), dpi))) as image:
        assert image.size == size
        assert image.mode == "RGB"
        assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


@pytest.mark.parametrize(
    ("preset", "dpi", "size"), [("54x86", 300, (638, 1016)), ("cr80", 300, (638, 1011)), ("cr80", 600, (1275, 2022))]
)
def test_lengths_are_rounded_once(preset: str, dpi: int, size: tuple[int, int]) -> None:
    geometry = PRESETS[preset]
    assert (pixels(geometry.width, dpi), pixels(geometry.height, dpi)) == size


def test_corners_can_be_clear() -> None:
    with Image.open(io.BytesIO(card_png(wyvern(), 300, rounded=True))) as image:
        alpha = image.getchannel("A")
        right, low = image.width - 1, image.height - 1
        assert [alpha.getpixel(at) for at in ((0, 0), (right, 0), (0, low), (right, low))] == [0, 0, 0, 0]
        assert alpha.getpixel((300, 500)) == alpha.getpixel((0, 500)) == alpha.getpixel((300, low)) == 255


def test_every_kind_can_be_printed() -> None:
    incantation = face_of(Card("Cinder Rain", False, 2, 1, 0, ()), str.title)
    for face in (incantation, wyvern(champion=True), *stronghold_faces("Keep"), bridge_face("Ford"), None):
        assert len(card_pdf(face)) > 4000


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_a_picture_is_printed_as_jpeg(kind: str) -> None:
    face = wyvern(art=Artwork(60, 90, "/media/a.jpg", picture(kind), Crop(zoom=2, rotation=10)))
    assert all(content.startswith(b"\xff\xd8") for content in picture_files(face).values())
    content = card_pdf(face, bleed=0)
    assert b"/DCTDecode" in content
    with Image.open(io.BytesIO(png_of(content, 72))) as image:
        red, green, blue = image.convert("RGB").getpixel((76, 110))
    assert green > 200
    assert max(red, blue) < 60


def test_a_picture_without_its_bytes_cannot_be_printed() -> None:
    with pytest.raises(ArtError):
        card_pdf(wyvern(art=Artwork(60, 90, "/media/a.jpg")))


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/hostname",
        "http://127.0.0.1:1/a.png",
        "https://example.org/a.png",
        "data:image/png;base64,AAAA",
        "font:99",
        "font:-1",
        "picture:abc",
        "ftp://example.org/",
        "",
    ],
)
def test_nothing_else_is_ever_fetched(url: str) -> None:
    with pytest.raises(ResourceRefused):
        Fetcher({"picture:ours": b""}).fetch(url)


@pytest.mark.parametrize("url", ["file:///etc/hostname", "http://127.0.0.1:1/a.png"])
def test_a_page_that_asks_for_more_is_not_printed(url: str) -> None:
    with pytest.raises(ResourceRefused):
        HTML(string=f'<img src="{url}">', url_fetcher=Fetcher()).write_pdf()


def test_a_name_cannot_smuggle_in_an_address() -> None:
    face = wyvern('<img src="file:///etc/hostname">', flavour="<style>@import 'http://127.0.0.1:1/a.css'</style>")
    assert "<img" not in card_html(face)
    assert card_pdf(face).startswith(b"%PDF")


# The cache


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Face | None]]:
    calls: list[Face | None] = []
    original = pdf.card_pdf

    def counting(face: Face | None, **more: Any) -> bytes:
        calls.append(face)
        return original(face, **more)

    monkeypatch.setattr(pdf, "card_pdf", counting)
    yield calls


def test_a_hit_gives_the_same_bytes_without_rendering(empty_cache: Path, counted: list[Face | None]) -> None:
    first = cached_pdf(wyvern()), cached_png(wyvern(), 72)
    renders = len(counted)
    assert renders == 2  # with bleed and without
    assert (cached_pdf(wyvern()), cached_png(wyvern(), 72)) == first
    assert cached_png(wyvern(), 144) != first[1]
    assert len(counted) == renders
    assert first[0] == card_pdf(wyvern())


def test_whatever_changes_the_face_changes_the_key() -> None:
    faces = [
        wyvern(),
        wyvern("Ash Wyverns"),
        wyvern(flavour="Ash."),
        wyvern(champion=True),
        wyvern(art=Artwork(60, 90, content=picture())),
        wyvern(art=Artwork(60, 90, content=picture(colour="#0000ff"))),
        wyvern(art=Artwork(60, 90, content=picture(), crop=Crop(zoom=1.5))),
    ]
    keys = {store.key_of("pdf", card_html(face)) for face in faces}
    assert len(keys) == len(faces)


def test_the_style_and_the_renderers_are_part_of_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    key = store.key_of("pdf", "x")
    for name in ("weasyprint", "pypdfium2"):
        assert re.search(rf"{name}-\d", store._renderers())
    store._renderers.cache_clear()
    monkeypatch.setattr(store, "face_css", lambda: "")
    assert store.key_of("pdf", "x") != key
    store._renderers.cache_clear()


def test_files_are_written_whole(empty_cache: Path) -> None:
    write(empty_cache / "ab" / "file", b"content")
    assert [path.name for path in (empty_cache / "ab").iterdir()] == ["file"]


def test_the_oldest_files_go_first(empty_cache: Path) -> None:
    for age, name in enumerate("abc"):
        path = empty_cache / "00" / name
        write(path, b"x" * 100)
        os.utime(path, (1000 - age, 1000 - age))
    prune(250)
    assert sorted(path.name for path in empty_cache.glob("??/*")) == ["a", "b"]


def test_what_killed_writers_left_goes_after_an_hour(empty_cache: Path) -> None:
    old, young = (empty_cache / "00" / name for name in (".old.pdf.12.abcd", ".young.pdf.12.abcd"))
    for path in (old, empty_cache / "00" / ".old.pdf.lock", young, empty_cache / "00" / "used.pdf"):
        write(path, b"x")
    for path in (old, empty_cache / "00" / ".old.pdf.lock", empty_cache / "00" / "used.pdf"):
        os.utime(path, (1000, 1000))
    prune(1000)
    assert sorted(path.name for path in empty_cache.glob("??/*")) == [".young.pdf.12.abcd", "used.pdf"]


def test_what_many_ask_for_at_once_is_made_once(empty_cache: Path) -> None:
    renders: list[int] = []
    everybody = Barrier(8)

    def make() -> bytes:
        renders.append(1)
        time.sleep(0.2)  # so long that the others would begin, too
        return b"made"

    def ask(_number: int) -> bytes:
        everybody.wait()
        return kept("pdf", "x", make)

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(8))) == [b"made"] * 8
    assert len(renders) == 1
    assert [path.suffix for path in empty_cache.glob("??/*")] == [".pdf"]  # and no lock is left


def test_processes_wait_for_each_other_and_not_for_the_dead(empty_cache: Path, tmp_path: Path) -> None:
    reached, content = tmp_path / "reached", b"made by another"

    def killed() -> bytes:
        reached.touch()
        time.sleep(PATIENCE)
        return b""

    first = multiprocessing.get_context("fork").Process(target=kept, args=("pdf", "x", killed))
    first.start()
    until(reached.exists, "the other process is at it")
    with ThreadPoolExecutor(1) as thread:
        future = thread.submit(kept, "pdf", "x", lambda: content)
        with pytest.raises(TimeoutError):
            future.result(timeout=0.5)
        first.kill()
        assert future.result(timeout=PATIENCE) == content
    first.join()


def test_who_cannot_make_it_lets_the_next_one_try(empty_cache: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        kept("pdf", "x", lambda: bytes(1 // 0))
    assert kept("pdf", "x", lambda: b"made") == b"made"


def test_a_full_disk_is_no_error(settings: Any, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    settings.RENDER_CACHE = blocked
    assert kept("pdf", "x", lambda: b"made") == b"made"
