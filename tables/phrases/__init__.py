"""A few fixed phrases to greet and to thank at the table: no free chat."""
