"""Pages on which pages are found."""
