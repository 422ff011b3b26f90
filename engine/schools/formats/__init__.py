"""The contract's JSON: states, views, events, requests. The one way in and out."""
