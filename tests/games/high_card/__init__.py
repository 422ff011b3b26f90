"""High Card: three cards each, hidden; the higher of two takes both, and who takes most has won."""
