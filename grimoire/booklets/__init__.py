"""Positions on paper and in pictures: booklets of books, previews of links."""
