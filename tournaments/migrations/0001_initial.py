import django.db.models.deletion
import django.utils.timezone
import simple_history.models
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
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
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.PositiveIntegerField(verbose_name='table')),
                ('token_hash', models.CharField(editable=False, max_length=64, null=True, unique=True)),
                ('phone_claimed', models.BooleanField(default=False, editable=False)),
                ('phone_number', models.PositiveIntegerField(default=0, editable=False, help_text="How many phones have been this entry's, one after the other.")),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='joined')),
                ('arrived_at', models.DateTimeField(blank=True, default=django.utils.timezone.now, editable=False, null=True, verbose_name='arrived')),
                ('withdrawn_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='dropped out')),
                ('group', models.CharField(blank=True, max_length=40, verbose_name='group')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'ordering': ['table'],
            },
        ),
        migrations.CreateModel(
            name='Lexicon',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.SlugField(max_length=40, unique=True, verbose_name='name')),
                ('tile_set', models.CharField(max_length=20, verbose_name='tile set')),
                ('word_count', models.PositiveIntegerField(verbose_name='words')),
                ('loaded_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='loaded')),
            ],
            options={
                'verbose_name': 'lexicon',
                'verbose_name_plural': 'lexicons',
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Arbitrator',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('chief', 'chief arbitrator'), ('arbitrator', 'arbitrator'), ('helper', 'helper')], default='arbitrator', max_length=10, verbose_name='role')),
                ('first_table', models.PositiveIntegerField(blank=True, null=True, verbose_name='first table')),
                ('last_table', models.PositiveIntegerField(blank=True, null=True, verbose_name='last table')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='posts', to=settings.AUTH_USER_MODEL, verbose_name='user')),
                ('entry', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='post', to='tournaments.entry', verbose_name='plays as')),
            ],
            options={
                'verbose_name': 'arbitrator',
                'verbose_name_plural': 'arbitrators',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('date', models.DateField(default=django.utils.timezone.localdate, verbose_name='date')),
                ('released', models.CharField(choices=[('hidden', 'hidden until released'), ('provisional', 'released as provisional'), ('final', 'released as final')], default='hidden', editable=False, max_length=11, verbose_name='standings')),
                ('public', models.BooleanField(default=False, editable=False, verbose_name='public')),
                ('best_of_team', models.PositiveSmallIntegerField(editable=False, null=True, verbose_name='best of a team')),
                ('groups', models.JSONField(default=list, editable=False)),
                ('age_categories', models.JSONField(default=list, editable=False)),
                ('one_device', models.BooleanField(default=False, editable=False, verbose_name='a link opens one device')),
                ('one_address', models.BooleanField(default=False, editable=False, verbose_name='the hall is on one address')),
                ('hall_address', models.CharField(blank=True, editable=False, max_length=16)),
                ('door_closed', models.BooleanField(default=False, editable=False, verbose_name='nobody joins by code')),
                ('shows_games', models.BooleanField(default=False, editable=False, verbose_name='games to look at')),
                ('language', models.CharField(blank=True, editable=False, max_length=10, verbose_name='language')),
                ('made_up', models.BooleanField(default=False, editable=False)),
                ('whole', models.BooleanField(default=True, editable=False)),
                ('arbitrators', models.ManyToManyField(related_name='events', through='tournaments.Arbitrator', to=settings.AUTH_USER_MODEL, verbose_name='arbitrators')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['-date', '-pk'],
                'permissions': [('import_event', 'Can import an event from an archive')],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.event'),
        ),
        migrations.AddField(
            model_name='arbitrator',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='posts', to='tournaments.event'),
        ),
        migrations.CreateModel(
            name='EventAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('act', models.CharField(max_length=40, verbose_name='act')),
                ('params', models.JSONField(default=dict)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='acts', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'act on an event',
                'verbose_name_plural': 'acts on events',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='GameResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=8, verbose_name='game code')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('version', models.PositiveSmallIntegerField(verbose_name='version')),
                ('state', models.CharField(choices=[('provisional', 'provisional'), ('final', 'final')], max_length=11, verbose_name='state')),
                ('top_total', models.PositiveIntegerField(verbose_name='total of the tops')),
                ('tie_breaks', models.JSONField(blank=True, default=list)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='why')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'result of a game',
                'verbose_name_plural': 'results of games',
                'ordering': ['number', 'version'],
            },
        ),
        migrations.CreateModel(
            name='GameTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=8, verbose_name='game code')),
                ('table', models.PositiveIntegerField(verbose_name='table')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_tables', to='tournaments.entry')),
            ],
            options={
                'verbose_name': 'table of a game',
                'verbose_name_plural': 'tables of games',
                'ordering': ['pk'],
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
                ('rated_games', models.PositiveIntegerField(blank=True, null=True, verbose_name='rated games')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('history_id', models.AutoField(primary_key=True, serialize=False)),
                ('history_date', models.DateTimeField(db_index=True)),
                ('history_change_reason', models.CharField(max_length=100, null=True)),
                ('history_type', models.CharField(choices=[('+', 'Created'), ('~', 'Changed'), ('-', 'Deleted')], max_length=1)),
                ('club', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tournaments.club', verbose_name='club')),
                ('history_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
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
            name='Letterhead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('club', models.CharField(blank=True, max_length=80, verbose_name='club')),
                ('logo', models.BinaryField(blank=True, default=b'', verbose_name='logo')),
                ('size', models.CharField(choices=[('A4', 'A4'), ('letter', 'Letter')], default='A4', max_length=6, verbose_name='paper')),
                ('changed_at', models.DateTimeField(editable=False, null=True)),
            ],
            options={
                'verbose_name': 'letterhead',
                'verbose_name_plural': 'letterheads',
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='letterhead_once')],
            },
        ),
        migrations.CreateModel(
            name='PeopleList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file_name', models.CharField(max_length=100, verbose_name='file')),
                ('headings', models.JSONField(blank=True, default=list, editable=False)),
                ('reading', models.JSONField(blank=True, default=list, editable=False)),
                ('lines', models.JSONField(blank=True, help_text="Pairs of the line's number and its cells.")),
                ('read_at', models.DateTimeField(editable=False, verbose_name='read')),
                ('done_at', models.DateTimeField(editable=False, null=True, verbose_name='imported')),
                ('asked_at', models.DateTimeField(editable=False, null=True, verbose_name='asked for')),
                ('mark', models.CharField(blank=True, editable=False, max_length=64)),
                ('step', models.CharField(blank=True, choices=[('waiting', 'waiting for its turn'), ('checking', 'being compared'), ('writing', 'being written')], editable=False, max_length=10, verbose_name='step')),
                ('moved_at', models.DateTimeField(editable=False, null=True, verbose_name='last progress')),
                ('refused', models.CharField(blank=True, editable=False, max_length=40)),
                ('result', models.JSONField(blank=True, default=dict, editable=False)),
                ('choices', models.JSONField(blank=True, default=dict, editable=False)),
                ('left_out', models.JSONField(blank=True, default=list, editable=False, help_text="The line's number, its cells, the reasons.")),
                ('asked_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('read_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'list of people',
                'verbose_name_plural': 'lists of people',
                'ordering': ['-read_at'],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('key', models.CharField(db_index=True, editable=False, max_length=160)),
                ('alike', models.CharField(db_index=True, editable=False, max_length=240)),
                ('licence', models.CharField(blank=True, max_length=20, verbose_name='licence number')),
                ('country', models.CharField(blank=True, help_text='Two or three letters, such as FR or BEL.', max_length=3, verbose_name='country')),
                ('series', models.CharField(blank=True, help_text='Such as 4B or super.', max_length=10, verbose_name='series')),
                ('birth_year', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='year of birth')),
                ('rating', models.PositiveIntegerField(blank=True, null=True, verbose_name='rating')),
                ('rated_games', models.PositiveIntegerField(blank=True, null=True, verbose_name='rated games')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='created')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to='tournaments.club', verbose_name='club')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'ordering': ['name', 'licence'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='partner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='partner_entries', to='tournaments.player', verbose_name='partner'),
        ),
        migrations.AddField(
            model_name='entry',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.player'),
        ),
        migrations.CreateModel(
            name='Printed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.SlugField(max_length=20)),
                ('subject', models.PositiveBigIntegerField()),
                ('document', models.SlugField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('keys', models.JSONField(default=list)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='printed')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='printed', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'printed document',
                'verbose_name_plural': 'printed documents',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='PrintJob',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('kind', models.SlugField(max_length=20)),
                ('subject', models.PositiveBigIntegerField()),
                ('document', models.SlugField(max_length=40)),
                ('options', models.JSONField(default=dict)),
                ('keys', models.JSONField(default=list)),
                ('paper', models.JSONField(default=dict)),
                ('language', models.CharField(max_length=10)),
                ('names_hidden', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('moved_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('state', models.CharField(choices=[('running', 'in progress'), ('done', 'ready'), ('failed', 'failed'), ('stopped', 'stopped')], default='running', max_length=7, verbose_name='state')),
                ('file', models.BinaryField(default=b'')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='print_jobs', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='print_jobs', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'document being made',
                'verbose_name_plural': 'documents being made',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='PrintPart',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('file', models.BinaryField()),
                ('job', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='parts', to='tournaments.printjob')),
            ],
            options={
                'verbose_name': 'part of a document',
                'verbose_name_plural': 'parts of documents',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='ResultLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('total', models.IntegerField(verbose_name='total')),
                ('negative', models.IntegerField(verbose_name='negative')),
                ('solo_points', models.PositiveSmallIntegerField(default=0, verbose_name='solos')),
                ('warnings', models.PositiveSmallIntegerField(default=0, verbose_name='warnings')),
                ('penalties', models.PositiveSmallIntegerField(default=0, verbose_name='penalties')),
                ('zeros', models.PositiveSmallIntegerField(default=0, verbose_name='zeros')),
                ('tops', models.PositiveSmallIntegerField(default=0, verbose_name='tops found')),
                ('best_move', models.PositiveSmallIntegerField(default=0, verbose_name='best move')),
                ('absent', models.BooleanField(default=False, verbose_name='absent')),
                ('rounds', models.JSONField(blank=True, default=list)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='result_lines', to='tournaments.entry')),
                ('result', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='tournaments.gameresult')),
            ],
            options={
                'verbose_name': 'line of a result',
                'verbose_name_plural': 'lines of results',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Room',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('key', models.CharField(editable=False, max_length=160)),
                ('first_table', models.PositiveIntegerField(verbose_name='first table')),
                ('last_table', models.PositiveIntegerField(verbose_name='last table')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rooms', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'room',
                'verbose_name_plural': 'rooms',
                'ordering': ['first_table'],
            },
        ),
        migrations.AddField(
            model_name='arbitrator',
            name='room',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='posts', to='tournaments.room', verbose_name='room'),
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, unique=True, verbose_name='name')),
                ('first_day', models.DateField(verbose_name='first day')),
                ('last_day', models.DateField(verbose_name='last day')),
                ('least_games', models.PositiveSmallIntegerField(default=1, verbose_name='least number of games')),
                ('best_games', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='best games')),
                ('club_players', models.PositiveSmallIntegerField(default=5, verbose_name='players of a club')),
                ('public', models.BooleanField(default=False, verbose_name='public')),
            ],
            options={
                'verbose_name': 'season',
                'verbose_name_plural': 'seasons',
                'ordering': ['-first_day', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('first_day__lte', models.F('last_day'))), name='season_in_order', violation_error_message='The first day comes before the last.'), models.CheckConstraint(condition=models.Q(('club_players__gte', 1), ('least_games__gte', 1), models.Q(('best_games__isnull', True), ('best_games__gte', 1), _connector='OR')), name='season_counts_something')],
            },
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('key', models.CharField(editable=False, max_length=160)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='teams', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'team',
                'verbose_name_plural': 'teams',
                'ordering': ['name'],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='team',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='tournaments.team', verbose_name='team'),
        ),
        migrations.AddConstraint(
            model_name='gameresult',
            constraint=models.UniqueConstraint(fields=('event', 'game', 'version'), name='result_version_once'),
        ),
        migrations.AddConstraint(
            model_name='gametable',
            constraint=models.UniqueConstraint(fields=('game', 'entry'), name='game_table_once'),
        ),
        migrations.AddConstraint(
            model_name='gametable',
            constraint=models.UniqueConstraint(fields=('game', 'table'), name='game_table_of_one'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', ''), _negated=True), fields=('licence',), name='player_licence_once'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('licence', '')), fields=('key',), name='player_name_once_without_licence'),
        ),
        migrations.AddConstraint(
            model_name='printed',
            constraint=models.UniqueConstraint(fields=('event', 'kind', 'subject', 'document'), name='printed_once_a_document'),
        ),
        migrations.AddConstraint(
            model_name='printpart',
            constraint=models.UniqueConstraint(fields=('job', 'number'), name='print_part_once'),
        ),
        migrations.AddConstraint(
            model_name='resultline',
            constraint=models.UniqueConstraint(fields=('result', 'entry'), name='result_line_once'),
        ),
        migrations.AddConstraint(
            model_name='room',
            constraint=models.UniqueConstraint(fields=('event', 'key'), name='room_once_an_event'),
        ),
        migrations.AddConstraint(
            model_name='room',
            constraint=models.CheckConstraint(condition=models.Q(('first_table__gte', 1), ('first_table__lte', models.F('last_table'))), name='room_range_of_tables'),
        ),
        migrations.AddConstraint(
            model_name='arbitrator',
            constraint=models.UniqueConstraint(fields=('event', 'user'), name='arbitrator_once_an_event'),
        ),
        migrations.AddConstraint(
            model_name='arbitrator',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('first_table__isnull', True), ('last_table__isnull', True)), models.Q(('first_table__isnull', False), ('first_table__lte', models.F('last_table')), ('last_table__isnull', False)), _connector='OR'), name='arbitrator_range_of_tables'),
        ),
        migrations.AddConstraint(
            model_name='arbitrator',
            constraint=models.CheckConstraint(condition=models.Q(('room__isnull', True), ('first_table__isnull', True), _connector='OR'), name='arbitrator_room_or_range'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('event', 'key'), name='team_once_an_event'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('event', 'player'), name='entry_once_an_event'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('event', 'partner'), name='entry_partner_once_an_event'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('event', 'table'), name='entry_own_table'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('partner__isnull', True), models.Q(('partner', models.F('player')), _negated=True), _connector='OR'), name='entry_pair_of_two'),
        ),
    ]
