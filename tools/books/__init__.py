"""How the site's own books are made: candidates composed for every place of a book, and the best of them chosen.

``recipes`` says what a book should hold, ``candidates`` composes pages for it into files that can be gone on with,
``choosing`` picks 32 of them and puts them in a learning order, ``book_file`` writes the book's file of positions and
proofs. What is left to a person are the words: titles, forewords, afterwords (docs/author/composing.md).
"""
