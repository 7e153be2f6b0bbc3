import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tournaments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='EventImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('uid', models.UUIDField(unique=True)),
                ('made', models.JSONField(default=dict)),
                ('moved_at', models.DateTimeField()),
                ('event', models.OneToOneField(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='import_under_way', to='tournaments.event')),
            ],
            options={
                'verbose_name': 'event being imported',
                'verbose_name_plural': 'events being imported',
            },
        ),
        migrations.CreateModel(
            name='SampleEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('players', models.JSONField(default=list)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='sample', to='tournaments.event')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'sample event',
                'verbose_name_plural': 'sample events',
                'constraints': [models.UniqueConstraint(fields=('made_by',), name='sample_once_a_user')],
            },
        ),
    ]
