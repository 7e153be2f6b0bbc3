import django.db.models.deletion
import django.utils.timezone
import simple_history.models
from django.conf import settings
from django.db import migrations, models

from tournaments.alike import folded


def fold_names(apps, schema_editor):
    """Names that are alike are found by what they have in common."""
    Player = apps.get_model("tournaments", "Player")
    players = list(Player.objects.order_by("pk"))
    for player in players:
        player.alike = folded(player.name)
    Player.objects.bulk_update(players, ["alike"], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_pairs'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('key', models.CharField(editable=False, max_length=160, unique=True)),
                ('number', models.CharField(blank=True, max_length=20, verbose_name='number')),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='HistoricalPlayer',
            fields=[
                ('id', models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('licence', models.CharField(blank=True, max_length=20, verbose_name='licence number')),
                ('country', models.CharField(blank=True, help_text='Two or three letters, such as FR or BEL.', max_length=3, verbose_name='country')),
                ('series', models.CharField(blank=True, help_text='Such as 4B or super.', max_length=10, verbose_name='series')),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='year of birth')),
                ('rating', models.PositiveIntegerField(blank=True, null=True, verbose_name='rating')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
            ],
            options={
                'verbose_name': 'historical player',
                'verbose_name_plural': 'historical players',
                'ordering': ('-history_date', '-history_id'),
                'get_latest_by': ('history_date', 'history_id'),
            },
            bases=(simple_history.models.HistoricalChanges, models.Model),
        ),
        migrations.CreateModel(
            name='PeopleList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file_name', models.CharField(max_length=100, verbose_name='file')),
                ('lines', models.JSONField(blank=True, help_text="Pairs of the line's number and its values by column.")),
                ('read_at', models.DateTimeField(editable=False, verbose_name='read')),
                ('done_at', models.DateTimeField(editable=False, null=True, verbose_name='brought in')),
            ],
            options={
                'verbose_name': 'list of people',
                'verbose_name_plural': 'lists of people',
                'ordering': ['-read_at'],
            },
        ),
        migrations.AlterModelOptions(
            name='player',
            options={'ordering': ['name', 'licence'], 'verbose_name': 'player', 'verbose_name_plural': 'players'},
        ),
        migrations.AddField(
            model_name='player',
            name='alike',
            field=models.CharField(db_index=True, default='', editable=False, max_length=240),
            preserve_default=False,
        ),
        migrations.RunPython(fold_names, migrations.RunPython.noop),
        migrations.AddField(
            model_name='player',
            name='birth_year',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='year of birth'),
        ),
        migrations.AddField(
            model_name='player',
            name='country',
            field=models.CharField(blank=True, help_text='Two or three letters, such as FR or BEL.', max_length=3, verbose_name='country'),
        ),
        migrations.AddField(
            model_name='player',
            name='licence',
            field=models.CharField(blank=True, max_length=20, verbose_name='licence number'),
        ),
        migrations.AddField(
            model_name='player',
            name='rating',
            field=models.PositiveIntegerField(blank=True, null=True, verbose_name='rating'),
        ),
        migrations.AddField(
            model_name='player',
            name='series',
            field=models.CharField(blank=True, help_text='Such as 4B or super.', max_length=10, verbose_name='series'),
        ),
        migrations.AlterField(
            model_name='player',
            name='key',
            field=models.CharField(db_index=True, editable=False, max_length=160),
        ),
        migrations.AddField(
            model_name='player',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to='tournaments.club', verbose_name='club'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('licence',), name='player_licence_once'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', '')), fields=('key',), name='player_name_once_without_licence'),
        ),
        migrations.AddField(
            model_name='historicalplayer',
            name='club',
            field=models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.club', verbose_name='club'),
        ),
        migrations.AddField(
            model_name='historicalplayer',
            name='history_user',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='peoplelist',
            name='read_by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
    ]
