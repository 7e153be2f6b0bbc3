"""Settings of gunicorn, which serves pages and API; what differs from machine to machine is on its command line."""

from deploy import logs

worker_class = "gthread"
# Of each process; most of a request is waiting for the database.
threads = 8
backlog = 2048
keepalive = 75  # longer than the proxy keeps its connections
timeout = 60
graceful_timeout = 10
preload_app = False  # a process that has connections or threads must not be forked
control_socket_disable = True
logconfig_dict = logs.configuration_from_environment()
