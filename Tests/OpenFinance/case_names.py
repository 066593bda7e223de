"""The names that the cases stand for: each is tried, or stands in not_applicable.py with the reason."""

from __future__ import annotations


def _modules(version: str, *names: str) -> tuple[str, ...]:
    return tuple(f"enrollments_api_{name}_test-module_{version}" for name in names)


# The four plans of the functional conformance suite for enrollments 2.2.0: 17, 11, 8 and 3 modules.
ENROLLMENTS = (
    "enrollments_api_preflight_test-module_v2n2",
    *_modules(
        "v2-2",
        "core-enrollment",
        "risk-signals",
        "invalid-parameters",
        "missing-required-risk-signals",
        "expired-prerisksignal-enrollment",
        "expired-preauthorisation-enrollment",
        "expired-postauthorisation-enrollment",
        "rejected-preauthorisation-enrollment",
        "rejected-postauthorisation-enrollment",
        "rejected-holder-mismatch",
        "invalid-status-options",
        "invalid-rpid",
        "max-challenges",
        "invalid-origin",
        "invalid-challenge",
        "invalid-public-key",
    ),
    *_modules(
        "v2-2",
        "invalid-status-sign-options",
        "payments-pre-account-holder-validation",
        "payments-pre-enrollment",
        "payments-core",
        "revoked-enrollment",
        "payments-keys-swap",
        "payments-unmatching-fields",
        "excessive-transactionLimit",
        "excessive-dailyLimit",
        "excessive-dailyLimit-schd",
        "multiple-consents-core",
    ),
    "enrollments_automatic-payments_authorised-executed-scheduled-successfully_v2-2",
    "enrollments_api_automatic-payments_enrollment-limits_v2-2",
    "enrollments_automatic-payments_sweeping-consent-not-authorised_v2-2",
    *_modules(
        "v2-2",
        "automatic-payment_enrollment-limits_negative",
        "debit-account-mismatch",
        "automatic_payments-unmatching-fields",
        "automatic-payment_sign-options-invalid-permission",
        "recurring-initiate_unhappy-missing-permission_sign-options-422",
    ),
    *_modules("v2-2", "webhook-rejected", "webhook-revoked", "webhook_event-type"),
)

# What the plans for enrollments 2.3.0 add.
ENROLLMENTS_23 = _modules(
    "v2-3",
    "embedded-cross-origin-flow",
    "embedded-untrusted-top-origin-rejection",
    "embedded-revoked-top-origin-rejection",
    "optional-limit-absence",
    "custom-high-transaction-limit",
)

# The OpenID Foundation's plans for an authorisation server: FAPI 1 Advanced Final and its registration for Brazil.
FAPI = tuple(
    f"FAPI1AdvancedFinal{name}"
    for name in """
    AccessTokenTypeHeaderCaseSensitivity AttemptReuseAuthorizationCodeAfterOneSecond BrazilDCRBadMTLS
    BrazilDCRClientDeletion BrazilDCRHappyFlow BrazilDCRHappyFlowVariant BrazilDCRHappyFlowVariant2
    BrazilDCRInvalidJwksByValue BrazilDCRInvalidJwksUri BrazilDCRInvalidRedirectUri
    BrazilDCRInvalidRegistrationAccessToken BrazilDCRInvalidSoftwareStatementSignature BrazilDCRNoMTLS
    BrazilDCRNoRedirectUri BrazilDCRNoSoftwareStatement BrazilDCRPaymentConsentRequestAudAsArray
    BrazilDCRUpdateClientConfig BrazilDCRUpdateClientConfigBadJwksUri BrazilDCRUpdateClientConfigInvalidJwksByValue
    BrazilDCRUpdateClientConfigInvalidRedirectUri BrazilEnsureBadPaymentSignatureFails BrazilEnsureEncryptionRequired
    DiscoveryEndpointVerification EnsureAuthorizationCodeIsBoundToClient
    EnsureAuthorizationRequestWithoutRequestObjectFails EnsureAuthorizationRequestWithoutStateSuccess
    EnsureClientAssertionInTokenEndpoint EnsureClientAssertionWithExpIs5MinutesInPastFails
    EnsureClientAssertionWithIssAudSucceeds EnsureClientAssertionWithNoSubFails EnsureClientAssertionWithWrongAudFails
    EnsureClientAssertionWithWrongIssFails EnsureClientAssertionWithWrongSubFails EnsureClientIdInTokenEndpoint
    EnsureDifferentNonceInsideAndOutsideRequestObject EnsureExpiredRequestObjectFails EnsureMTLSHolderOfKeyRequired
    EnsureMatchingKeyInAuthorizationRequest EnsureOtherScopeOrderSucceeds EnsureRedirectUriInAuthorizationRequest
    EnsureRegisteredRedirectUri EnsureRequestObjectSignatureAlgorithmIsNotNone
    EnsureRequestObjectWith64CharNonceSuccess EnsureRequestObjectWithBadAudFails EnsureRequestObjectWithExpOver60Fails
    EnsureRequestObjectWithInvalidSignatureFails EnsureRequestObjectWithLongNonce EnsureRequestObjectWithLongState
    EnsureRequestObjectWithNbfOver60Fails EnsureRequestObjectWithoutExpFails EnsureRequestObjectWithoutNbfFails
    EnsureRequestObjectWithoutNonceFails EnsureRequestObjectWithoutRedirectUriFails
    EnsureRequestObjectWithoutScopeFails EnsureRequestObjectWithoutState EnsureResponseModeQuery
    EnsureResponseTypeCodeFails EnsureServerAcceptsRequestObjectWithMultipleAud
    EnsureServerHandlesNonMatchingIntentId EnsureSignedClientAssertionWithRS256Fails
    EnsureSignedRequestObjectWithRS256Fails EnsureValidPKCESucceeds PARArrayAsAudienceForJWTClientAssertion
    PARAttemptReuseRequestUri PARAttemptToUseExpiredRequestUri PARCheckAudienceForJWTClientAssertion
    PAREnsureClientAssertionWithWrongAudFails PAREnsureClientAssertionWithWrongIssFails
    PAREnsureClientAssertionWithWrongSubFails PAREnsurePKCECodeVerifierRequired PAREnsurePKCERequired
    PAREnsurePlainPKCERejected PAREnsureRequestUriIsBoundToClient
    PAREnsureServerAcceptsReusedRequestUriBeforeAuthenticationCompletion PARIncorrectPKCECodeVerifierRejected
    PARRejectInvalidAudienceInRequestObject PARRejectInvalidHttpVerb PARRejectInvalidRedirectUri
    PARRejectRequestUriInParAuthorizationFormParams PARRejectRequestUriInParAuthorizationRequest
    PARTokenEndpointAsAudienceForJWTClientAssertion ParWithoutDuplicateParameters RefreshToken
    UserRejectsAuthentication
""".split()
)

ALL = (*ENROLLMENTS, *ENROLLMENTS_23, *FAPI)
