from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import budgets, ending, signals, upkeep  # noqa: F401  (signals connects its receivers)
        from background import lanes

        ending.start()
        upkeep.start()
        lanes.ledger.register("accounts", budgets.LaneLedger())
