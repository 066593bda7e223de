"""The invariants V1 to V15, each judged by itself from both databases and from what the clients recorded."""

from .books import Books
from .challenges import judge_challenges, judge_counters
from .history import History
from .lifecycles import judge_graph, judge_trail
from .linear import judge_histories
from .money import judge_payments, judge_sums
from .processes import judge_processes
from .requests import judge_acknowledged, judge_causes, judge_ends, judge_keys
from .secrecy import judge_secrets, judge_tenants
from .webhooks import judge_deliveries

__all__ = ["ALL", "Books", "History", "Verdict", "judge", "verdicts"]

TEXT = {
    "V1": "what was acknowledged is there",
    "V2": "nothing is there that was not asked for",
    "V3": "at most one payment for an intent at the bank",
    "V4": "statuses move along the published graph",
    "V5": "one audit row and one event for each visible change",
    "V6": "each event was delivered, with one body",
    "V7": "one key has one answer",
    "V8": "a challenge is used once",
    "V9": "counters never go back",
    "V10": "what moved is what SUCCEEDED",
    "V11": "no organisation sees another's",
    "V12": "each intent's history fits one order",
    "V13": "no secret in logs, refusals, metrics or the database",
    "V14": "the process holds no more than before",
    "V15": "each call ended done, refused or unknown, and a refusal had no effect",
}
ALL = list(TEXT)


class Verdict:
    def __init__(self, name, result):
        self.name = name
        self.is_judged = result is not None
        self.looked, self.wrong = result if result is not None else (0, [])


def verdicts(books, history, planted=frozenset()):
    """Each invariant's name with the number of checked items and the problems."""
    results = {
        "V1": judge_acknowledged(books, history),
        "V2": judge_causes(books, history, set(planted)),
        "V3": judge_payments(books, history),
        "V4": judge_graph(books),
        "V5": judge_trail(books),
        "V6": judge_deliveries(books, history),
        "V7": judge_keys(books, history),
        "V8": judge_challenges(books, history),
        "V9": judge_counters(books, history),
        "V10": judge_sums(books, history),
        "V11": judge_tenants(books, history),
        "V12": judge_histories(books, history),
        "V13": judge_secrets(books, history),
        "V14": judge_processes(books, history),
        "V15": judge_ends(books, history),
    }
    return [Verdict(name, result) for name, result in results.items()]


def judge(checks, what, books, history, planted=frozenset(), needed=ALL):
    """One check for each invariant; an invariant of `needed` that checked nothing has failed."""
    for verdict in verdicts(books, history, planted):
        if not verdict.is_judged:
            print(f"        {what}: {verdict.name} not judged: this database has no deliveries", flush=True)
            continue
        if verdict.name not in needed and not verdict.looked and not verdict.wrong:
            continue
        holds = not verdict.wrong and (verdict.looked > 0 or verdict.name not in needed)
        text = f"{what}: {verdict.name} {TEXT[verdict.name]} ({verdict.looked} looked at)"
        checks.that(text, holds, "; ".join(verdict.wrong[:4]) or "it looked at nothing")
