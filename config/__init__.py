"""Settings, root URLs and server entry points: no models and no business."""
