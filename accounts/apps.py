from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import ending, signals, upkeep  # noqa: F401  (signals connects its receivers)

        ending.start()
        upkeep.start()
