"""What is done for the site and never by it: making its books and matrix, balancing cards, measuring the search.

Installed while it is worked on, and not in production: the image has no tools.
"""
