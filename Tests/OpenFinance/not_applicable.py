"""Names that cannot be tried at this bank, each with its reason."""

from __future__ import annotations

AUTOMATIC = "The bank offers no automatic payments: there are no recurring consents to authorise."
EVENT_TYPE = (
    "No initiator and no page can change the limits of an enrollment at this bank, so that DATA_CHANGED has no "
    "occasion. The other two modules of the plan try STATE_CHANGED."
)
BY_VALUE = (
    "The module is for request objects that a browser carries. This bank takes pushed requests alone, and the suite "
    "leaves the module out for them. security/request-by-value tries that none is taken."
)

NOT_APPLICABLE = {
    "enrollments_automatic-payments_authorised-executed-scheduled-successfully_v2-2": AUTOMATIC,
    "enrollments_api_automatic-payments_enrollment-limits_v2-2": AUTOMATIC,
    "enrollments_automatic-payments_sweeping-consent-not-authorised_v2-2": AUTOMATIC,
    "enrollments_api_automatic-payment_enrollment-limits_negative_test-module_v2-2": AUTOMATIC,
    "enrollments_api_debit-account-mismatch_test-module_v2-2": (
        f"{AUTOMATIC} The same rule for a payment's consent is "
        "enrollments/E8/CONTA_DEBITO_DIVERGENTE_CONSENTIMENTO_VINCULO."
    ),
    "enrollments_api_automatic_payments-unmatching-fields_test-module_v2-2": AUTOMATIC,
    "enrollments_api_automatic-payment_sign-options-invalid-permission_test-module_v2-2": (
        f"{AUTOMATIC} The same rule for a payment's consent is enrollments/E7/PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO."
    ),
    "enrollments_api_recurring-initiate_unhappy-missing-permission_sign-options-422_test-module_v2-2": (
        f"{AUTOMATIC} The bad origin that the module tries is enrollments/E8/origin."
    ),
    "enrollments_api_webhook_event-type_test-module_v2-2": EVENT_TYPE,
    "FAPI1AdvancedFinalBrazilEnsureEncryptionRequired": BY_VALUE,
}
