"""How other sites show what is linked here: oEmbed 1.0 (https://oembed.com), for pages, cards, Champions and decks."""
