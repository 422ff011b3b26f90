from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "operations"

    def ready(self) -> None:
        from django.conf import settings

        from background.working import contexts
        from operations import deployment, logs  # noqa: F401  (deployment registers its checks)

        contexts.register("log", logs.within)

        if settings.SENTRY_DSN:
            from operations.error_reports import start  # which takes its time

            start(settings.SENTRY_DSN)
