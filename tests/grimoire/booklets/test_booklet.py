"""Booklets reopened: pages, sizes, fonts, words; solutions only for who may see them; jobs and the command."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Owner
from board.paper.boards import board_of
from cards.models import PrintJob
from games.decks.puzzle_paper import SIZES
from grimoire.authoring.services import publish
from grimoire.book_files import all_volumes
from grimoire.booklets import services
from grimoire.booklets.booklet import Booklet, BookletOptions, counts_of
from grimoire.gate import Gate
from grimoire.models import Attempt, Book, Puzzle
from tests.grimoire.factories import make_book, make_owner, make_puzzle, make_twins, position_json, position_of
from tests.papers import is_in_our_fonts

pytestmark = [pytest.mark.django_db, pytest.mark.slow("draws pages as PDF and as pictures")]
AFTERWORD = "Because the unmistakable walrus stood still."


@pytest.fixture
def book() -> Book:
    pages = [make_puzzle(position="win", title="One Door", title_fr="Une seule porte", afterword=AFTERWORD)]
    pages.append(make_puzzle(position="predict", title="Two Doors", words="Count twice."))
    return make_book(pages=pages, title="Doors", title_fr="Portes", about="What doors do.", symbol="trident")


def made(book: Book, owner: Owner | None = None, **options: Any) -> bytes:
    chosen = BookletOptions(**{"layout": "pages", **options})
    with translation.override(chosen.language):
        return Booklet(book, owner, chosen).finish().content


def text_of(content: bytes) -> str:
    with pypdfium2.PdfDocument(content) as document:
        said = [page.get_textpage().get_text_bounded() for page in document]
    return " ".join(" ".join(said).split())


def solve(puzzle: Puzzle, owner: Owner) -> None:
    Attempt.objects.create(puzzle=puzzle, owner=owner, state=Attempt.State.SOLVED, solved_at=timezone.now())


def test_one_position_a_page_between_cover_and_solutions(book: Book) -> None:
    content = made(book, make_owner())
    with pikepdf.open(io.BytesIO(content)) as document:
        assert len(document.pages) == 4  # cover, contents, two positions
        for page in document.pages:
            width, height = (float(part) * 25.4 / 72 for part in page.mediabox[2:])
            assert (width, height) == pytest.approx((148, 210), abs=0.1)
    said = text_of(content)
    for words in ("Doors", "One Door", "Two Doors", "Count twice.", "What doors do."):
        assert words.casefold() in said.casefold()


def test_pages_are_tagged_in_the_order_in_which_one_reads(book: Book) -> None:
    """As who listens hears them: every page's tags lead to what is drawn on it, from the cover on."""
    with pikepdf.open(io.BytesIO(made(book))) as document:
        tree = document.Root.StructTreeRoot
        assert document.Root.MarkInfo.Marked
        (whole,) = tree.K
        assert whole.S == "/Document"
        heard = _heard(whole)
        in_order = [page.objgen for page in document.pages]
        places = [in_order.index(page) for page, _number, _kind in heard]
        assert places == sorted(places)
        marks = {page.objgen: _marks(page) for page in document.pages}
        for page in in_order:
            numbers = [number for at, number, _kind in heard if at == page]
            assert numbers and set(numbers) == marks[page], "a page without tags, or tags without words"
        of_position = [kind for at, _number, kind in heard if at == in_order[2]]
        assert ["H1" in kind for kind in of_position[:2]] == [False, True]  # behind the number of the page
        said = {str(element.Alt) for element in document.objects if "/Alt" in _of_tag(element)}
        assert {name for name in said if name.strip()} >= {"Rage"}, said  # an icon on a card says what it is
        nums = tree.ParentTree.Nums
        assert [int(key) for key in list(nums)[::2]] == list(range(len(in_order)))
        assert [int(page.obj.StructParents) for page in document.pages] == list(range(len(in_order)))
        for index, page in enumerate(document.pages):
            assert all(parent.Pg.objgen == page.objgen for parent in nums[2 * index + 1])


def _of_tag(thing: Any) -> Any:
    return thing if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/StructElem" else {}


