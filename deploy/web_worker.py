"""The worker of gunicorn that serves pages and API."""

import socket

from gunicorn.workers.gthread import ThreadWorker


class DrainingWorker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """A worker that closes its port as soon as it has to stop.

    gunicorn's own worker closes the port at the end of its grace. Connections that come in between are reset, and the
    proxy must not send a POST again that it has sent already. A closed port refuses them, so the proxy goes on to the
    next server.
    """

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled)
        if enabled or self.alive:
            return
        for listener in self.sockets:
            self._accept_all(listener)
            listener.close()

    def _accept_all(self, listener: socket.socket) -> None:
        """Accept the connections that wait already: they are answered, and then closed."""
        before = -1
        while before < self.nr_conns:
            before = self.nr_conns
            self.accept(listener)
