"""Boards on paper and in pictures: drawn as large as there is room for, with what goes along with links."""
