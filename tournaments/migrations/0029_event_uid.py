import uuid

from django.db import migrations, models


def name_events(apps, schema_editor):
    """Every event gets one of its own; the column's default would have given all the same."""
    events = apps.get_model("tournaments", "Event").objects
    for key in events.values_list("pk", flat=True):
        events.filter(pk=key).update(uid=uuid.uuid4())


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0028_printing")]

    operations = [
        migrations.AddField("event", "uid", models.UUIDField(default=uuid.uuid4, editable=False, null=True)),
        migrations.RunPython(name_events, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            "event", "uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)
        ),
    ]
