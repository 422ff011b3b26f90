"""Addresses of this part of the Grimoire. What has a name of its own stands before what is found by one."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from grimoire.browsing.views import books, editing, finding

urlpatterns: list[URLPattern | URLResolver] = [
    path("", finding.index, name="index"),
    path("search/", finding.search, name="search"),
    path("daily/", finding.daily, name="daily"),
    path("daily/start/", finding.start_daily, name="start_daily"),
    path("progress/", finding.progress, name="progress"),
    path("by/<str:name>/", finding.author, name="author"),
    path("download/", finding.download, name="download"),
    path("books/", books.books, name="books"),
    path("books/new/", editing.new_book, name="new_book"),
    path("books/add/<str:token>/", editing.add_to_book, name="add_to_book"),
    path("books/<str:address>/", books.book, name="book"),
    path("books/<str:token>/edit/", editing.edit_book, name="edit_book"),
    path("books/<str:token>/pages/", editing.change_pages, name="change_pages"),
    path("books/<str:token>/delete/", editing.delete_book, name="delete_book"),
]
