"""The command line: ``python -m engine --game magic-schools``."""
