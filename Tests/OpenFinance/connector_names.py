"""The names of the OpenID Foundation's plan for clients in Brazil: each has a case, or the reason why it has none."""

from __future__ import annotations

CLIENTS = tuple(
    f"FAPI1AdvancedFinal{name}"
    for name in """
    BrazilClientDCRHappyPathTest ClientRefreshTokenTest ClientTest ClientTestDiscoveryIssuerMismatch
    ClientTestEncryptedIdToken ClientTestIatIsWeekInPast ClientTestIdTokenEncryptedUsingRSA15
    ClientTestInvalidAlternateAlg ClientTestInvalidAud ClientTestInvalidCHash ClientTestInvalidExpiredExp
    ClientTestInvalidIss ClientTestInvalidMissingAud ClientTestInvalidMissingExp ClientTestInvalidMissingIss
    ClientTestInvalidMissingNonce ClientTestInvalidMissingSHash ClientTestInvalidNonce ClientTestInvalidNullAlg
    ClientTestInvalidOpenBankingIntentId ClientTestInvalidSHash ClientTestInvalidSecondaryAud
    ClientTestInvalidSignature ClientTestNoAtHash ClientTestNoScopeInTokenEndpointResponse
    ClientTestPaymentConsentRepsonseValidAudAsArray ClientTestUnencryptedRequestObjectWithPAR
    ClientTestValidAudAsArray
""".split()
)

NOT_APPLICABLE = {
    "FAPI1AdvancedFinalClientTestInvalidOpenBankingIntentId": (
        "The claim openbanking_intent_id is of the profile of the United Kingdom. Identity tokens of Open Finance "
        "Brasil have no such claim; the scope names the enrollment, and the code is of it."
    ),
}


def forgotten(tried: list[str]) -> list[str]:
    """Sentences about names with neither case nor reason, or with both."""
    found = [f"{name} has neither a case nor a reason" for name in CLIENTS if name not in [*tried, *NOT_APPLICABLE]]
    found += [f"{name} has a case, and a reason as well" for name in NOT_APPLICABLE if name in tried]
    found += [f"{name} is excused, and no name of the plan" for name in NOT_APPLICABLE if name not in CLIENTS]
    return found + [f"{name} has several cases" for name in sorted(set(tried)) if tried.count(name) > 1]
