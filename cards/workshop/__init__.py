"""Making cards and Champions: what changes them, what they were before, what is wrong with them."""
