import django.db.models.deletion
import django.utils.timezone
import tournaments.codes
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.SlugField(default=tournaments.codes.new_table_code, editable=False, max_length=8, unique=True, verbose_name='code')),
                ('mode', models.SlugField(max_length=20, verbose_name='way to play')),
                ('mode_version', models.PositiveSmallIntegerField(default=1, editable=False)),
                ('way', models.CharField(choices=[('phones', 'everybody on their own phone'), ('tablet', 'one tablet in the middle'), ('paper', 'real tiles, and the program keeps the score')], default='phones', max_length=6, verbose_name='played on')),
                ('settings', models.JSONField(default=dict)),
                ('lexicon', models.CharField(max_length=40, verbose_name='lexicon')),
                ('lexicon_source', models.CharField(default='', editable=False, max_length=80)),
                ('tile_set', models.CharField(max_length=20, verbose_name='tile set')),
                ('seed', models.CharField(editable=False, max_length=32)),
                ('token_hash', models.CharField(editable=False, max_length=64, unique=True)),
                ('version', models.PositiveIntegerField(default=1)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('begun_at', models.DateTimeField(null=True)),
                ('ended_at', models.DateTimeField(null=True)),
                ('turn_began_at', models.DateTimeField(null=True)),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'club table',
                'verbose_name_plural': 'club tables',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='TableSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('level', models.CharField(blank=True, max_length=12, verbose_name='level')),
                ('turn_seconds', models.PositiveIntegerField(null=True, verbose_name='seconds for a turn')),
                ('token_hash', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='club_tables.clubtable')),
            ],
            options={
                'verbose_name': 'seat at a club table',
                'verbose_name_plural': 'seats at club tables',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='TableAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('key', models.UUIDField(unique=True)),
                ('data', models.JSONField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='club_tables.clubtable')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club_tables.tableseat')),
            ],
            options={
                'verbose_name': 'act at a club table',
                'verbose_name_plural': 'acts at club tables',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='TableUndo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(unique=True)),
                ('agreed', models.BooleanField(null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('act', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='undos', to='club_tables.tableact')),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club_tables.tableseat')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='undos', to='club_tables.clubtable')),
            ],
            options={
                'verbose_name': 'undo at a club table',
                'verbose_name_plural': 'undos at club tables',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='TableUndoAnswer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('agrees', models.BooleanField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club_tables.tableseat')),
                ('undo', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='answers', to='club_tables.tableundo')),
            ],
            options={
                'verbose_name': 'answer to an undo',
                'verbose_name_plural': 'answers to undos',
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='tableseat',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_seat_a_number'),
        ),
        migrations.AddConstraint(
            model_name='tableact',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='one_act_a_number'),
        ),
        migrations.AddConstraint(
            model_name='tableundo',
            constraint=models.UniqueConstraint(condition=models.Q(('agreed__isnull', True)), fields=('table',), name='one_open_undo_a_table'),
        ),
        migrations.AddConstraint(
            model_name='tableundo',
            constraint=models.UniqueConstraint(condition=models.Q(('agreed', True)), fields=('act',), name='one_undo_an_act'),
        ),
        migrations.AddConstraint(
            model_name='tableundoanswer',
            constraint=models.UniqueConstraint(fields=('undo', 'seat'), name='one_answer_a_seat'),
        ),
    ]
