"""Training as a browser does it: its pages and forms."""

import json
import re

from django.urls import reverse

from duplicate.training import rounds


def page(client, training):
    return client.get(reverse("training-round", args=[training.pk]))


def data_of(answer):
    return json.loads(re.search(r'<script id="round-data"[^>]*>(.*?)</script>', answer.content.decode())[1])


def act(client, training, name, **data):
    round_ = rounds.current_round(training)
    return client.post(reverse(f"training-{name}", args=[training.pk, round_.number]), data, follow=True)


def go_next(client, training):
    return client.post(reverse("next-training-round", args=[training.pk]), follow=True)


def hand_in(client, training, top=True, **more):
    reference, word = rounds.current_round(training).tops[0]
    written = {"word": word, "reference": reference} if top else {}
    return act(client, training, "answer", **written, **more)
