"""How much of everything: once for numbers, once only to see that every part works."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Sizes:
    rate_seconds: float
    micro_seconds: float
    instruction_rounds: int
    # All, or those that begin so.
    instructions_of: str
    peer_seconds: float
    sdk_payments: int
    payments_in_process: int
    devices: int
    authorize_each: int
    open_rate: int
    open_seconds: int
    payments_rate: int
    load_seconds: int
    warm_up_seconds: int
    waiting: tuple
    waiting_one: tuple
    waiting_poll: tuple
    waiting_seconds: float
    growth: tuple
    growth_rate: int
    growth_seconds: int
    growth_rounds: int
    starts: int
    profile_seconds: int
    counted_payments: int
    # Enough for what each batch counts and warms up with.
    counted_enrollments: int
    counted_batched: int
    wire_enrollments: int
    wire_payments: int
    wire_rate: int
    wire_seconds: int
    wire_connections: int
    # Banks, payers, payments a second, seconds, rounds, starts.
    many_banks: tuple
    counted_batches: tuple


WHOLE = Sizes(
    rate_seconds=3,
    micro_seconds=1,
    instruction_rounds=40,
    instructions_of="",
    peer_seconds=1.5,
    sdk_payments=1_000,
    payments_in_process=4_000,
    devices=64,
    authorize_each=60,
    open_rate=300,
    open_seconds=15,
    payments_rate=100,
    load_seconds=20,
    warm_up_seconds=3,
    waiting=(1_000, 10_000),
    waiting_one=(1_000, 10_000),
    waiting_poll=(1_000,),
    waiting_seconds=30,
    growth=(1_000, 1_000_000),
    growth_rate=50,  # about half of what a core does: nearer to all of it, the times of a queue are measured
    growth_seconds=10,
    growth_rounds=9,
    starts=10,
    profile_seconds=10,
    counted_payments=300,
    counted_enrollments=20_000,
    counted_batched=500,
    wire_enrollments=60,
    wire_payments=200,
    wire_rate=300,
    wire_seconds=15,
    wire_connections=1_000,
    many_banks=(100, 10, 2, 20, 5, 10),
    counted_batches=(1, 4, 8, 16),
)

QUICK = Sizes(
    rate_seconds=0.3,
    micro_seconds=0.1,
    instruction_rounds=4,
    instructions_of="client-data/",
    peer_seconds=0.1,
    sdk_payments=20,
    payments_in_process=128,
    devices=4,
    authorize_each=5,
    open_rate=20,
    open_seconds=1,
    payments_rate=10,
    load_seconds=2,
    warm_up_seconds=0,
    waiting=(20,),
    waiting_one=(20,),
    waiting_poll=(20,),
    waiting_seconds=1.5,
    growth=(100, 1_000),
    growth_rate=10,
    growth_seconds=2,
    growth_rounds=2,
    starts=2,
    profile_seconds=2,
    counted_payments=4,
    counted_enrollments=60,
    counted_batched=8,
    wire_enrollments=1,
    wire_payments=2,
    wire_rate=20,
    wire_seconds=1,
    wire_connections=10,
    many_banks=(4, 2, 2, 2, 1, 2),
    counted_batches=(1, 4),
)
