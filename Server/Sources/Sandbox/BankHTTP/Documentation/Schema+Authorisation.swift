import ChavePixModel

/// The message by which a device authorises a consent (Enrollments 2.2.0).
extension Schema {
    static let ofbAuthoriseConsent = ofbRequest(
        "ConsentAuthorization",
        "Authorises a consent by the signature of an enrolled device.",
        .object(
            Schema(
                "ConsentAuthorizationData",
                "The enrollment, the device's signals and its signature.",
                [
                    .required("enrollmentId", .ofbURN, "The enrollment of the device."),
                    .required("riskSignals", .object(ofbRiskSignals), "The device's signals at this moment."),
                    .required("fidoAssertion", .object(assertion), "The signature."),
                ]
            )
        )
    )

    private static let assertion = Schema(
        "FidoAssertion",
        "The answer of a credential that signed.",
        [
            .required("id", .ofbCredentialID, "The credential's id in base64url."),
            .required("rawId", .ofbCredentialID, "The same id again."),
            .required("type", .ofbKeyword, "The kind of credential: public-key."),
            .required("response", .object(assertionResponse), "The authenticator's answer."),
            .optional("clientExtensionResults", .anyObject, "The results of extensions."),
        ]
    )

    private static let assertionResponse = Schema(
        "FidoAssertionResponse",
        "The signature and the bytes below it.",
        [
            .required("clientDataJSON", .ofbBytes, "The client data in base64url."),
            .required("authenticatorData", .ofbBytes, "The authenticator data in base64url."),
            .required("signature", .ofbBytes, "The signature over both, in base64url."),
            .required("userHandle", .ofbBytes, "The owner of the credential; empty when the authenticator has none."),
        ]
    )
}
