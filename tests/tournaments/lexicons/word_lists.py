"""Lists of words, and files of them, for the tests of how lists are loaded."""

import io

from openpyxl import Workbook

from tournaments.lexicons.imports import services

FRENCH = ["avec", "vous", "nous", "toujours", "plus", "leur", "chez", "été", "être", "œuf", "garçon", "maïs"]
AFF = b"SET UTF-8\nSFX S Y 1\nSFX S 0 s .\nSFX a Y 1\nSFX a r ra r\n"
DIC = "5\nabaisser/a\nchat/S\nêtre\nParis\nADN/S\n".encode()
BAD = ["Paris", "ADN", "SNCF", "aujourd'hui", "abat-jour", "R2D2", "abasourdissaient"]


def text(*lines, end="\n"):
    return "".join(line + end for line in lines)


def excel(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def keep(data, file_name, by, language="fr"):
    return services.keep_file(data=data, file_name=file_name, language=language, by=by)
