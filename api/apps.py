from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "api"

    def ready(self) -> None:
        """Has whole files made, and answers that nobody needs any more swept away."""
        from api import bulk
        from api.own import creating

        bulk.register()
        creating.start()
