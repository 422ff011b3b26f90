"""The organiser's own actions: ruling, correcting, ending, seats."""
