"""A parser for TOML from outside, such as rule sets and match settings, from a file or a form.

`tomllib` takes quadratic time and memory on a key of many dotted parts: 32 kB cost a gigabyte and seconds. So
the text is first checked by a linear scan. Nothing that Isotop reads has more than two levels.
"""

import re
import tomllib
from typing import Any, Final

from engine.rules.setting_kinds import SettingProblem
from engine.translation import gettext_noop as _

MOST_TEXT: Final = 32 * 1024  # characters
MOST_PARTS: Final = 3

# An unterminated string extends to the point where tomllib would fail, so that the scan stays linear.
_STRING_OR_COMMENT: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?(?:"""(?:"{0,2})|\Z)'
    r"|'''.*?(?:'''(?:'{0,2})|\Z)"
    r'|"(?:[^"\\\n]|\\[^\n])*(?:"|(?=\\?\n)|\\?\Z)'
    r"|'[^'\n]*(?:'|$)"
    r"|#[^\n]*",
    re.DOTALL | re.MULTILINE,
)
_LONG_KEY: Final = re.compile(rf"[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){{{MOST_PARTS}}}")


class TomlError(ValueError):
    """A text that is not parsed; `problem` says why."""

    def __init__(self, problem: SettingProblem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def parse_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text into plain values.

    Raises:
        TomlError: it is not TOML, is too long, or has a key of too many parts.
    """
    if len(text) > MOST_TEXT:
        raise TomlError(SettingProblem(_("it is longer than {most} characters"), {"most": MOST_TEXT}))
    if _LONG_KEY.search(_STRING_OR_COMMENT.sub(_placeholder, text)):
        raise TomlError(SettingProblem(_("a key has more than {most} parts"), {"most": MOST_PARTS}))
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(SettingProblem(_("it is not valid TOML: {error}"), {"error": str(error)})) from error
    except (ValueError, RecursionError) as error:  # a number too large or a nesting too deep
        raise TomlError(SettingProblem(_("it cannot be read"))) from error


def _placeholder(found: re.Match[str]) -> str:
    return " " if found[0].startswith("#") else "s"
