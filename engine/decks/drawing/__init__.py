"""Pictures of a position without the site: as lines of text, and as SVG."""
