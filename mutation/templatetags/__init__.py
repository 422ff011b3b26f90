"""Template tags of Mutation sessions."""
