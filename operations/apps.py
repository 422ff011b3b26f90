from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "operations"

    def ready(self) -> None:
        from operations import deployment  # noqa: F401  (registers its checks)
