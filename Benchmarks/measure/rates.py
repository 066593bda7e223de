"""What the machine can do at all: verifications of the crypto library alone, and synced appends."""


def run(tools, sizes):
    lines = tools.lines("--seconds", sizes.rate_seconds, "rates")
    return {
        "verify_per_core_second": lines["raw/verify"]["per_processor_second"],
        "sign_message_per_core_second": lines["raw/sign-ps256"]["per_processor_second"],
        "verify_message_per_core_second": lines["raw/verify-ps256"]["per_processor_second"],
        "sync_per_second": lines["raw/sync"]["per_second"],
    }
