"""What only the organiser does: ruling, correcting, ending, seats."""
