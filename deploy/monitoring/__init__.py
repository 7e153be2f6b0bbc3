"""What an operator sees of the running program: requests, and files for Prometheus and Grafana."""
