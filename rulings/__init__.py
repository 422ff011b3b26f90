"""Rules, abilities and rulings, and the wording of trace events in each language."""
