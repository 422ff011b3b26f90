"""What pages show of the games: one ``protocol.GamePages`` for each, with a folder of words and faces of its own."""
