"""The API follows its OpenAPI schema for every user: requests are generated from the schema, valid and
invalid, and every answer is compared with it.

Hypothesis generates the requests through schemathesis, always the same (`derandomize`), so that only a change
of the program can make these tests fail. Each request is undone.
"""

import pytest
import requests
import schemathesis
from django.core.cache import cache
from django.db import transaction
from django.urls import Resolver404, resolve
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, assume, given, note, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.permissions.world import make_world

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

ROLES = ("stranger", "player", "other game's player", "arbitrator", "administrator")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
EXAMPLES = 40
SITE = "http://testserver"
KINDS = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)
# Values that random requests would hardly ever have, and that pass the first check.
LIKELY = {"round": 2, "word": "SATIRE", "ref": "8A", "score": 10}


@pytest.fixture(scope="module")
def requests_of_schema():
    """Return one strategy of requests, valid and invalid, for each operation."""
    schema = schemathesis.openapi.from_dict(SchemaGenerator().get_schema(request=None, public=True))
    operations = [result.ok() for result in schema.get_all_operations()]
    return [st.one_of(*(operation.as_strategy(kind) for kind in KINDS)) for operation in operations]


@pytest.fixture
def world(game, players, arbitrator, hands, open_round, close_round, announce_top):
    """Make a game with an announced round, about which a player asks, and an open one."""
    open_round("TRAINER")
    close_round()
    announce_top(1)
    open_round("SATIRES")
    return make_world(game, players, arbitrator)


def reaches_the_api(case):
    """Return False for addresses that Django answers before the API."""
    try:
        resolve(case.formatted_path)
    except Resolver404:
        return False
    return True


@st.composite
def cases(draw, requests, world):
    """Draw a request, mostly to the game that there is, and sometimes with what a phone would say."""
    case = draw(requests)
    if draw(st.integers(0, 3)):
        for part in case.path_parameters:
            case.path_parameters[part] = str(world.parts[part])
    assume(reaches_the_api(case))
    if isinstance(case.body, dict):
        for field in draw(st.sets(st.sampled_from(sorted(LIKELY)))) & case.body.keys():
            case.body[field] = LIKELY[field]
    return case


def answer_to(case, client):
    """Return the program's answer, in the form in which the checks read it."""
    sent = requests.Request(**case.as_transport_kwargs(base_url=SITE)).prepare()
    # Nothing compressed: nobody here would undo it.
    left_out = {"Content-Type", "Cookie", "Accept-Encoding"}
    headers = {name: value for name, value in sent.headers.items() if name not in left_out}
    body = sent.body.encode() if isinstance(sent.body, str) else sent.body or b""
    kind = sent.headers.get("Content-Type", "")
    answer = client.generic(sent.method, sent.path_url, body, content_type=kind, headers=headers)
    told = {name: [value] for name, value in answer.headers.items()}
    return schemathesis.Response(answer.status_code, told, answer.content, sent, elapsed=0, verify=False)


def test_answers_are_those_of_the_schema(world, requests_of_schema):
    """Ask each request as everybody: generating one takes as long as answering it."""
    clients = {role: world.client_of(role) for role in ROLES}
    statuses = {role: set() for role in ROLES}
    for requests_of_operation in requests_of_schema:

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=cases(requests_of_operation, world))
        def holds(case):
            for role, client in clients.items():
                cache.clear()  # nobody asks too often
                with transaction.atomic():
                    answer = answer_to(case, client)
                    transaction.set_rollback(True)
                note(role)
                statuses[role].add(answer.status_code)
                case.validate_response(answer, checks=CHECKS)

        holds()
    wanted = {"player": {200, 201, 204, 400, 404, 409}, "other game's player": {201, 400, 403, 404}}
    for role, answered in statuses.items():
        assert answered >= wanted.get(role, {201, 400, 401, 404}), f"{role} was answered only {answered}"
