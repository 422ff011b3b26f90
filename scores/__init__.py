"""Score sheets: Curriculum and Championship of Clash of Magic Schools, the pad of Clash of the Cards."""
