"""The catalogue of cards and card authoring."""
