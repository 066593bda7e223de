import ChavePixModel

/// The messages about a payment's consent (Payments 5.0.0 and 4.1.0).
extension Schema {
    static func ofbCreateConsent(_ version: WireVersion) -> Schema {
        ofbRequest(
            "CreatePaymentConsent",
            "Asks for a consent to one payment or a schedule of payments.",
            .object(Schema("CreateConsentData", "The payment that the person wants.", terms(version)))
        )
    }

    static func ofbCreatedConsent(_ version: WireVersion) -> Schema {
        ofbAnswer(
            "ResponseCreatePaymentConsent",
            "A new consent.",
            .object(Schema("CreatedConsentData", "The consent before anybody authorised it.", state + terms(version))),
            version
        )
    }

    static func ofbConsent(_ version: WireVersion) -> Schema {
        ofbAnswer(
            "ResponsePaymentConsent",
            "A consent.",
            .object(
                Schema("ConsentData", "The consent as the bank has it.", state + terms(version) + outcome(version))
            ),
            version
        )
    }

    /// The members that the initiator chooses.
    private static func terms(_ version: WireVersion) -> [Field] {
        [
            .required("loggedUser", .object(ofbPerson), "The person who uses the initiator."),
            .optional("businessEntity", .object(ofbBusiness(version)), "The company that the person acts for."),
            .required("creditor", .object(creditor(version)), "The receiver."),
            .required("payment", .object(payment(version)), "The payment, or the first one of a schedule."),
            .optional("debtorAccount", .object(ofbAccount(version)), "The account to pay from."),
        ]
    }

    /// The members that the bank chooses.
    private static let state: [Field] = [
        .required("consentId", .ofbURN, "The consent's id at this bank."),
        .required("creationDateTime", .ofbMoment, "The moment of creation."),
        .required("expirationDateTime", .ofbMoment, "The moment at which the consent ends by itself."),
        .required("statusUpdateDateTime", .ofbMoment, "The moment of the last change of the status."),
        .required(
            "status",
            .enumeration(["AWAITING_AUTHORISATION", "AUTHORISED", "REJECTED", "CONSUMED", "PARTIALLY_ACCEPTED"]),
            "The state of the consent."
        ),
    ]

    /// The member of a rejected consent.
    private static func outcome(_ version: WireVersion) -> [Field] {
        [.optional("rejectionReason", .object(rejection(version)), "The reason of a rejection.")]
    }

    private static func creditor(_ version: WireVersion) -> Schema {
        Schema(
            "Creditor",
            "The receiver of a payment.",
            [
                .required("personType", .enumeration(["PESSOA_NATURAL", "PESSOA_JURIDICA"]), "A person or a company."),
                .required("cpfCnpj", .ofbTaxNumber(version), "The receiver's CPF or CNPJ without punctuation."),
                .required("name", .ofbCreditorName(version), "The receiver's name."),
            ]
        )
    }

    private static func payment(_ version: WireVersion) -> Schema {
        let type = Field.required("type", .enumeration(["PIX"]), "The kind of payment.")
        let rest: [Field] = [
            .optional("schedule", .object(ofbSchedule(version)), "The days of scheduled payments."),
            .optional("date", .ofbDay, "The day of a payment that is made at once."),
            .required("currency", .ofbCurrency, "The currency: BRL."),
            .required("amount", .ofbAmount, "The amount of each payment."),
            .optional("ibgeTownCode", .ofbTown, "The town whose holidays count."),
            .required("details", .object(details(version)), "The way to the receiver."),
        ]
        return Schema("ConsentPayment", "A payment that a person consents to.", [type] + purpose(version) + rest)
    }

    /// The purpose, which payments have since version 5.
    private static func purpose(_ version: WireVersion) -> [Field] {
        guard version != .payments4 else { return [] }
        let purposes = ["IMMEDIATE", "SINGLE_SCHEDULED", "RECURRENT_SCHEDULED", "WITHDRAW", "CHANGE"]
        return [.optional("purpose", .enumeration(purposes), "The purpose, which must fit the schedule.")]
    }

    private static func details(_ version: WireVersion) -> Schema {
        let common: [Field] = [
            .required("localInstrument", .ofbLocalInstrument(version), "The way in which the receiver was named."),
            .optional("qrCode", .ofbText(atMost: 512), "The text of the QR code."),
            .optional("proxy", .ofbText(atMost: 77), "The receiver's Pix key."),
            .required("creditorAccount", .object(ofbAccount(version)), "The account to pay to."),
        ]
        return Schema("PaymentDetails", "The way to the receiver.", payload(version) + common)
    }

    /// The charge behind a QR code, which payments have since version 5.
    private static func payload(_ version: WireVersion) -> [Field] {
        guard version != .payments4 else { return [] }
        return [.optional("payloadJWS", .ofbSignedPayload, "The charge as the receiver's bank signed it.")]
    }

    private static func rejection(_ version: WireVersion) -> Schema {
        let codes = [
            "AUTENTICACAO_DIVERGENTE", "VALOR_INVALIDO", "NAO_INFORMADO", "FALHA_INFRAESTRUTURA",
            "TEMPO_EXPIRADO_AUTORIZACAO", "TEMPO_EXPIRADO_CONSUMO", "REJEITADO_USUARIO", "CONTAS_ORIGEM_DESTINO_IGUAIS",
            "CONTA_NAO_PERMITE_PAGAMENTO", "SALDO_INSUFICIENTE", "VALOR_ACIMA_LIMITE", "QRCODE_INVALIDO",
        ]
        return Schema(
            "ConsentRejection",
            "The rejection of a consent.",
            [
                .required(
                    "code",
                    .enumeration(version == .payments4 ? codes : codes + ["PERMISSAO_INSUFICIENTE"]),
                    "The reason."
                ),
                .required("detail", .ofbText(atMost: 2_048), "The reason in words."),
            ]
        )
    }
}
