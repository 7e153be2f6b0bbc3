"""The people of a festival as a federation's file has them: 404 lines, 20 of them pairs, of whom four stay away."""

LINES = 404
ON_PHONES = range(1, 301)
ABSENT = (310, 330, 350, 370)

_HEADINGS = (
    "Nom;Prénom;N° licence;Série;Catégorie;Code club;Club;Comité;Fédération;"
    "Partenaire;Table;Équipe;Payé;Remarques"
)
_GIVEN = (
    *(
        "Anne",
        "Élise",
        "Jérôme",
        "François",
        "Zoé",
        "Éric",
        "Nadège",
        "Ömer",
        "Hélène",
        "Noël",
        "Océane",
        "Gaël",
    ),
    *("Inès", "Théo", "Raphaël", "Léa", "Mélanie", "Yann", "Ursule", "Chloé", "Marie-Claude", "Jean-Pierre"),
    *("Solène", "Loïc", "Maëlle", "Benoît", "Agnès", "Cédric", "Françoise", "Bérénice"),
)
_FAMILY = (
    *(
        "Durand",
        "Lefèvre",
        "Œuvrard",
        "Île",
        "Châtelain",
        "Ünal",
        "Guérin",
        "Étienne",
        "Çelik",
        "Roux",
        "Petit",
    ),
    *(
        "Dupré",
        "Martin",
        "Moulin",
        "Fabre",
        "Caron",
        "Picard",
        "Huet",
        "Roche",
        "Être",
        "Zimmer",
        "Abbé",
        "Noël",
    ),
    *("de la Tour", "Le Goff", "Saint-Exupéry"),
)
_SERIES = ("1A", "1B", "2A", "3A", "3B", "4A", "4B", "4C", "5A", "5B", "6A", "6B", "7", "N")
# As federations write them; the program has its own names for some.
_CATEGORIES = {
    "S": "Senior",
    "V": "Vermeil",
    "D": "Diamant",
    "Vermeils": "Vermeil",
    "J": "Junior",
    "C": "Cadet",
    "B": "Benjamin",
    "P": "Poussin",
}
_TOWNS = (
    *(
        "Aix-les-Bains",
        "Besançon",
        "Châteauroux",
        "Dunkerque",
        "Épinal",
        "Forêt",
        "Genève",
        "Hyères",
        "Issoire",
    ),
    *("Jonzac", "Krautergersheim", "Liège", "Montluçon", "Nîmes", "Orléans", "Périgueux", "Québec", "Rennes"),
    *("Saint-Germain-des-Prés-sur-Loire", "Thonon", "Ussel", "Vichy", "Wavre"),
)
_COMMITTEES, _FEDERATIONS = ("Auvergne", "Bretagne", "Léman"), ("FFSc", "FBS", "FSS", "FQCSF")


def licence_of(table):
    return str(1_000_000 + table)


def facts_of(table):
    """Return series, age category, club and team of the (first) player at a table."""
    category = [*_CATEGORIES.values()][table % len(_CATEGORIES)]
    town = _TOWNS[table % len(_TOWNS)]
    return _SERIES[table % len(_SERIES)], category, f"Scrabble-club de {town}", f"Équipe {table % 40 + 1:02}"


def is_pair(table):
    return table % 20 == 0


def file_of_federation():
    """Return the file as Excel in French saves it."""
    lines = [";".join(map(str, _cells(table))) for table in range(1, LINES + 1)]
    return "\r\n".join([_HEADINGS, *lines]).encode("windows-1252")


def _cells(table):
    given, family = _GIVEN[table % len(_GIVEN)], _FAMILY[(table // len(_GIVEN) + 7 * table) % len(_FAMILY)]
    series, _category, club, team = facts_of(table)
    category = [*_CATEGORIES][table % len(_CATEGORIES)]
    code = f"{club[17]}{table % len(_TOWNS):02}"
    partner = (
        f"{_GIVEN[(11 * table + 3) % len(_GIVEN)]} Binôme-{_FAMILY[table % 23]}" if is_pair(table) else ""
    )
    return (
        *(family.upper(), given, licence_of(table), series, category, code, club),
        *(_COMMITTEES[table % 3], _FEDERATIONS[table % 4], partner, table, team),
        *("oui" if table % 3 else "", "fauteuil roulant" if table == 7 else ""),
    )
