"""Files that come along with a request are bounded before anything looks at them."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.test import RequestFactory

from config import uploads


def sent(*sizes: int) -> Any:
    """A request with files of these sizes, and a field behind them."""
    files = {f"file-{place}": SimpleUploadedFile("x.bin", b"x" * size) for place, size in enumerate(sizes)}
    return RequestFactory().post("/", {**files, "name": "Fox"})


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MAX_BYTES", 200_000)


@pytest.mark.parametrize("size", [1, 70_000, 200_000])
def test_files_within_bounds_come_along(size: int) -> None:
    request = sent(size)
    assert request.FILES["file-0"].size == size
    request.close()


@pytest.mark.parametrize("size", [200_001, 3_000_000])
def test_a_file_beyond_is_let_go_and_the_rest_stays(size: int) -> None:
    request = sent(size, 5)
    assert set(request.FILES) == {"file-1"}
    assert request.POST["name"] == "Fox"
    request.close()


def test_what_is_beyond_reaches_no_other_handler() -> None:
    reached: list[int] = []

    class Watching(FileUploadHandler):
        def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
            reached.append(len(raw_data))

        def file_complete(self, file_size: int) -> None:
            reached.append(-1)

    request = sent(5_000_000)
    request.upload_handlers = [uploads.BoundedUploads(request), Watching(request)]
    assert not request.FILES
    assert 0 < sum(reached) <= 200_000
    assert -1 not in reached