def _heard(element: Any, kinds: str = "") -> list[tuple[tuple[int, int], int, str]]:
    """Page, number and kinds of all that an element holds, in its order."""
    found = []
    for kid in element.K:
        if isinstance(kid, pikepdf.Dictionary):
            found += _heard(kid, f"{kinds}{kid.S}".removeprefix("/Sect").removeprefix("/Div"))
        else:
            found.append((element.Pg.objgen, int(kid), kinds))
    return found


def _marks(page: pikepdf.Page) -> set[int]:
    """The numbers of what is drawn as a part of the text."""
    lists = [operands[1] for operands, operator in pikepdf.parse_content_stream(page) if str(operator) == "BDC"]
    return {int(marked.MCID) for marked in lists if "/MCID" in marked}


def test_fonts_are_embedded(book: Book, tmp_path: Path) -> None:
    file = tmp_path / "book.pdf"
    file.write_bytes(made(book))
    fonts = subprocess.run(["pdffonts", file], capture_output=True, text=True, check=True).stdout.splitlines()[2:]
    assert fonts
    assert all("yes" in line.split()[-5] for line in fonts), fonts
    assert is_in_our_fonts(file.read_bytes())  # ◆ too


def test_in_french_all_is_french(book: Book) -> None:
    said = text_of(made(book, language="fr"))
    assert "Une seule porte" in said.replace("UNE SEULE PORTE", "Une seule porte") or "seule porte" in said.casefold()
    assert "One Door" not in said


def test_solutions_are_printed_for_those_who_have_earned_them(book: Book) -> None:
    owner = make_owner()
    first = book.pages.get(number=1).puzzle
    before = text_of(made(book, owner))
    assert AFTERWORD not in before and "Solutions" not in before.title()
    solve(first, owner)
    after = text_of(made(book, owner))
    assert AFTERWORD in after
    assert "Not solved yet" in after  # the other page's
    assert AFTERWORD not in text_of(made(book, owner, solutions="none"))
    assert AFTERWORD not in text_of(made(book, make_owner()))


def test_a_solution_tells_plays_and_steps(book: Book) -> None:
    with translation.override("en"):
        booklet = Booklet(
            book, None, BookletOptions(layout="pages"), lambda puzzles, _owner: [Gate(is_open=True)] * len(puzzles)
        )
        said = text_of(booklet.finish().content)
    solution = book.pages.get(number=1).puzzle.proof.answer["solutions"][0]
    assert said.count("Assault") >= 2
    assert len(solution) >= 2
    assert booklet.left == 0


def test_pages_that_are_not_for_this_reader_are_left_out(book: Book) -> None:
    hidden = book.pages.get(number=2).puzzle
    hidden.published_at = None
    hidden.save()
    said = text_of(made(book, make_owner()))
    assert "Two Doors".casefold() not in said.casefold()


def test_twins_are_printed_below_their_puzzle_each_with_its_own_solution() -> None:
    author, reader = make_owner("author"), make_owner("reader")
    first, twin = make_twins(author)
    publish(puzzle=first)
    Puzzle.objects.filter(pk=twin.pk).update(afterword=AFTERWORD)
    book = make_book(pages=[Puzzle.objects.get(pk=first.pk)])
    change = "(b) Ox moves to B's upper line. Wall moves to B's lower line."
    assert text_of(made(book)).count(change) == 1
    assert "(b) Ox passe à la ligne" in text_of(made(book, language="fr"))
    solve(first, reader)
    said = text_of(made(book, reader))
    assert "Ox (a)" in said and said.count(change) == 2
    assert AFTERWORD not in said and "Not solved yet" in said
    solve(twin, reader)
    assert AFTERWORD in text_of(made(book, reader))
    with translation.override("en"):
        assert counts_of(book, None) == (1, 2) and counts_of(book, reader) == (1, 0)
    assert services.reveal_all(book=book, owner=make_owner("idle")) == 2
    Puzzle.objects.filter(pk=twin.pk).update(flagged_at=timezone.now())
    assert "(b)" not in text_of(made(book))


