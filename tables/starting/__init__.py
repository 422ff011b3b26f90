"""Starting a game: the form, the AI of Custom Play, invitations."""
