"""Work that takes longer than a request: what all kinds of it share. Rooms above say what their work is."""
