"""Migrations since there are upgrades without a pause: old code goes on beside each of them."""

from __future__ import annotations

from typing import Any, Final

import pytest
from django.apps import apps
from django.conf import settings
from django.db import migrations, models
from django.db.migrations.state import ProjectState

from tests.migrating import unsquashed_loader
from tests.operations.side_by_side import problems

# Released before the rule. Nothing is added here.
BEFORE: Final = {
    *("background.0002_heartbeat_at", "cards.0003_lane_of_print_jobs"),
    *("cards.0004_heartbeat_at", "champions.0002_lane_of_trials", "champions.0003_heartbeat_at"),
    *("grimoire.0003_lane_of_proofs", "grimoire.0004_what_solutions_depend_on", "grimoire.0005_heartbeat_at"),
    *("grimoire.0006_saw_preview", "grimoire.0007_questions_of_a_foretelling", "grimoire.0008_showpiece"),
    *("grimoire.0009_games", "play.0002_heartbeat_at", "play.0003_lobby", "play.0007_automatic_reviews"),
    *("rulings.0002_history_of_rulings", "rulings.0003_answers_in_one_language"),
}
# Looked at one by one: why old code goes on beside it.
LOOKED_AT: Final[dict[str, str]] = {
    "cards.0006_lists_of_many": "works out what new code sorts by, in batches; load_sets does it for later ones",
    "cards.0007_what_searches_ask": "works out seasons, in batches; until then cards are asked by their abilities",
    "play.0012_kept_answers_hold_secrets_apart": "deletes kept answers; those of old code are given as they stand",
    "play.0016_seats_to_act_as_a_list": "carries games over, in slices; those of old code follow with their next entry",
    "play.0019_tasks_of_tables": "names functions of waiting jobs anew; one that old code fails is taken up again",
    "play.0020_answers_into_web": "moves kept answers; the table stays for old code, and holds back no deletion",
    "mutation.0006_answers_into_web": "moves kept answers; the table stays for old code, as in play.0020",
    "api.0002_answers_into_web": "moves kept answers; the table stays for old code, as in play.0020",
    "grimoire.0014_names_of_fields": "names fields in the code alone; tables and columns stay as they are",
    "play.0023_names_of_seats": "names fields in the code alone; tables and columns stay as they are",
    "accounts.0007_names_of_rate_models": "names models in the code alone; tables and columns stay as they are",
    "grimoire.0024_announced_before": "fills a column that only new code reads; what old code publishes stays empty",
    "grimoire.0025_follows_are_relations": "moves rows; the table stays for old code, whose new rows are lost",
    "grimoire.0027_races": "one run a race and owner; runs of old code have no race, and are never alike",
    "grimoire.0029_contests": "one message of each news of a contest; those of old code have none, and are never alike",
    "grimoire.0031_found_by_game": "adds words that searches look in; old code writes no such page but with its books",
    "play.0026_characters_of_seats": "moves slugs; what a server of before puts into a level is read as one still",
    "cards.0008_fold_signs": "folds texts again, in batches; what old code folds meanwhile has its own signs in it",
}
FIELDS: Final = [("id", models.AutoField(primary_key=True)), ("name", models.CharField(max_length=9, null=True))]


def test_old_code_goes_on_beside_every_migration() -> None:
    loader, wrong = unsquashed_loader(), {}
    ours = {config.label for config in apps.get_app_configs() if config.name in settings.ROOMS}
    state = ProjectState()
    for name in loader.graph._generate_plan(loader.graph.leaf_nodes(), at_end=True):
        if loader.graph.nodes[name].replaces:
            continue
        faults = list(problems(loader.graph.nodes[name], state))
        if faults and name[0] in ours:
            wrong[".".join(name)] = faults
    assert wrong.keys() - BEFORE == LOOKED_AT.keys(), {name: wrong[name] for name in wrong.keys() - BEFORE}


@pytest.mark.parametrize(
    ("operation", "word"),
    [
        (migrations.RemoveField("thing", "name"), "gone"),
        (migrations.RenameField("thing", "name", "title"), "gone"),
        (migrations.DeleteModel("Thing"), "gone"),
        (migrations.RenameModel("Thing", "Part"), "gone"),
        (migrations.AddField("thing", "size", models.IntegerField(default=0)), "filled"),
        (migrations.AddField("thing", "size", models.IntegerField(db_default=0)), ""),
        (migrations.AddField("thing", "size", models.IntegerField(null=True)), ""),
        (migrations.AlterField("thing", "name", models.CharField(max_length=9)), "refuses"),
        (migrations.AlterField("thing", "name", models.CharField(max_length=8, null=True)), "refuses"),
        (migrations.AlterField("thing", "name", models.CharField(max_length=10, null=True)), ""),
        (migrations.AlterField("thing", "name", models.TextField(null=True)), "refuses"),
        (migrations.AddConstraint("thing", models.UniqueConstraint("name", name="one")), "refuses"),
        (migrations.AddIndex("thing", models.Index("name", name="quick")), ""),
        (migrations.RunSQL("SELECT 1"), "tell"),
        (migrations.RunPython(migrations.RunPython.noop), "tell"),
    ],
)
def test_what_is_safe_and_what_is_not(operation: Any, word: str) -> None:
    state = ProjectState()
    migrations.CreateModel("Thing", FIELDS).state_forwards("things", state)
    migration = migrations.Migration("0002", "things")
    migration.operations = [operation]
    faults = list(problems(migration, state))
    assert len(faults) == bool(word)
    assert word in "".join(faults)


def test_what_a_migration_does_to_its_own_tables_is_nobody_else_s_business() -> None:
    migration = migrations.Migration("0001", "things")
    constraint = models.UniqueConstraint("name", name="one")
    migration.operations = [migrations.CreateModel("Thing", FIELDS), migrations.AddConstraint("thing", constraint)]
    assert not list(problems(migration, ProjectState()))
