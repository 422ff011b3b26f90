"""How dates and times are written: in one form for each language, wherever they stand."""
