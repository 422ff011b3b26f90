"""The rules: states as plain data, what may be done in them, and what then happens, step by step."""
