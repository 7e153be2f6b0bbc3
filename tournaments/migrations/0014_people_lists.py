"""Lists of people keep all their columns, and what became of them. Lists that nobody brought in yet go: they are kept in
another way from here on, and can be read again."""

from django.db import migrations, models


def drop_lists_not_brought_in(apps, schema_editor):
    apps.get_model("tournaments", "PeopleList").objects.filter(done_at=None).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0013_import_progress"),
    ]

    operations = [
        migrations.RunPython(drop_lists_not_brought_in, migrations.RunPython.noop),
        migrations.AddField(
            model_name="peoplelist",
            name="choices",
            field=models.JSONField(blank=True, default=dict, editable=False),
        ),
        migrations.AddField(
            model_name="peoplelist",
            name="headings",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AddField(
            model_name="peoplelist",
            name="left_out",
            field=models.JSONField(
                blank=True,
                default=list,
                editable=False,
                help_text="The line's number, its cells, the reasons.",
            ),
        ),
        migrations.AddField(
            model_name="peoplelist",
            name="reading",
            field=models.JSONField(blank=True, default=list, editable=False),
        ),
        migrations.AlterField(
            model_name="peoplelist",
            name="lines",
            field=models.JSONField(blank=True, help_text="Pairs of the line's number and its cells."),
        ),
    ]
