from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import signals, upkeep  # noqa: F401  (signals connects its receivers)

        upkeep.start()
