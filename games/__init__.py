"""The games of the site: an app each, the only folders that know a game. Config alone imports them."""