def test_a_sheet_of_a_twin_has_its_letter(client: Client) -> None:
    first, twin = make_twins(make_owner("author"))
    publish(puzzle=first)
    said = text_of(client.get(reverse("grimoire:sheet", args=[first.token])).content)
    assert "(b) Ox moves to B's upper line." in said
    assert "Not solved yet" not in said
    said = text_of(client.get(reverse("grimoire:sheet", args=[twin.token])).content)
    assert "Ox (b)" in said and "moves to" not in said


def test_the_same_book_is_the_same_file(book: Book) -> None:
    assert made(book) == made(book)


def test_a_row_of_creatures_is_not_broken_where_letters_can_be_smaller() -> None:
    board = board_of(position_of("win"), "en")
    assert board.sizes(SIZES, 10_000) == SIZES
    narrow = board.sizes(SIZES, 60 * sum(board.kingdoms))
    assert narrow[0] == pytest.approx(board.widest(60 * sum(board.kingdoms)), abs=0.1)  # as large as it can be
    assert set(narrow[1:]) <= set(SIZES)
    assert board.sizes(SIZES, 1) == SIZES  # it cannot be: then as large as there is room for


def test_options_that_cannot_be() -> None:
    for wrong in ({"paper": "a7"}, {"layout": "scroll"}, {"language": "de"}, {"ink": ""}, {"solutions": "all"}):
        with pytest.raises(ValueError):
            BookletOptions(**wrong)


# The page, and jobs


def address(book: Book) -> str:
    return reverse("grimoire:booklet", args=[book.address])


def test_the_page_says_what_is_left_out(client: Client, book: Book) -> None:
    answer = client.get(address(book))
    assert answer.status_code == 200
    assert "solved 2 puzzles of this book" in answer.content.decode()
    assert AFTERWORD not in answer.content.decode()
    assert set(answer.cookies) <= {"csrftoken"}  # looking makes nobody an owner


@pytest.mark.django_db(transaction=True)
def test_a_booklet_is_made_in_the_background_and_at_once_the_next_time(
    client: Client, book: Book, settings: Any
) -> None:
    settings.RENDER_CACHE = Path(settings.MEDIA_ROOT) / "cold"
    answer = client.post(address(book), {"layout": "pages"})
    job = PrintJob.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("cards:print_job", args=[job.token]))
    assert address(book) in client.get(answer["Location"]).content.decode() or job.is_busy
    call_command("db_worker", batch=True, interval=0, startup_delay=False, verbosity=0)
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.problem) == (PrintJob.State.DONE, 4, 4, "")
    download = client.get(reverse("cards:print_file", args=[job.token]))
    assert b"".join(download).startswith(b"%PDF")
    again = client.post(address(book), {"layout": "folded"})
    assert (again.status_code, again["Content-Type"]) == (200, "application/pdf")


def test_asking_for_all_solutions_looks_them_up(client: Client, book: Book) -> None:
    client.post(address(book), {"layout": "pages", "reveal": "yes"})
    states = set(Attempt.objects.values_list("state", flat=True))
    assert states == {Attempt.State.SHOWN}
    assert Attempt.objects.count() == 2
    assert "of this book." not in client.get(address(book)).content.decode()


def test_a_book_without_solutions_looks_nothing_up(client: Client, book: Book) -> None:
    client.post(address(book), {"layout": "pages", "reveal": "yes", "solutions": "none"})
    assert not Attempt.objects.exists()


def test_a_private_book_is_nobody_elses(client: Client) -> None:
    mine = make_book(make_owner("ada"), pages=1, published=False)
    assert client.get(address(mine)).status_code == 404
    assert client.post(address(mine), {}).status_code == 404


def test_nonsense_is_answered_clearly(client: Client, book: Book) -> None:
    assert client.post(address(book), {"paper": "a metre"}).status_code == 422
    assert client.get("/grimoire/print/nowhere/").status_code == 404
    empty = make_book(pages=[], title="Empty")
    assert "This book is empty." in client.get(address(empty)).content.decode()


def test_a_book_that_is_gone_meanwhile(book: Book) -> None:
    owner = make_owner()
    job = services.ask(book=book, owner=owner, options=BookletOptions())
    book.delete()
    from cards.printing.services import step

    step(job_id=job.pk)
    job.refresh_from_db()
    assert job.state == PrintJob.State.FAILED
    assert job.problem


