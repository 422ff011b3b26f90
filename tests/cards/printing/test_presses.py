"""Files for a press: PDF/X-4 by what the standard asks of a file, its inks, its spot colours."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pikepdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from cards.art import Artwork, Crop
from cards.faces import stronghold_faces
from cards.printing.options import OptionError, PrintOptions
from cards.printing.pieces import Piece, PrintProblem
from cards.printing.products import make
from cards.printing.profiles import keep_profile
from cards.rendering.icc import MAX_BYTES, BadProfile, read_profile
from tests.cards.factories import make_cards, make_set
from tests.cards.printing.presses import press_profile
from tests.cards.printing.sheets import box_of, by_pdfium, creature, embedded_fonts, opened

pytestmark = pytest.mark.slow("draws pages as PDF")

PROFILE = press_profile()


def pictured() -> Artwork:
    written = io.BytesIO()
    Image.new("RGB", (300, 480), (250, 200, 20)).save(written, "JPEG")
    return Artwork(300, 480, "/a.jpg", written.getvalue(), Crop())


def pieces() -> list[Piece]:
    faces = [creature("Ash Wyvern"), creature("Гидра Ἀθήνη", 7), creature("Sunlit", art=pictured())]
    return [*(Piece(face.name, face) for face in faces), Piece("Keep", *stronghold_faces("Keep"))]


def for_press(**options: str) -> bytes:
    key = keep_profile(PROFILE, "ada")
    return make("Deck", pieces(), PrintOptions(purpose="shop", backs="shared", profile=key, **options)).content


def resources_of(
    thing: pikepdf.Object, seen: set[tuple[int, int]], masked: bool = False
) -> Iterator[tuple[pikepdf.Object, bool]]:
    """All that is drawn, forms, patterns and pictures, each with whether it is a mask."""
    resources = thing.get("/Resources") or {}
    for kind in ("/XObject", "/Pattern"):
        for _name, inner in (resources.get(kind) or {}).items():
            if inner.objgen not in seen:
                seen.add(inner.objgen)
                yield inner, masked
                yield from resources_of(inner, seen, masked)
    for _name, state in (resources.get("/ExtGState") or {}).items():
        mask = state.get("/SMask")
        if isinstance(mask, pikepdf.Dictionary) and mask.G.objgen not in seen:
            seen.add(mask.G.objgen)
            yield mask.G, True
            yield from resources_of(mask.G, seen, True)


def _short(name: str) -> str:
    space, _close, tag = name.rpartition("}")
    return f"{'xmpMM' if 'mm' in space else 'xmp'}:{tag}"


@pytest.mark.parametrize("inks", ["rgb", "cmyk"])
def test_it_says_and_has_what_x4_asks(inks: str) -> None:
    content = for_press(inks=inks, spots="both")
    with opened(content) as pdf:
        assert content.startswith(b"%PDF-1.6")
        (intent,) = pdf.Root.OutputIntents
        assert (intent.S, intent.OutputConditionIdentifier) == ("/GTS_PDFX", "Test press")
        assert intent.DestOutputProfile.read_bytes() == PROFILE
        assert intent.DestOutputProfile.N == 4
        assert pdf.docinfo["/Trapped"] == "/False"
        assert {"/Title", "/CreationDate", "/ModDate"} <= set(pdf.docinfo.keys())
        with pdf.open_metadata(set_pikepdf_as_editor=False) as said:
            assert said["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
            assert {f"xmp:{name}Date" for name in ("Create", "Modify", "Metadata")} <= {*map(_short, said)}
            assert {"xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass"} <= {*map(_short, said)}
        assert "/ID" in pdf.trailer
        assert "/Encrypt" not in pdf.trailer
        for page in pdf.pages:
            assert not {"/Annots", "/AA"} & set(page.obj.keys())
            media, bleed, trim = (box_of(page, f"/{name}Box") for name in ("Media", "Bleed", "Trim"))
            assert media == bleed == (0, 0, 60, 91)
            assert trim == pytest.approx((3, 3, 57, 88), abs=0.05)
        assert not {"/AA", "/OpenAction", "/Names", "/AcroForm"} & set(pdf.Root.keys())
        assert all(layer.Type == "/OCG" for layer in pdf.Root.OCProperties.OCGs)
    assert all(embedded_fonts(content).values())


def test_no_colour_of_a_screen_is_left() -> None:
    with opened(for_press(inks="cmyk")) as pdf:
        seen: set[tuple[int, int]] = set()
        for page in pdf.pages:
            for thing, is_mask in resources_of(page.obj, seen):
                if thing.get("/Subtype") == "/Image":
                    assert thing.ColorSpace in ("/DeviceCMYK", "/DeviceGray")
                    continue
                drawn = thing.read_bytes() if isinstance(thing, pikepdf.Stream) else b""
                assert not re.search(rb"(?<!\S)(rg|RG)(?!\S)", drawn), (is_mask, drawn[:300])
                named = repr(thing.get("/Resources")) + repr(thing.get("/Group")) + repr(thing.get("/Shading"))
                assert "DeviceRGB" not in named
        assert len(seen) > 20


def test_dark_text_is_black_ink_alone_and_white_is_paper() -> None:
    with opened(for_press(inks="cmyk")) as pdf:
        texts = []
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
                texts += re.findall(rb"BT\b\s*(\S+ \S+ \S+ \S+ k)?", thing.read_bytes())
        assert texts.count(b"0 0 0 1 k") > len(texts) / 3
        assert set(texts) == {b"0 0 0 1 k", b""}  # light letters keep the ink of what was painted before


def test_the_press_prints_what_the_screen_shows() -> None:
    files = [for_press(inks=inks) for inks in ("rgb", "cmyk")]
    for page in (0, 4):  # one that is drawn, one with a picture
        rgb, cmyk = (by_pdfium(content, 60, page).convert("L").resize((6, 9)).tobytes() for content in files)
        assert max(abs(one - other) for one, other in zip(rgb, cmyk, strict=True)) < 60  # no colour is upside down


def test_spot_colours_are_layers_over_what_is_printed() -> None:
    with opened(for_press(inks="cmyk", spots="both")) as pdf:
        front, back = pdf.pages[0].obj, pdf.pages[1].obj
        assert [layer.Name for layer in pdf.Root.OCProperties.OCGs] == ["Foil", "CutContour"]
        for page, names in ((front, {"/CutContour", "/Foil"}), (back, {"/CutContour"})):
            spaces = page.Resources.ColorSpace
            assert set(spaces.keys()) == names
            for name in names:
                kind, ink, other, _tint = spaces[name]
                assert (kind, ink, other) == ("/Separation", name, "/DeviceCMYK")
            assert page.Resources.ExtGState.Over.OP
            content = b"".join(stream.read_bytes() for stream in page.Contents)
            assert content.count(b"/OC /CutContour BDC") == 1
            path = content.split(b"/CutContour CS 1 SCN")[1].split(b" S Q")[0]
            ends = [float(number) for number in re.findall(rb"[\d.]+", path)]
            assert min(ends[1:]) == pytest.approx(3 / 25.4 * 72, abs=0.05)
            assert max(ends) == pytest.approx(88 / 25.4 * 72, abs=0.05)
        foil = front.Resources.XObject.Foil
        painted = foil.read_bytes()
        assert b"/Foil cs 1 scn" in painted
        assert b"TJ" in painted or b"Tj" in painted
        assert not re.search(rb"(?<!\S)(rg|k|sh|Do)(?!\S)", painted)  # the name, and nothing else


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x" * 4000,
        PROFILE[:600],
        PROFILE.replace(b"acsp", b"acsq"),
        press_profile(kind=b"mntr"),
        press_profile(space=b"RGB "),
        PROFILE.replace(b"B2A0", b"zzzz"),
        PROFILE + bytes(MAX_BYTES),
    ],
)
def test_what_is_no_profile_of_a_press_is_refused(data: bytes) -> None:
    with pytest.raises(BadProfile):
        read_profile(data)


def test_a_profile_that_is_gone_or_missing_is_told() -> None:
    with pytest.raises(PrintProblem, match="Upload it again"):
        make("Deck", pieces(), PrintOptions(purpose="shop", profile="0" * 64))
    with pytest.raises(PrintProblem, match="upload the colour profile"):
        make("Deck", pieces(), PrintOptions(purpose="shop", inks="cmyk"))
    with pytest.raises(OptionError):
        PrintOptions(profile="../../etc/passwd")


@pytest.mark.django_db
def test_a_profile_is_sent_on_the_page(client: Client) -> None:
    make_cards(1, make_set("embers"))
    sent = {"set": "embers", "purpose": "shop", "upload": "1"}
    bad = client.post("/print/", {**sent, "upload_profile": SimpleUploadedFile("x.icc", b"no")})
    assert bad.status_code == 422
    assert "CMYK output profile" in bad.content.decode()
    response = client.post("/print/", {**sent, "upload_profile": SimpleUploadedFile("x.icc", PROFILE)})
    assert response.status_code == 302
    page = client.get(response.url).content.decode()
    assert "PDF/X-4 for Test press" in page
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)"\s+value="([^"]*)">', page))
    assert fields["inks"] == "cmyk"
    made = client.post("/print/", fields)
    assert made.status_code in (200, 302)
