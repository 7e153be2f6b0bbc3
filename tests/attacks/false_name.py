"""Somebody who joins as a player who is there, with letters of another alphabet, to be taken for that player."""

import html

# A Cyrillic О, and small letters о and а beside Latin ones: in most fonts the same as the Latin ones.
TRUE_NAME, FALSE_NAMES = "Oona Cato", ("\u041eona Cato", "O\u043ena C\u0430to")


def attack(ground):
    code = ground.desk.new_game("False names")
    ground.phones(code, TRUE_NAME, *FALSE_NAMES)
    for path in (f"/desk/{code}/", f"/desk/{code}/players/"):
        page = html.unescape(ground.desk.get(path).text)
        assert f"{FALSE_NAMES[1]} (table 3) looks like {TRUE_NAME} (table 1)." in page, path
    assert f"{FALSE_NAMES[0]} (table 2) looks like {TRUE_NAME} (table 1)." in page
    return f"{len(FALSE_NAMES)} false names joined, and the desk was told of each"
