from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "api"

    def ready(self) -> None:
        """Has whole files made each day."""
        from api import bulk

        bulk.start()
