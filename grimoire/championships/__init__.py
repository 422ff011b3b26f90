"""Championships of solving: six puzzles in an hour, the same for all."""
