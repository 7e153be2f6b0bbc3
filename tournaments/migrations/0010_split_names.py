"""Split the names that are there into given and family names, as the lists that brought them wrote them."""

from django.db import migrations

from tournaments.names.folding import fold_words
from tournaments.names.name_parts import split_name

CHUNK = 500
OF_LIST = "list "
FAMILY, GIVEN = {"nom", "apellidos", "last", "family"}, {"prenom", "nombre", "first", "given"}


def name_order(headings, reading):
    """Return the part of a name that a list wrote first; empty if it did not say so."""
    if "last_name" in reading and "first_name" in reading:
        return "given"  # as the program joined them
    if "name" not in reading:
        return ""
    words = fold_words(headings[reading.index("name")])
    family = next((place for place, word in enumerate(words) if word in FAMILY), None)
    given = next((place for place, word in enumerate(words) if word in GIVEN), None)
    if family is None or given is None:
        return ""
    return "family" if family < given else "given"


def split_names(apps, editor):
    def rows_of(name):
        # A backup is checked in a database beside the default one.
        return apps.get_model("tournaments", name).objects.using(editor.connection.alias)

    orders = {
        kept.pk: name_order(kept.headings, kept.reading)
        for kept in rows_of("PeopleList").defer("lines", "left_out", "result")
    }
    reasons = rows_of("HistoricalPlayer").filter(history_change_reason__startswith=OF_LIST)
    order_of = {}
    for key, name, reason in reasons.order_by("history_id").values_list("id", "name", "history_change_reason"):
        number = reason.removeprefix(OF_LIST)
        order_of[key, name] = orders.get(int(number), "") if number.isdecimal() else ""
    changed = []
    for player in rows_of("Player").filter(given_name="", family_name="").iterator(chunk_size=CHUNK):
        parts = split_name(player.name, order_of.get((player.pk, player.name), ""))
        player.given_name, player.family_name = parts.given, parts.family
        changed.append(player)
    rows_of("Player").bulk_update(changed, ["given_name", "family_name"], batch_size=CHUNK)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0009_people_of_federations")]

    operations = [migrations.RunPython(split_names, migrations.RunPython.noop)]
