"""Pictures that go along with links to what the rules say."""
