"""Authors: drafts, the words around a position, publishing, what is flagged."""
