"""The kinds of score sheets: what each takes, and what follows from it by the engine."""
