"""The order of a book's pages, with titles of parts between them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grimoire.browsing.outline import Outline, OutlineEntry, entitle, lost, move, remove, step


def outline_of(text: str) -> Outline:
    """``"I ab II c"``: parts in capitals before the pages that are small letters."""
    entries: list[OutlineEntry] = []
    title = ""
    for word in text.split():
        if word.isupper():
            title = word
            continue
        for letter in word:
            entries.append(OutlineEntry(ord(letter), (title, "")))
            title = ""
    return tuple(entries)


def written(outline: Outline) -> str:
    words: list[str] = []
    for entry in outline:
        if entry.begins:
            words.append(entry.titles[0] or entry.titles[1])
        if words and words[-1].islower() and not entry.begins:
            words[-1] += chr(entry.key)
        else:
            words.append(chr(entry.key))
    return " ".join(words)


def key(letter: str) -> int:
    return ord(letter)


def test_a_page_steps_past_its_neighbours() -> None:
    assert written(step(outline_of("abc"), key("b"), -1)) == "bac"
    assert written(step(outline_of("abc"), key("b"), 1)) == "acb"
    assert written(step(outline_of("abc"), key("a"), -1)) == "abc"
    assert written(step(outline_of("abc"), key("c"), 1)) == "abc"


def test_a_page_steps_past_a_title_into_the_next_part() -> None:
    book = outline_of("I ab II cd")
    assert written(step(book, key("b"), 1)) == "I a II bcd"
    assert written(step(book, key("c"), -1)) == "I abc II d"
    assert written(step(book, key("a"), -1)) == "a I b II cd"


def test_a_page_moves_to_where_another_one_is() -> None:
    book = outline_of("I abc II de")
    assert written(move(book, key("a"), 2)) == "I bca II de"
    assert written(move(book, key("a"), 3)) == "I bc II dae"
    assert written(move(book, key("e"), 0)) == "I eabc II d"
    assert written(move(book, key("e"), 3)) == "I abc II ed"
    assert written(move(book, key("b"), 1)) == written(book)
    assert written(move(book, key("b"), 99)) == "I ac II deb"


def test_a_part_stays_with_what_is_left_of_it() -> None:
    assert written(remove(outline_of("I ab II c"), key("a"))) == "I b II c"
    gone = remove(outline_of("I ab II c"), key("c"))
    assert written(gone) == "I ab"
    assert lost(outline_of("I ab II c"), gone) == [("II", "")]


def test_titles_are_given_and_taken() -> None:
    book = entitle(outline_of("abc"), key("b"), ("Two", "Deux"))
    assert book[1].titles == ("Two", "Deux")
    assert not entitle(book, key("b"), ("", ""))[1].begins
    assert entitle(book, key("b"), ("", "Deux"))[1].begins


books = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=9).map(
    lambda rows: tuple(OutlineEntry(at, (f"T{at}" if begins else "", "")) for at, (begins, _other) in enumerate(rows))
)


@given(books, st.data())
def test_no_page_is_lost_or_doubled(book: Outline, data: st.DataObject) -> None:
    page = data.draw(st.sampled_from([entry.key for entry in book]))
    for changed in (
        step(book, page, -1),
        step(book, page, 1),
        move(book, page, data.draw(st.integers(-3, 20))),
    ):
        assert sorted(entry.key for entry in changed) == [entry.key for entry in book]
        assert {entry.titles for entry in changed if entry.begins} <= {e.titles for e in book if e.begins}
    assert [entry.key for entry in remove(book, page)] == [entry.key for entry in book if entry.key != page]


@given(books, st.data())
def test_a_move_ends_where_it_was_asked_to(book: Outline, data: st.DataObject) -> None:
    page = data.draw(st.sampled_from([entry.key for entry in book]))
    place = data.draw(st.integers(0, len(book) - 1))
    assert [entry.key for entry in move(book, page, place)].index(page) == place


@given(books, st.data())
def test_up_and_down_undo_each_other(book: Outline, data: st.DataObject) -> None:
    page = data.draw(st.sampled_from([entry.key for entry in book]))
    up = step(book, page, -1)
    if up != book and not lost(book, up):
        assert step(up, page, 1) == book
