"""Asking by the fast path, without a server: the applications themselves, and whether they left it to the view."""

import asyncio
import json

from django.db import connection

OF_THE_ANSWER = {"content-type", "cache-control", "server-time", "retry-after", "www-authenticate"}


class Answer:
    def __init__(self, status, headers, body, took_fast_path=None):
        self.status, self.body, self.took_fast_path = status, body, took_fast_path
        self.pairs = list(headers)
        self.headers = {name.lower(): text for name, text in self.pairs if name.lower() in OF_THE_ANSWER}

    @property
    def all(self):
        return self.status, self.headers, self.body

    def json(self):
        return json.loads(self.body)


def ask_together(application, together, requests):
    """Return the answers of `application` to concurrent requests: (method, path, body, headers) each."""
    return asyncio.run(_ask_all(application, together, requests))


async def _ask_all(application, together, requests):
    try:
        return await asyncio.gather(*(_ask(application, *request) for request in requests))
    finally:
        await end_thread(together)


async def end_thread(together):
    """End the thread of the running loop's queue, and its connection with it."""
    thread = together.queue().thread
    await asyncio.get_running_loop().run_in_executor(thread, close_connection)
    thread.shutdown()


def close_connection():
    connection.close()


async def _ask(application, method, path, body, headers):
    from deploy.asgi import pages

    went_on, sent = [], []

    async def page(scope, receive, send):
        went_on.append(scope)
        await pages(scope, receive, send)

    said = iter(
        [
            {"type": "http.request", "body": body[:5], "more_body": True},
            {"type": "http.request", "body": body[5:], "more_body": False},
        ]
    )

    async def receive():
        return next(said, None) or await asyncio.Future()

    async def send(message):
        sent.append(message)

    path, _mark, query = path.partition("?")
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": b"",
        "query_string": query.encode(),
        "scheme": "http",
        "client": ("127.0.0.1", 50000),
        "headers": [
            (b"host", b"testserver"),
            (b"content-length", str(len(body)).encode()),
            *((name.lower().encode(), text.encode()) for name, text in headers.items()),
        ],
    }
    await application(scope, receive, send, page)
    start = sent[0]
    pairs = [(name.decode(), text.decode()) for name, text in start["headers"]]
    return Answer(
        start["status"], pairs, b"".join(part["body"] for part in sent[1:]), took_fast_path=not went_on
    )


def ask_application(application, method, path, headers=()):
    """Return the answer of the whole application to one request, from a client that leaves once it has it."""
    return asyncio.run(_ask_application(application, method, path, dict(headers)))


async def _ask_application(application, method, path, headers):
    from duplicate.api.fast_path import frames, joins, phone_pages, sheets, slips
    from duplicate.live import subscriptions

    told, began = [], asyncio.Event()
    first = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive():
        if (request := next(first, None)) is not None:
            return request
        await began.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        told.append(message)
        if not message.get("more_body") or len(told) > 1:
            began.set()

    pairs = [(name.lower().encode(), text.encode()) for name, text in headers.items()]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": pairs,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
    }
    try:
        await application(scope, receive, send)
    finally:
        readers = (frames._readers, phone_pages._readers, sheets._readers, subscriptions._phones)
        for together in (*readers, slips._takers, joins._joiners):
            if asyncio.get_running_loop() in together._queues:
                await end_thread(together)
    body = b"".join(message.get("body", b"") for message in told)
    answer = Answer(told[0]["status"], [], body)
    answer.headers = {name.decode().lower(): text.decode() for name, text in told[0]["headers"]}
    return answer
