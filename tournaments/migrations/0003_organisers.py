import django.db.models.deletion
from django.conf import settings
from django.core.management.color import no_style
from django.db import migrations, models


# The key of the first organiser: the rows that are here already become its rows.
FIRST = 1


def create_first_organiser(apps, editor):
    organiser = apps.get_model("tournaments", "Organiser")
    organiser.objects.using(editor.connection.alias).create(pk=FIRST, holds_everybody=True)
    for statement in editor.connection.ops.sequence_reset_sql(no_style(), [organiser]):
        editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0002_event_time_zone"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('made_at', models.DateTimeField(editable=False, verbose_name='made')),
                ('ends_at', models.DateTimeField(editable=False, verbose_name='works until')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Organiser',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('holds_everybody', models.BooleanField(default=False, editable=False)),
            ],
            options={
                'verbose_name': 'organiser',
                'verbose_name_plural': 'organisers',
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='OrganiserAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(editable=False, verbose_name='at')),
                ('act', models.CharField(max_length=40, verbose_name='act')),
                ('params', models.JSONField(default=dict)),
            ],
            options={
                'verbose_name': 'act on teams',
                'verbose_name_plural': 'acts on teams',
                'ordering': ['pk'],
            },
        ),
        migrations.RunPython(create_first_organiser, migrations.RunPython.noop),
        migrations.CreateModel(
            name='OrganiserTeam',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('administers', models.BooleanField(default=False, verbose_name='administers')),
                ('runs_events', models.BooleanField(default=False, verbose_name='runs events')),
                ('arbitrates', models.BooleanField(default=False, verbose_name='arbitrates at all events')),
                ('enters_people', models.BooleanField(default=False, verbose_name='enters people')),
            ],
            options={
                'verbose_name': 'team of an organiser',
                'verbose_name_plural': 'teams of organisers',
                'ordering': ['name', 'pk'],
            },
        ),
        migrations.RemoveConstraint(
            model_name='letterhead',
            name='letterhead_once',
        ),
        migrations.RemoveConstraint(
            model_name='player',
            name='player_licence_once',
        ),
        migrations.RemoveConstraint(
            model_name='player',
            name='player_name_once_without_licence',
        ),
        migrations.AlterField(
            model_name='club',
            name='key',
            field=models.CharField(editable=False, max_length=160),
        ),
        migrations.AlterField(
            model_name='season',
            name='name',
            field=models.CharField(max_length=40, verbose_name='name'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='made_by',
            field=models.ForeignKey(help_text='Empty for the operator of the installation.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='organiser',
            constraint=models.UniqueConstraint(condition=models.Q(('holds_everybody', True)), fields=('holds_everybody',), name='organiser_one_holds_everybody'),
        ),
        migrations.AddField(
            model_name='club',
            name='organiser',
            field=models.ForeignKey(blank=True, db_default=1, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.organiser', verbose_name='organiser'),
        ),
        migrations.AddField(
            model_name='event',
            name='organiser',
            field=models.ForeignKey(db_default=1, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.organiser', verbose_name='organiser'),
        ),
        migrations.AddField(
            model_name='historicalplayer',
            name='organiser',
            field=models.ForeignKey(blank=True, db_constraint=False, db_default=1, editable=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.organiser', verbose_name='organiser'),
        ),
        migrations.AddField(
            model_name='letterhead',
            name='organiser',
            field=models.ForeignKey(blank=True, db_default=1, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.organiser', verbose_name='organiser'),
        ),
        migrations.AddField(
            model_name='peoplelist',
            name='organiser',
            field=models.ForeignKey(blank=True, db_default=1, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.organiser', verbose_name='organiser'),
        ),
        migrations.AddField(
            model_name='player',
            name='organiser',
            field=models.ForeignKey(blank=True, db_default=1, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.organiser', verbose_name='organiser'),
        ),
        migrations.AddField(
            model_name='season',
            name='organiser',
            field=models.ForeignKey(blank=True, db_default=1, editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.organiser', verbose_name='organiser'),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.UniqueConstraint(fields=('organiser', 'key'), name='club_once_an_organiser'),
        ),
        migrations.AddConstraint(
            model_name='letterhead',
            constraint=models.UniqueConstraint(fields=('organiser',), name='letterhead_once'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('organiser', 'licence'), name='player_licence_once'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', '')), fields=('organiser', 'key'), name='player_name_once_without_licence'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('organiser', 'name'), name='season_name_once', violation_error_message='There is a season of this name already.'),
        ),
        migrations.AddField(
            model_name='organiseract',
            name='by',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='organiseract',
            name='organiser',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='tournaments.organiser'),
        ),
        migrations.AddField(
            model_name='organiserteam',
            name='members',
            field=models.ManyToManyField(blank=True, related_name='organiser_teams', to=settings.AUTH_USER_MODEL, verbose_name='members'),
        ),
        migrations.AddField(
            model_name='organiserteam',
            name='organiser',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournaments.organiser'),
        ),
        migrations.AddField(
            model_name='invitation',
            name='team',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='tournaments.organiserteam'),
        ),
        migrations.AddConstraint(
            model_name='organiserteam',
            constraint=models.UniqueConstraint(fields=('organiser', 'name'), name='organiser_team_name_once'),
        ),
    ]
