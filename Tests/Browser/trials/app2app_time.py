"""A card becomes active in a wallet: a network or a holder that takes time."""

from card_holder import with_cards
from trial import trial
from trials.time_out import with_a_clock


@trial(temper=["slow", "times_out_after", "times_out_before"])
def a_network_that_takes_its_time_is_asked_until_the_truth_is_known(world, temper):
    with world.visit("en") as visit:
        holder = with_cards(visit, f"rosa-{temper.replace('_', '-')}")
        holder.adds(temper=temper)
        holder.goes_to_the_issuer()
        holder.agrees()
        visit.on("wallet-active", patience=60_000)
        assert holder.answer == "approved"


@trial()
def a_reload_and_another_tab_while_the_network_is_slow_lose_nothing(world):
    with world.visit("en") as visit:
        visit.expect_refusals()  # behind it in the history is the page of a sign-in that is over
        holder = with_cards(visit, "alba")
        token = holder.adds(temper="slow")
        holder.goes_to_the_issuer()
        visit.on("issuer-question")
        request = visit.path
        with visit.page.expect_request(f"**{request}"):
            holder.agrees()
        visit.goto(request)  # in the place of the answer that is on its way
        # If the network was quicker than the reload, the page shows the result, with the same way back.
        if visit.on("wallet-active", "issuer-approved", patience=30_000) == "issuer-approved":
            visit.page.locator("#answer").click()
        visit.on("wallet-active")
        assert visit.path == token and holder.answer == "approved", (visit.path, holder.answer)
        visit.page.go_back()
        visit.tab()
        visit.goto(request)
        visit.on("issuer-approved")
        visit.page.locator("#answer").click()
        visit.on("wallet-active")


# The network waits 15 minutes for the holder, the issuer's page 5.
STEP_UP, REQUEST = 16 * 60, 6 * 60


@trial()
def what_the_holder_does_not_answer_in_time_can_be_asked_for_again(world):
    with with_a_clock(world) as clock, world.visit("en") as visit:
        visit.expect_refusals()
        holder = with_cards(visit, "berta")
        token = holder.adds()
        holder.goes_to_the_issuer()
        visit.on("issuer-question")
        clock.jump(REQUEST)
        holder.presses("activate")
        visit.on("issuer-failed")
        assert visit.reason == "expired", visit.reason
        visit.page.locator("#answer").click()
        visit.on("wallet-step-up")
        assert visit.path == token and holder.answer == "failure", (visit.path, holder.answer)
        link = holder.link
        clock.jump(STEP_UP)
        visit.goto(token)
        visit.on("wallet-unanswered")
        visit.goto(link)
        if visit.on("issuer-sign-in", "issuer-failed") == "issuer-sign-in":  # the token of then is over
            holder.follows("sign in")
        visit.on("issuer-failed")
        assert visit.reason == "step_up_expired", visit.reason
        visit.page.locator("#answer").click()
        visit.on("wallet-unanswered")
        holder.presses("ask again")
        visit.on("wallet-step-up")
        holder.goes_to_the_issuer()
        holder.agrees()
        visit.on("wallet-active", patience=20_000)
        assert holder.answer == "approved"
