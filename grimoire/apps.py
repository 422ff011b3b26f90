from django.apps import AppConfig


class GrimoireConfig(AppConfig):
    name = "grimoire"
