"""The score pad: Curriculum and Championship, from what was written down to what follows (contract, part 7)."""
