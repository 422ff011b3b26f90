"""What readers make of pages: favourites, votes, comments, ratings, embedding, link previews."""
