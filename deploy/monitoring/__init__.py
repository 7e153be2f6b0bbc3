"""Signals for the operator of the running program: requests, and files for Prometheus and Grafana."""
