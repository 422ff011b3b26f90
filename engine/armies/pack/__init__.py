"""The pack: cards, the options that choose among them, the shuffle."""
