"""The rules of Clash of the Cards: what may be done, and what comes of it, step by step."""
