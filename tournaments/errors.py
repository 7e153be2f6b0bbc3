"""What people are told when an act cannot be done; everything else that is raised is a bug."""

from django.utils.functional import Promise


class RuleViolation(ValueError):
    """An act that the rules or the state of things forbid. `str()` is the sentence, in the language in force.

    `code` is for programs; `message` is a (lazily translated) template that names the thing to mend.
    """

    def __init__(self, code: str, message: str | Promise, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.message = message
        self.params = params

    def __str__(self) -> str:
        return str(self.message).format(**self.params)


class WordListErrors(ValueError):
    """A word list that was not loaded; `errors` are sentences, one a faulty line (the first hundred).

    `misread`: some of it cannot be read in the encoding that was named. `says_more`: lines begin with a word, and say
    more. `tile_sets`: a sentence on the tile set, where it lacks letters of the list, or nothing.
    """

    def __init__(
        self, errors: list[str], count: int, *, misread: bool, says_more: bool, tile_sets: str
    ) -> None:
        super().__init__("\n".join(errors))
        self.errors = errors
        self.count = count
        self.misread = misread
        self.says_more = says_more
        self.tile_sets = tile_sets
