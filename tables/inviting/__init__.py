"""The picture that goes along with the link to a table: what is played there, and nothing of who or with what."""
