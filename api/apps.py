from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "api"

    def ready(self) -> None:
        """Has whole files made, and answers deleted with the accounts that got them."""
        from accounts.models import Owner
        from api import bulk
        from web.idempotency import delete_with

        bulk.register()
        delete_with(Owner)
