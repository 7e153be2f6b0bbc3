"""The examples for Prometheus and Grafana name metrics and labels that exist."""

import json
import re

import pytest
import yaml
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from tests.server import ROOT

FOLDER = ROOT / "deploy" / "monitoring"
# Labels that Prometheus adds: the job, the port it asked, and the labels of prometheus.yml.
ADDED = {"up", "job", "instance", "server"}
FUNCTIONS = {
    *("time", "min", "max", "sum", "by", "or", "unless", "rate", "topk", "histogram_quantile", "le"),
}


# The requests of the same view count as many.
NOT_DRAWN = {"isotop_receipt_seconds_count"}


def rules():
    parsed = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"][0]["rules"]
    yield from ((rule["alert"], rule["expr"]) for rule in parsed)


def panels():
    for panel in json.loads((FOLDER / "dashboard.json").read_text())["panels"]:
        yield from ((panel["title"], target["expr"]) for target in panel["targets"])


@pytest.fixture(scope="module")
def known():
    """Return the names of all samples, and of their labels."""
    from deploy.monitoring import metrics

    metrics.REQUESTS.labels("desk", "200").observe(0)
    families = text_string_to_metric_families(generate_latest(metrics.REGISTRY).decode())
    counted = [sample for family in families for sample in family.samples]
    source = (FOLDER / "metrics.py").read_text()
    read = re.findall(r'GaugeMetricFamily\(\s*"(isotop_\w+)"', source)
    labels = re.findall(r'"(\w+)"', " ".join(re.findall(r"labels=\[([^\]]+)\]", source)))
    return {*read, *labels, *(name for sample in counted for name in (sample.name, *sample.labels))}


@pytest.mark.parametrize(("title", "expression"), [*rules(), *panels()])
def test_each_name_in_a_rule_or_a_panel_exists(known, title, expression):
    plain = re.sub(r'"[^"]*"|\[\w+\]', "", expression)
    names = set(re.findall(r"[a-z_]{2,}", plain))
    assert names <= known | ADDED | FUNCTIONS, title


def test_each_metric_is_drawn_or_named_as_left_out(known):
    drawn = set(re.findall(r"isotop_\w+", " ".join(expression for _title, expression in panels())))
    ours = {name for name in known if name.startswith("isotop_") and not name.endswith(("_sum", "_created"))}
    assert ours - drawn == NOT_DRAWN


def test_each_legend_has_a_label_of_its_expression():
    for panel in json.loads((FOLDER / "dashboard.json").read_text())["panels"]:
        for target in panel["targets"]:
            shown = set(re.findall(r"{{(\w+)}}", target["legendFormat"]))
            kept = set(re.findall(r"by \(([^)]+)\)", target["expr"]))
            labels = {label for found in kept for label in found.split(", ")}
            assert shown <= labels | ADDED, panel["title"]


def test_the_document_lists_each_metric(known):
    page = (ROOT / "docs" / "operating.md").read_text()
    told = set(re.findall(r"^\| `(isotop_\w+)", page, re.MULTILINE))
    bases = {
        re.sub(r"_(total|bucket|count|sum|created)$", "", name)
        for name in known
        if name.startswith("isotop_")
    }
    assert {re.sub(r"_total$", "", name) for name in told} == bases


def test_prometheus_asks_the_ports_of_the_units():
    asked = yaml.safe_load((FOLDER / "prometheus.yml").read_text())["scrape_configs"][0]["static_configs"]
    target = (ROOT / "deploy/systemd/isotop.target").read_text()
    for one in asked:
        numbers = re.findall(rf"isotop-{one['labels']['server']}@(\d)\.service", target)
        unit = (ROOT / f"deploy/systemd/isotop-{one['labels']['server']}@.service").read_text()
        [port] = re.findall(r"(?:--bind \$\{ISOTOP_LISTEN\}:|--port )(\S+)", unit)
        assert one["targets"] == [f"127.0.0.1:{port.replace('%i', number)}" for number in numbers]
