import ChaveWire

/// The bank's data about a payment, as a payment intent shows it.
public struct PaymentMethodInformation: Hashable, Sendable {
    /// The payment initiator, at most 40 characters.
    public var provider: String
    /// The bank's id of the consent.
    public var consentID: String?
    /// The options that the device must sign.
    public var fidoOptions: SignOptions?
    /// The payment's id across all banks.
    public var endToEndID: EndToEndID?
    /// The payment's id at the provider, at most 255 characters.
    public var externalPaymentID: String?
    /// The request's id at the provider, at most 255 characters.
    public var providerRequestID: String?

    /// A part of an answer, of these members.
    public init(
        provider: String = "chave",
        consentID: String?,
        fidoOptions: SignOptions?,
        endToEndID: EndToEndID?,
        externalPaymentID: String?,
        providerRequestID: String?
    ) {
        self.provider = provider
        self.consentID = consentID
        self.fidoOptions = fidoOptions
        self.endToEndID = endToEndID
        self.externalPaymentID = externalPaymentID
        self.providerRequestID = providerRequestID
    }

    static let schema = Schema(
        "PaymentMethodInformation",
        "The bank's side.",
        [
            .always(
                PaymentMethodType.openFinanceBiometricPix.rawValue,
                .object(
                    Schema(
                        "OpenFinanceBiometricPixInformation",
                        "The bank's side of a payment by biometrics.",
                        [
                            .always("provider", .text(longest: 40), "Who initiates the payment."),
                            .orNull("consent_id", .text(longest: 256), "The bank's name of the consent."),
                            .orNull("fido_options", .object(SignOptions.schema), "What the device must sign."),
                            .orNull("end_to_end_id", .text(.endToEndID), "The payment's name across all banks."),
                            .orNull("external_payment_id", .text(longest: 255), "The payment's name at the provider."),
                            .orNull("provider_request_id", .text(longest: 255), "The request's name at the provider."),
                        ]
                    )
                ),
                "The bank's side."
            )
        ]
    )

    init?(reader: FieldReader?) {
        guard let pix = reader?.findObject(PaymentMethodType.openFinanceBiometricPix.rawValue) else { return nil }
        provider = pix.find("provider") ?? ""
        consentID = pix.find("consent_id")
        fidoOptions = pix.object["fido_options"].flatMap { try? SignOptions(json: $0) }
        endToEndID = pix.find("end_to_end_id")
        externalPaymentID = pix.find("external_payment_id")
        providerRequestID = pix.find("provider_request_id")
    }

    var json: JSONValue {
        var pix = JSONObject()
        pix.write("provider", provider)
        pix.write("consent_id", consentID)
        pix.write("fido_options", json: fidoOptions?.json)
        pix.write("end_to_end_id", endToEndID)
        pix.write("external_payment_id", externalPaymentID)
        pix.write("provider_request_id", providerRequestID)
        var object = JSONObject()
        object[PaymentMethodType.openFinanceBiometricPix.rawValue] = .object(pix)
        return .object(object)
    }
}
