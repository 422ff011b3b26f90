"""What the game is played with: cards, the options that choose among them, the shuffle."""
