"""Limits on files that come with a request."""

from __future__ import annotations

from typing import Final

from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile

MAX_BYTES: Final = 20 * 1024 * 1024  # of one file; whoever takes files has limits of their own below this


class BoundedUploads(FileUploadHandler):
    """Stands before Django's own handlers and lets go of a file as soon as it is too large, so that no disk is filled.

    The view then finds no file.
    """

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        if start + len(raw_data) > MAX_BYTES:
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> UploadedFile[bytes] | None:
        return None
