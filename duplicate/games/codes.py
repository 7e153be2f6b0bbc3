"""Game codes, which players type to join."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from tournaments import codes

LENGTH = 5


class GameCode(StringConverter):
    """The text that an address accepts as a code; small letters are as good."""

    regex = "[A-Za-z0-9]{1,8}"


register_converter(GameCode, "code")


def is_code(text: str) -> bool:
    """Tell whether this program could have given out a code: an address with anything else may not even be
    written.
    """
    return len(text) == LENGTH and set(text) <= set(codes.ALPHABET)


def new_code() -> str:
    return codes.new_code(LENGTH)
