"""Finding pages: the shelf of books, search, page of the day, progress, downloads."""
