#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys
from pathlib import Path

from django.core.management import execute_from_command_line

from config import env

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    env.read_development_file(Path(__file__).resolve().parent / "var" / "development.env")
    execute_from_command_line(sys.argv)
