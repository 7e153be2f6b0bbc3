"""No column changes: labels of settings are no longer part of the columns (`tournaments.described_settings.setting_columns`)."""

import django.db.models.deletion
import tournaments.classic.pairing
import tournaments.classic.rating
from django.db import migrations, models

FIELDS = {
    'apart_clubs': models.BooleanField(default=False),
    'apart_teams': models.BooleanField(default=False),
    'bye_spread': models.PositiveSmallIntegerField(default=50),
    'challenge': models.CharField(choices=[('void', 'void: only words of the lexicon can be played'), ('single', 'single: the challenger loses nothing'), ('double', 'double: the challenger loses a turn'), ('5', '5 points'), ('10', '10 points')], default='double', max_length=6),
    'challenge_points_for': models.CharField(choices=[('word', 'for each word challenged'), ('play', 'for the play')], db_default='word', default='word', max_length=4),
    'challenge_points_go': models.CharField(choices=[('lost', 'the challenger loses them'), ('gained', 'the player who was challenged gains them')], db_default='lost', default='lost', max_length=6),
    'clock_minutes': models.PositiveSmallIntegerField(default=25),
    'clocks_given': models.BooleanField(default=False),
    'cycles': models.PositiveSmallIntegerField(default=1),
    'exchange_minimum': models.PositiveSmallIntegerField(default=7),
    'final_adjustment': models.CharField(choices=[('each', 'everyone loses the tiles left, and who went out gains those of the others'), ('double', 'who went out gains the tiles of the others twice, and the others lose nothing')], db_default='each', default='each', max_length=6),
    'first_table': models.PositiveIntegerField(db_default=1, default=1),
    'forfeit_spread': models.PositiveSmallIntegerField(default=50),
    'gibson': models.BooleanField(db_default=False, default=False),
    'group_size': models.PositiveSmallIntegerField(blank=True, null=True),
    'groups_by': models.CharField(choices=[('number', 'by number: the strongest in the first group'), ('rank', 'by rank: the best so far in the first group'), ('mixed', 'mixed by number: one of each strength in every group')], db_default='number', default='number', max_length=6),
    'hill_rematches': models.BooleanField(default=True),
    'leavers_unranked': models.BooleanField(db_default=False, default=False),
    'legs': models.PositiveSmallIntegerField(default=1),
    'lexicon': models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.lexicon'),
    'method': models.CharField(choices=tournaments.classic.pairing.method_choices, default='swiss', max_length=20),
    'missed_late': models.CharField(choices=[('nothing', 'nothing'), ('loss', 'a loss, with the spread of a forfeit'), ('bye', 'a bye')], db_default='nothing', default='nothing', max_length=7),
    'missed_left': models.CharField(choices=[('nothing', 'nothing'), ('loss', 'a loss, with the spread of a forfeit'), ('bye', 'a bye')], db_default='nothing', default='nothing', max_length=7),
    'name': models.CharField(max_length=80),
    'opponents': models.CharField(choices=[('halves', 'upper half against lower half: 1–5, 2–6 … of eight'), ('fold', 'first against last: 1–8, 2–7 … of eight'), ('neighbours', 'neighbours: 1–2, 3–4 …')], default='halves', max_length=10),
    'overtime_points': models.PositiveSmallIntegerField(default=10),
    'passes_each': models.PositiveSmallIntegerField(db_default=2, default=2),
    'prize_places': models.PositiveSmallIntegerField(db_default=1, default=1),
    'quarters': models.CharField(choices=[('324', '1–3 and 2–4, then 1–2 and 3–4, then 1–4 and 2–3'), ('342', '1–3 and 2–4, then 1–4 and 2–3, then 1–2 and 3–4'), ('234', '1–2 and 3–4, then 1–3 and 2–4, then 1–4 and 2–3'), ('243', '1–2 and 3–4, then 1–4 and 2–3, then 1–3 and 2–4'), ('423', '1–4 and 2–3, then 1–2 and 3–4, then 1–3 and 2–4'), ('432', '1–4 and 2–3, then 1–3 and 2–4, then 1–2 and 3–4')], default='324', max_length=3),
    'rating_system': models.CharField(choices=tournaments.classic.rating.system_choices, db_default='elo', default='elo', max_length=20),
    'rounds_ahead': models.PositiveSmallIntegerField(default=0),
    'rounds_planned': models.PositiveSmallIntegerField(default=7),
    'scoreless_turns': models.PositiveSmallIntegerField(blank=True, null=True),
    'second_tie_break': models.CharField(blank=True, choices=[('spread', 'spread'), ('uncapped_spread', 'spread without a cap'), ('points', 'points scored'), ('opponents_wins', 'wins of the opponents (Buchholz)'), ('opponents_wins_but_least', 'the same without the least of them'), ('beaten_opponents_wins', 'wins of those who were beaten (Sonneborn-Berger)'), ('head_to_head', 'wins against each other'), ('head_to_head_spread', 'spread against each other'), ('high_game', 'best score of a match')], max_length=24),
    'spread_caps': models.JSONField(blank=True, db_default=[], default=list),
    'third_tie_break': models.CharField(blank=True, choices=[('spread', 'spread'), ('uncapped_spread', 'spread without a cap'), ('points', 'points scored'), ('opponents_wins', 'wins of the opponents (Buchholz)'), ('opponents_wins_but_least', 'the same without the least of them'), ('beaten_opponents_wins', 'wins of those who were beaten (Sonneborn-Berger)'), ('head_to_head', 'wins against each other'), ('head_to_head_spread', 'spread against each other'), ('high_game', 'best score of a match')], max_length=24),
    'tie_break': models.CharField(choices=[('spread', 'spread'), ('uncapped_spread', 'spread without a cap'), ('points', 'points scored'), ('opponents_wins', 'wins of the opponents (Buchholz)'), ('opponents_wins_but_least', 'the same without the least of them'), ('beaten_opponents_wins', 'wins of those who were beaten (Sonneborn-Berger)'), ('head_to_head', 'wins against each other'), ('head_to_head_spread', 'spread against each other'), ('high_game', 'best score of a match')], default='spread', max_length=24),
    'turn_seconds': models.PositiveSmallIntegerField(blank=True, null=True),
}


class Migration(migrations.Migration):

    dependencies = [
        ('classic', '0014_leavers_unranked'),
        ('tournaments', '0018_figures_of_results'),
    ]

    operations = [
        migrations.AlterField(model_name='division', name=name, field=field) for name, field in FIELDS.items()
    ]
