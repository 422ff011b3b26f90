"""Drawings taken out of pages: what is printed stays the same, and what we cannot draw is an error."""

from __future__ import annotations

import pytest
from weasyprint import CSS, HTML

from cards.colours import TINTS
from cards.icons import drawings as icons
from cards.ornaments import ornaments
from cards.rendering.drawings import SCHEME, DrawingError, DrawingSlot, VectorDrawing, for_images, slots, taken_out
from cards.rendering.paths import PathError
from cards.rendering.png import raster
from cards.scenery import SCENES, scenery_of

pytestmark = pytest.mark.slow("draws pages as PDF and as pictures")

SIZE = (200, 320)
HEAD = "<!doctype html><style>@page { size: 50mm 80mm; margin: 0 } body { margin: 0 } svg, img { display: block }"


def page(svg: str, css: str = "svg, img { width: 50mm; height: 80mm }") -> str:
    return f"{HEAD}{css}</style><body>{svg}"


def assert_same(html: str) -> None:
    """Drawn by us it is what WeasyPrint draws, but for the last digit of a colour where two smooth edges meet."""
    inline = raster(bytes(HTML(string=html).write_pdf()), SIZE).tobytes()
    changed, drawings = taken_out(html)
    assert drawings
    assert "<svg" not in changed
    taken = raster(bytes(HTML(string=changed).write_pdf(cache=slots(drawings))), SIZE).tobytes()
    assert max(abs(ours - paper) for ours, paper in zip(inline, taken, strict=True)) <= 4
    assert len(set(taken)) > 2  # something was drawn


@pytest.mark.parametrize("name", ornaments())
def test_ornaments_are_drawn_as_weasyprint_does(name: str) -> None:
    ornament = ornaments()[name]
    attributes = f'class="f-ornament" viewBox="{ornament.box}" preserveAspectRatio="none" aria-hidden="true"'
    _x, _y, width, height = map(float, ornament.box.split())
    side = min(50 / width, 80 / height)
    style = f"svg, img {{ width: {width * side:.3f}mm; height: {height * side:.3f}mm }}"
    assert_same(page(f'<svg {attributes}><g color="#3b6f31">{ornament.body}</g></svg>', style))


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("fit", ["xMidYMid slice", "xMidYMid meet"])
def test_landscapes_are_drawn_as_weasyprint_does(scene: str, fit: str) -> None:
    scenery = scenery_of(scene, "ember", "Ash Wyvern")
    shapes = "".join(
        f'<path fill="{shape.fill}" fill-opacity="{shape.opacity}" d="{shape.d}"/>'
        for shape in (*scenery.behind, *scenery.before)
    )
    assert_same(
        page(
            f'<svg viewBox="0 0 100 162" preserveAspectRatio="{fit}">{shapes}</svg>',
            "img, svg { width: 50mm; height: 40mm }",
        )
    )


@pytest.mark.parametrize("moved", ["translate(45 70) scale(.1406) translate(-256 -256)", "rotate(30) scale(.1 .2)"])
def test_groups_move_and_paint_what_is_in_them(moved: str) -> None:
    tint = TINTS["tide"]
    paint = f'color="{tint.outline}" stroke="{tint.subject}" stroke-width="33" stroke-linejoin="round"'
    shape = f'<path fill="currentColor" d="{icons()["sea-dragon"]}"/>'
    body = f'<g transform="translate(10)"><g {paint} fill-opacity=".35" stroke-opacity=".6">{shape}</g></g>{shape}'
    assert_same(page(f'<svg viewBox="0 0 100 162"><g transform="{moved}">{body}</g></svg>'))


def test_drawings_are_named_by_their_place_and_shape() -> None:
    svg = '<svg class="a" viewBox="0 0 2 1.5" aria-hidden="true"><path d="M0 0"/></svg>'
    html, drawings = taken_out(f"<p>{svg}{svg}</p>")
    assert html == f'<p><img class="a" src="{SCHEME}0/2x1.5" alt=" "><img class="a" src="{SCHEME}1/2x1.5" alt=" "></p>'
    assert [address for address, _drawing in drawings] == [f"{SCHEME}0/2x1.5", f"{SCHEME}1/2x1.5"]
    assert drawings[0][1] == VectorDrawing((0, 0, 2, 1.5), "meet", drawings[0][1].layers)


def test_a_place_has_the_shape_of_its_drawing() -> None:
    assert DrawingSlot(f"{SCHEME}7/44x48").get_intrinsic_size(1, 16) == (None, None, pytest.approx(44 / 48))


def test_what_is_painted_alike_is_one_layer() -> None:
    def layers(*paths: str) -> list[tuple[float | None, float | None]]:
        _html, ((_address, drawing),) = taken_out(f'<svg viewBox="0 0 9 9">{"".join(paths)}</svg>')
        return [(layer.fill, layer.stroke) for layer in drawing.layers]

    plain, faint = '<path d="M1 1"/>', '<path fill-opacity=".5" d="M1 1"/>'
    lined = '<path fill="none" stroke="#000000" stroke-opacity=".5" d="M1 1"/>'
    assert layers(plain, plain, faint, faint, plain) == [(1, None), (0.5, None), (1, None)]
    assert layers(lined, faint, lined, plain) == [(0.5, 0.5), (1, None)]
    assert layers('<path fill="none" d="M1 1"/>') == []


def test_a_picture_stays_in_its_page() -> None:
    html = '<svg viewBox="0 0 1 1"><image href="picture:x"/></svg>'
    assert taken_out(html) == (html, [])


@pytest.mark.parametrize(
    "inside",
    [
        '<rect width="1" height="1"/>',
        '<path style="fill: red" d="M0 0"/>',
        '<path opacity=".5" d="M0 0"/>',
        '<path fill="red" d="M0 0"/>',
        '<path fill="url(#a)" d="M0 0"/>',
        '<path transform="skewX(3)" d="M0 0"/>',
        '<path transform="scale(1) nonsense" d="M0 0"/>',
        '<g transform="translate(1 2 3)"/>',
    ],
)
def test_what_we_do_not_draw_is_an_error(inside: str) -> None:
    with pytest.raises(DrawingError):
        taken_out(f'<svg viewBox="0 0 1 1">{inside}</svg>')


def test_a_strange_fit_and_a_broken_path_are_errors() -> None:
    with pytest.raises(DrawingError):
        taken_out('<svg viewBox="0 0 1 1" preserveAspectRatio="xMinYMin"></svg>')
    with pytest.raises(PathError):
        taken_out('<svg viewBox="0 0 1 1"><path d="L"/></svg>')


def test_styles_count_for_images_too() -> None:
    assert for_images(".card svg { a }\n.card .b { c }") == ".card svg, .card img { a }\n.card .b { c }"


def test_the_css_class_of_the_page_is_kept() -> None:
    css = CSS(string=".b { width: 20mm }")
    html, drawings = taken_out(page('<svg class="b" viewBox="0 0 1 1"><path d="M0 0H1V1H0Z"/></svg>', ""))
    drawn = raster(bytes(HTML(string=html).write_pdf(stylesheets=[css], cache=slots(drawings))), (50, 80))
    assert drawn.getpixel((18, 18)) == (0, 0, 0)
    assert drawn.getpixel((22, 18)) == (255, 255, 255)
