"""The schedule: games that are played on the site or reported, and the standings."""
