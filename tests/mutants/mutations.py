"""Mutations of the program: small changes in the bodies of functions, and a sample of them.

Which there are, their names and the sample of a seed follow from the source alone, whatever the tests are.
"""

import ast
import hashlib
import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The sample has as many of each. No test on SQLite tells whether a row was locked.
PACKAGES = {
    "permissions": [
        "duplicate/views/permissions.py",
        "tournaments/classic/views/desk/permissions.py",
        "tournaments/events/staff.py",
        "tournaments/organisers/rights.py",
        "tournaments/views/permissions.py",
    ],
    "locks": [
        "duplicate/acts/locks.py",
        "tournaments/classic/acts/locks.py",
        "tournaments/club_tables/locks.py",
        "tournaments/locks.py",
    ],
    **{f"engine/{name}": [f"engine/{name}"] for name in ("rules", "racks", "scoring.py", "duplicate_games")},
    **{
        f"duplicate/{name}": [f"duplicate/{name}"]
        for name in ("judging", "slips", "rounds", "arbitration", "standings")
    },
    **{
        f"tournaments/{name}": [f"tournaments/{name}"]
        for name in ("standings", "classic/pairing", "classic/rules", "classic/standings")
    },
}


def _both_ways(*pairs):
    return dict(pairs) | {after: before for before, after in pairs}


COMPARISONS = _both_ways(
    (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn)
)
ARITHMETIC = {ast.Mult: ast.Add, ast.FloorDiv: ast.Mult} | _both_ways(
    (ast.Add, ast.Sub), (ast.BitAnd, ast.BitOr)
)
FUNCTIONS = _both_ways(("min", "max"), ("any", "all"))
METHODS = _both_ways(("filter", "exclude"), ("first", "last"))
LOOKUPS = _both_ways(("lt", "lte"), ("gt", "gte"))
# Calls whose arguments are left as they are: texts, lines of the log, and what SQLite does without.
LEFT_OUT = re.compile(
    "_|[np]?gettext(_lazy)?|format_html|debug|info|warning|error|exception|cast|select_for_update"
)


@dataclass(frozen=True)
class Mutant:
    """The program with one change. `functions` are the code objects around it, outermost first, as pairs of
    qualified name and first line.
    """

    key: str
    package: str
    path: str
    line: int
    operator: str
    before: str
    after: str
    functions: tuple[tuple[str, int], ...]

    def __str__(self):
        return f"{self.path}:{self.line} {self.operator}: {self.before} -> {self.after}"


@dataclass
class Place:
    """The node of a mutation, what replaces it, and the mutant's name."""

    mutant: Mutant
    node: ast.AST
    replacement: ast.AST


def _change_item(items, place, item):
    return [*items[:place], item, *items[place + 1 :]]


def _change_expression(node):
    match node:
        case ast.Compare(left=left, ops=operators, comparators=values):
            for place, operator in enumerate(operators):
                other = COMPARISONS[type(operator)]()
                yield "comparison", ast.Compare(left, _change_item(operators, place, other), values)
        case ast.BoolOp(op=operator, values=values):
            yield "and/or", ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not", operand
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in ARITHMETIC:
            if not (_is_sequence(left) or _is_sequence(right)):
                yield "arithmetic", ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.Constant(value=int() as value):
            yield "constant", ast.Constant(not value if isinstance(value, bool) else value + 1)
        case ast.Name(id=name, ctx=ast.Load()) if name in FUNCTIONS:
            yield "function", ast.Name(FUNCTIONS[name], ast.Load())
        case ast.Call():
            yield from _change_call(node)


def _change_call(call):
    function, arguments, keywords = call.func, call.args, call.keywords
    if isinstance(function, ast.Attribute) and function.attr in METHODS:
        other = ast.Attribute(function.value, METHODS[function.attr], ast.Load())
        yield "method", ast.Call(other, arguments, keywords)
    for place, keyword in enumerate(keywords):
        field, _separator, lookup = (keyword.arg or "").rpartition("__")
        if field and lookup in LOOKUPS:
            other = ast.keyword(f"{field}__{LOOKUPS[lookup]}", keyword.value)
            yield "lookup", ast.Call(function, arguments, _change_item(keywords, place, other))


def _is_sequence(node):
    """Tell whether a text, list or tuple stands here: each test that comes by would fail without its sum."""
    is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return is_text or isinstance(node, ast.JoinedStr | ast.List | ast.Tuple)


def _change_statement(node):
    """Yield other statements. All names of the statement stay in them: a function cannot get code that reads
    fewer variables of the functions around it.
    """
    match node:
        case ast.AugAssign(target=target, op=operator, value=value) if type(operator) in ARITHMETIC:
            yield "arithmetic", ast.AugAssign(target, ARITHMETIC[type(operator)](), value)
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            yield "return", ast.Return(ast.IfExp(ast.Constant(True), ast.Constant(None), value))
        case (
            ast.Expr(value=ast.Call()) | ast.Raise() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()])
        ):
            yield "statement", ast.If(ast.Constant(False), [node], [])


