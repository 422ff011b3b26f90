"""The rules of tournaments in plain Python: pairings and standings, without Django, clock or chance."""
