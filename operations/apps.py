from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "operations"

    def ready(self) -> None:
        from django.conf import settings

        from operations import deployment  # noqa: F401  (deployment registers its checks)

        if settings.SENTRY_DSN:
            from operations.error_reports import start  # which takes its time

            start(settings.SENTRY_DSN)
