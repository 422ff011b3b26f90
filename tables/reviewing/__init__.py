"""The review of a finished game: what was there in each turn of a person, by what its player knew then."""