class _Reader(ast.NodeVisitor):
    """Collect the places of one file."""

    def __init__(self, path, package):
        self._path, self._package = path, package
        self._scopes = []
        self._functions = []
        self._conditions = set()
        self._keys = Counter()
        self.places = []

    def visit(self, node):
        if _is_left_out(node):
            return
        if isinstance(node, ast.If | ast.While | ast.IfExp):
            self._conditions.add(id(node.test))
        elif isinstance(node, ast.comprehension):
            self._conditions.update(map(id, node.ifs))
        if self._functions:
            for operator, replacement in self._change(node):
                self._add(node, operator, replacement)
        super().visit(node)

    def _change(self, node):
        if isinstance(node, ast.stmt):
            yield from _change_statement(node)
        elif isinstance(node, ast.expr):
            yield from _change_expression(node)
            # The others are negated by a change of their own.
            if id(node) in self._conditions and not isinstance(
                node, ast.Compare | ast.Constant | ast.UnaryOp
            ):
                yield "condition", ast.UnaryOp(ast.Not(), node)

    def _add(self, node, operator, replacement):
        after = {"return": "return None", "statement": "pass"}.get(operator) or ast.unparse(replacement)
        before, after = _shorten(ast.unparse(node), after)
        name = f"{self._path} {self._functions[-1][0]} {operator}: {before} -> {after}"
        self._keys[name] += 1
        mutant = Mutant(
            key=f"{name} #{self._keys[name]}",
            package=self._package,
            path=self._path,
            line=node.lineno,
            operator=operator,
            before=before,
            after=after,
            functions=tuple(self._functions),
        )
        self.places.append(Place(mutant, node, replacement))

    def visit_ClassDef(self, node):
        self._scopes.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self._scopes.pop()

    def visit_FunctionDef(self, node):
        lines = [node.lineno, *(decorator.lineno for decorator in node.decorator_list)]
        self._functions.append((".".join([*self._scopes, node.name]), min(lines)))
        self._scopes += [node.name, "<locals>"]
        for statement in node.body:
            self.visit(statement)
        del self._scopes[-2:]
        self._functions.pop()

    def visit_AnnAssign(self, node):
        if node.value:
            self.visit(node.value)

    def visit_match_case(self, node):
        for part in (node.guard, *node.body):
            if part:
                self.visit(part)


def _is_left_out(node):
    match node:
        case (
            ast.Assert()
            | ast.JoinedStr()
            | ast.If(test=ast.Name(id="TYPE_CHECKING"))
            | ast.keyword(arg="strict")
        ):
            return True
        case ast.Expr(value=ast.Call() as call):
            return _is_left_out(call)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return LEFT_OUT.fullmatch(name) is not None
    return False


def _shorten(before, after):
    """Return two texts on one line each, and of long ones what lies around their first difference."""
    before, after = (" ".join(text.split()) for text in (before, after))
    places = enumerate(zip(before, after, strict=False))
    start = max(0, next((place for place, (old, new) in places if old != new), 0) - 40)
    return tuple(
        f"{'…' * bool(start)}{text[start : start + 80]}{'…' * (len(text) > start + 80)}"
        for text in (before, after)
    )


def read_places(source, path, package=""):
    """Return the tree of a file, and the places of its mutations."""
    tree = ast.parse(source)
    reader = _Reader(path, package)
    reader.visit(tree)
    return tree, reader.places


def list_mutants():
    for package, parts in PACKAGES.items():
        for part in parts:
            files = sorted((ROOT / part).rglob("*.py")) if (ROOT / part).is_dir() else [ROOT / part]
            for file in files:
                path = file.relative_to(ROOT).as_posix()
                for place in read_places(file.read_text(), path, package)[1]:
                    yield place.mutant


def choose_mutants(mutants, count, seed, known=()):
    """Choose `count` of them, from each package as many and from a line at most one; known keys come first.

    The order is that of a hash, so that a change of the source changes few of the choice.
    """

    def order(mutant):
        return mutant.key not in known, hashlib.sha256(f"{seed} {mutant.key}".encode()).hexdigest()

    turns = []
    lines = set()
    for _package, group in groupby(mutants, key=lambda mutant: mutant.package):
        turn = 0
        for mutant in sorted(group, key=order):
            if (mutant.path, mutant.line) not in lines:
                lines.add((mutant.path, mutant.line))
                turns.append((turn, mutant))
                turn += 1
    return [mutant for _turn, mutant in sorted(turns, key=lambda pair: pair[0])[:count]]


class _Changer(ast.NodeTransformer):
    def __init__(self, places, change):
        self._places, self._change = places, change

    def visit(self, node):
        changed = self.generic_visit(node)
        for place in self._places:
            if place.node is node:
                changed = self._change(place, changed)
        return changed


def compile_changed(mutants, change, *, source, file):
    """Compile the module `file` with `change` made at the place of each of these mutants of it."""
    keys = {mutant.key for mutant in mutants}
    tree, places = read_places(source, mutants[0].path)
    tree = _Changer([place for place in places if place.mutant.key in keys], change).visit(tree)
    return compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)


def mutate(place, node):
    return ast.copy_location(place.replacement, node)


def probe(place, node):
    """Call `__reached__` with the mutant's key before the node."""
    call = ast.Call(ast.Name("__reached__", ast.Load()), [ast.Constant(place.mutant.key)], [])
    if isinstance(place.node, ast.stmt):
        return [ast.copy_location(ast.Expr(call), place.node), *(node if isinstance(node, list) else [node])]
    pair = ast.Tuple([call, node], ast.Load())
    return ast.copy_location(ast.Subscript(pair, ast.Constant(1), ast.Load()), place.node)
