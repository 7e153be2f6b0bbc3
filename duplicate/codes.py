"""Game codes: what players type to join."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from tournaments import codes

LENGTH = 5


class GameCode(StringConverter):
    """What may stand for a code in an address; small letters are as good."""

    regex = "[A-Za-z0-9]{1,8}"


register_converter(GameCode, "code")


def is_code(text: str) -> bool:
    """Whether it could have been given here: an address with anything else may not even be written."""
    return len(text) == LENGTH and set(text) <= set(codes.ALPHABET)


def new_code() -> str:
    return codes.new_code(LENGTH)
