"""Commands in Discord: /card, /ruling, /puzzle and /play, answered with pictures from the site's own addresses."""
