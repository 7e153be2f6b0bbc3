"""Asking by the fast path, without a server: the applications themselves, and whether they left it to the view."""

import asyncio
import json

from django.db import connection

OF_THE_ANSWER = {"content-type", "cache-control", "server-time", "retry-after", "www-authenticate"}


class Answer:
    def __init__(self, status, headers, body, took_fast_path=None):
        self.status, self.body, self.took_fast_path = status, body, took_fast_path
        self.headers = {name.lower(): text for name, text in headers if name.lower() in OF_THE_ANSWER}

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
