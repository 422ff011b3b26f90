"""The board editor: setting up a position by hand."""
