"""Pages of the rulings."""
