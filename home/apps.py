from django.apps import AppConfig


class HomeConfig(AppConfig):
    name = "home"

    def ready(self) -> None:
        from grimoire.booklets import tasks
        from home.picture import draw_all

        tasks.others.register("the house", draw_all)
