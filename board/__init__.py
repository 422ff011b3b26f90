"""A position on screen: resolved, arranged, told in words, drawn, with an address of its own."""
