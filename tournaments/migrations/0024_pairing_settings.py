"""What the methods of pairing go by, and tie-breaks, as settings of a division."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0023_phones_claimed'),
    ]

    operations = [
        migrations.AddField(
            model_name='division',
            name='apart_clubs',
            field=models.BooleanField(default=False, verbose_name='keep clubs apart'),
        ),
        migrations.AddField(
            model_name='division',
            name='apart_teams',
            field=models.BooleanField(default=False, verbose_name='keep teams apart'),
        ),
        migrations.AddField(
            model_name='division',
            name='cycles',
            field=models.PositiveSmallIntegerField(default=1, verbose_name='times that all meet'),
        ),
        migrations.AddField(
            model_name='division',
            name='hill_rematches',
            field=models.BooleanField(default=True, verbose_name='king of the hill repeats matches'),
        ),
        migrations.AddField(
            model_name='division',
            name='legs',
            field=models.PositiveSmallIntegerField(default=1, verbose_name='rounds of team against team'),
        ),
        migrations.AddField(
            model_name='division',
            name='opponents',
            field=models.CharField(choices=[('halves', 'upper half against lower half: 1–5, 2–6 … of eight'), ('fold', 'first against last: 1–8, 2–7 … of eight'), ('neighbours', 'neighbours: 1–2, 3–4 …')], default='halves', max_length=10, verbose_name='who meets whom'),
        ),
        migrations.AddField(
            model_name='division',
            name='quarters',
            field=models.CharField(choices=[('324', '1–3 and 2–4, then 1–2 and 3–4, then 1–4 and 2–3'), ('342', '1–3 and 2–4, then 1–4 and 2–3, then 1–2 and 3–4'), ('234', '1–2 and 3–4, then 1–3 and 2–4, then 1–4 and 2–3'), ('243', '1–2 and 3–4, then 1–4 and 2–3, then 1–3 and 2–4'), ('423', '1–4 and 2–3, then 1–2 and 3–4, then 1–3 and 2–4'), ('432', '1–4 and 2–3, then 1–3 and 2–4, then 1–2 and 3–4')], default='324', max_length=3, verbose_name='quarters'),
        ),
        migrations.AddField(
            model_name='division',
            name='second_tie_break',
            field=models.CharField(blank=True, choices=[('spread', 'spread'), ('uncapped_spread', 'spread without a cap'), ('points', 'points scored'), ('opponents_wins', 'wins of the opponents (Buchholz)'), ('opponents_wins_but_least', 'the same without the least of them'), ('beaten_opponents_wins', 'wins of those who were beaten (Sonneborn-Berger)'), ('head_to_head', 'wins against each other'), ('head_to_head_spread', 'spread against each other'), ('high_game', 'best score of a match')], max_length=24, verbose_name='second tie-break'),
        ),
        migrations.AddField(
            model_name='division',
            name='third_tie_break',
            field=models.CharField(blank=True, choices=[('spread', 'spread'), ('uncapped_spread', 'spread without a cap'), ('points', 'points scored'), ('opponents_wins', 'wins of the opponents (Buchholz)'), ('opponents_wins_but_least', 'the same without the least of them'), ('beaten_opponents_wins', 'wins of those who were beaten (Sonneborn-Berger)'), ('head_to_head', 'wins against each other'), ('head_to_head_spread', 'spread against each other'), ('high_game', 'best score of a match')], max_length=24, verbose_name='third tie-break'),
        ),
        migrations.AddField(
            model_name='division',
            name='tie_break',
            field=models.CharField(choices=[('spread', 'spread'), ('uncapped_spread', 'spread without a cap'), ('points', 'points scored'), ('opponents_wins', 'wins of the opponents (Buchholz)'), ('opponents_wins_but_least', 'the same without the least of them'), ('beaten_opponents_wins', 'wins of those who were beaten (Sonneborn-Berger)'), ('head_to_head', 'wins against each other'), ('head_to_head_spread', 'spread against each other'), ('high_game', 'best score of a match')], default='spread', max_length=24, verbose_name='tie-break'),
        ),
    ]
