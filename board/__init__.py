"""A position on screen and on paper: resolved, arranged, told in words, drawn, with an address of its own."""
