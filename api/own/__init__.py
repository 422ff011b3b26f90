"""What is one's own over the network, made, changed and deleted by programs with a token of its owner's."""
