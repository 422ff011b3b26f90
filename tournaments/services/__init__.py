"""What changes a tournament, each change with its row held; and what reads it whole."""
