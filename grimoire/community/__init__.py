"""Readers' contributions to pages: favourites, votes, comments, ratings, embedding, link previews."""
