"""The SDK's own work in a payment, and payments in one process without sockets: what each costs and how often it does
what."""


def run(tools, sizes):
    sdk = tools.lines("--count", sizes.sdk_payments, "sdk")["sdk/payment"]
    lines = tools.lines("--count", sizes.payments_in_process, "payments")
    found = {"sdk_milliseconds": sdk["milliseconds"], "sdk_payments": sdk["operations"]}
    for name in ("authorize", "payment"):
        line = lines[f"in-process/{name}"]
        found[name] = {
            "operations": line["operations"],
            "per_second": line["per_second"],
            "processor_milliseconds_each": line["whole_processor_seconds"] / line["operations"] * 1000,
            "counts_each": line["counts_each"],
        }
    return found