def test_from_the_shell_with_all_solutions(book: Book, tmp_path: Path) -> None:
    file = tmp_path / "out.pdf"
    call_command("print_book", book.token, out=str(file), layout="pages", verbosity=0)
    assert AFTERWORD in text_of(file.read_bytes())
    with pytest.raises(CommandError, match="No book"):
        call_command("print_book", "", out=str(file))


# One page


def test_a_page_by_itself_has_its_address_and_no_solution(client: Client) -> None:
    puzzle = make_puzzle(position="win", title="One Door", afterword=AFTERWORD)
    answer = client.get(reverse("grimoire:sheet", args=[puzzle.token]))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    said = text_of(answer.content)
    assert "One Door" in said and f"http://testserver{puzzle.get_absolute_url()}" in said
    with pikepdf.open(io.BytesIO(answer.content)) as document:
        assert len(document.pages) == 1
    sealed = client.get(reverse("grimoire:sheet", args=[puzzle.token]), {"solution": "1"}).content
    assert "walrus" not in text_of(sealed)


def test_a_page_with_its_solution_for_whoever_has_earned_it(client: Client) -> None:
    puzzle, owner = make_puzzle(position="win", title="One Door", afterword=AFTERWORD), make_owner("reader")
    solve(puzzle, owner)
    client.force_login(owner.user)
    said = text_of(client.get(f"/fr{reverse('grimoire:sheet', args=[puzzle.token])}", {"solution": "1"}).content)
    assert "walrus" in said and "Solutions" in said
    shown = client.get(puzzle.get_absolute_url()).content.decode()
    assert f'href="{reverse("grimoire:sheet", args=[puzzle.token])}?solution=1"' in shown
    assert client.get(reverse("grimoire:sheet", args=["nothing"])).status_code == 404


def test_the_number_of_ways_is_told_where_it_is_asked(client: Client) -> None:
    data = position_json("win")
    plain, asked = (
        make_puzzle(position=data),
        make_puzzle(position={**data, "objective": {**data["objective"], "ask": "ways"}}),
    )
    owner = make_owner("reader")
    client.force_login(owner.user)
    count = len(asked.proof.answer["solutions"])
    words = "1 way." if count == 1 else f"{count} ways."
    for puzzle, is_told in ((plain, False), (asked, True)):
        solve(puzzle, owner)
        said = text_of(client.get(reverse("grimoire:sheet", args=[puzzle.token]), {"solution": "1"}).content)
        assert (words in said) == is_told


def test_a_solution_of_two_turns_is_told_to_its_end(client: Client) -> None:
    puzzle, owner = make_puzzle(position="win-in-two", title="Twice"), make_owner("reader")
    solve(puzzle, owner)
    client.force_login(owner.user)
    said = text_of(client.get(reverse("grimoire:sheet", args=[puzzle.token]), {"solution": "1"}).content)
    player = str(puzzle.position["objective"]["player"])
    other = "B" if player == "A" else "A"
    assert said.count(f"{player}: 1.") == 2 and f"{other}: 1." in said
    back = " ".join(client.get(puzzle.get_absolute_url()).content.decode().split())
    assert "(against the best defence)" in back and f"→ {player}: " in back


def test_a_solution_of_two_turns_has_its_main_variations(client: Client) -> None:
    [page] = [page for volume in all_volumes() for page in volume.pages if page.slug == "two-cries-before-breakfast"]
    pins = [{**page.answer["tries"][0], "why": "A marmalade of a try."}]
    puzzle, owner = make_puzzle(position=dict(page.position), pinned_tries=pins), make_owner("reader")
    client.force_login(owner.user)
    address = reverse("grimoire:sheet", args=[puzzle.token])
    assert "marmalade" not in text_of(client.get(address, {"solution": "1"}).content)
    solve(puzzle, owner)
    said = " ".join(text_of(client.get(address, {"solution": "1"}).content).split())
    assert "B Wasp Lancer, lower line → War Cry, at Wasp Lancer (B)." in said
    assert "B anything else → the Assault alone." in said
    assert "A marmalade of a try." in said
