"""The trials, one file for each subject, in this order."""

from trials import (  # noqa: F401
    looks,  # first, so that nothing that others do is in its pictures
    enroll_and_pay,
    addresses,
    failures_at_the_bank,
    failures_of_the_passkey,
    failures_of_the_payment,
    later_payments,
    other_browsers,
    authenticators,
    unsolicited,
    frames,
    tabs_and_history,
    sessions,
    without_script,
    keyboard,
    markup,
    time_out,
    console,
    console_acts,
    sign_in,
    app2app,
    on_the_wire,
    web_shop,
    beside_a_terminal,
    app2app_time,
)
