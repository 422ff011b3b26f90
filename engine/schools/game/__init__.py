"""Whole games: from the set-up to the end, what each seat may see of them, records that replay exactly."""
