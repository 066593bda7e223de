"""The load of two nodes' clients: each action has a known end."""

import uuid

from wallet import API, Refused, Unreachable
from workload import enroll_patiently, pay_patiently, settled, until_answered


def payer(device, keys):
    """A payment, repeated with its keys until it has ended; it must have been paid."""

    def act():
        end = pay_patiently(device, keys)
        assert end["status"] == "SUCCEEDED", (end["id"], end["status"], end["failure_code"])

    return act


def canceller(device, keys):
    """A payment that its client takes back."""

    def act():
        body, key = device.new_intent("5.00", keys["beneficiary"]), uuid.uuid4().hex
        intent = until_answered(lambda: device.api.post("/payment-intents/", body, key)).must(201, what="create").json
        path, key = f"/payment-intents/{intent['id']}", uuid.uuid4().hex
        until_answered(lambda: device.api.post(f"{path}/cancel/", {}, key)).must(200, what="cancel")
        end = settled(device, path)
        assert end["status"] == "CANCELED", (end["id"], end["status"])

    return act


def repeater(device, keys, other_url, connection):
    """Everything twice: at the one node, then under the same key at the other; both say the same, byte for byte."""
    other = API(other_url, device.api.headers["Authorization"], device.secret)
    other.connection = connection(other_url)

    def act():
        order = f"order-{uuid.uuid4().hex}"
        body, key = device.new_intent("7.01", keys["beneficiary"], external_id=order), uuid.uuid4().hex
        first, again = (
            until_answered(lambda api=api: api.post("/payment-intents/", body, key)).must(201, what="create")
            for api in (device.api, other)
        )
        assert first.body == again.body, (first.body, again.body)
        path, key = f"/payment-intents/{first.json['id']}", uuid.uuid4().hex
        approval = device.authorisation(first.json)
        for api in (device.api, other):
            until_answered(lambda api=api: api.post(f"{path}/authorize/", approval, key)).must(204, what="authorise")
        end = settled(device, path)
        assert end["status"] == "SUCCEEDED", (end["id"], end["status"], end["failure_code"])

    return act


def enroller(make_device):
    """New devices. A person whose page does not come gives up, so an enrollment may end nowhere."""

    def act():
        try:
            enroll_patiently(make_device())
        except (Unreachable, Refused):
            pass

    return act
