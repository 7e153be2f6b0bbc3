"""`manage.py migrate`: Django's command, which makes the tables of an empty database from the models of today.

Rendering the models as they were at each migration takes most of the time of a first start.
"""

from typing import Any

from django.apps import apps
from django.core.management.base import no_translations
from django.core.management.commands import migrate
from django.core.management.sql import emit_post_migrate_signal
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.models import AutoField, BigAutoField

# Options that ask for something else than a database that is up to date.
OTHER_WISHES = ("app_label", "migration_name", "fake", "fake_initial", "plan", "check_unapplied", "prune")
# Two machines may set up the same database at once. The number only has to be the same on both.
CREATION_LOCK = 0x150709


class Command(migrate.Command):
    @no_translations
    def handle(self, *args: Any, **options: Any) -> None:
        """Create an empty database, leave alone one that is up to date, and apply the migrations to any other."""
        if any(options[wish] for wish in OTHER_WISHES):
            super().handle(*args, **options)
            return
        self.verbosity, self.interactive = options["verbosity"], options["interactive"]
        connection = connections[options["database"]]
        connection.prepare_database()
        if self._create_tables(connection, run_syncdb=options["run_syncdb"]):
            return
        # Where it may speak, Django also tells of changes without a migration, for which it builds all states.
        if self.verbosity == 0 and self._is_up_to_date(connection):
            self._send_post_migrate(connection)
            return
        super().handle(*args, **options)

    def _create_tables(self, connection: BaseDatabaseWrapper, *, run_syncdb: bool) -> bool:
        """Create all tables in one transaction and record all migrations as applied, if there are no tables yet."""
        # SQLite cannot switch off the checks of references within a transaction, as its schema editor wants it.
        with connection.constraint_checks_disabled(), transaction.atomic(using=connection.alias):
            with connection.cursor() as cursor:
                if connection.vendor == "postgresql":
                    cursor.execute("SELECT pg_advisory_xact_lock(%s)", [CREATION_LOCK])
                if connection.introspection.table_names(cursor):
                    return False
            executor = MigrationExecutor(connection)
            loader = executor.loader
            labels = loader.migrated_apps | (loader.unmigrated_apps if run_syncdb else set())
            self.sync_apps(connection, labels)
            self._widen_keys(connection)
            executor.recorder.ensure_schema()
            for migration, _backwards in executor.migration_plan(loader.graph.leaf_nodes()):
                for app, name in (*migration.replaces, (migration.app_label, migration.name)):
                    executor.recorder.record_applied(app, name)
            self._send_post_migrate(connection)
        return True

    @staticmethod
    def _widen_keys(connection: BaseDatabaseWrapper) -> None:
        """Give the tables that join two models the keys which the migrations give them: those of the settings, even
        where their app has smaller ones.
        """
        with connection.schema_editor() as editor:
            for model in apps.get_models(include_auto_created=True):
                key = model._meta.pk  # noqa: SLF001 - Django documents it
                if model._meta.auto_created and type(key) is AutoField:  # noqa: SLF001 - Django documents it
                    wide = BigAutoField(primary_key=True)
                    wide.set_attributes_from_name(key.name)
                    wide.model = model
                    editor.alter_field(model, key, wide)

    @staticmethod
    def _is_up_to_date(connection: BaseDatabaseWrapper) -> bool:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())

    def _send_post_migrate(self, connection: BaseDatabaseWrapper) -> None:
        """Have the apps make their rows: the first organiser, content types, permissions."""
        emit_post_migrate_signal(
            self.verbosity, self.interactive, connection.alias, stdout=self.stdout, apps=apps, plan=[]
        )
