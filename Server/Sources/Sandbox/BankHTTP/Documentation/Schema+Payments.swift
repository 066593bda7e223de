import ChavePixModel

/// The messages about payments (Payments 5.0.0 and 4.1.0).
extension Schema {
    static func ofbCreatePayments(_ version: WireVersion) -> Schema {
        let order: [Field] = [
            .required("endToEndId", .ofbEndToEndID(version), "The payment's id, made by the initiator."),
            .required("localInstrument", .ofbLocalInstrument(version), "The way in which the receiver was named."),
            .required("payment", .object(amount), "The amount."),
            .required("creditorAccount", .object(ofbAccount(version)), "The account to pay to."),
            .optional("remittanceInformation", .ofbText(atMost: 140), "A message for the receiver."),
            .optional("qrCode", .ofbText(atMost: 512), "The text of the QR code."),
            .optional("proxy", .ofbText(atMost: 77), "The receiver's Pix key."),
            .required("cnpjInitiator", .ofbCNPJ(version), "The CNPJ of the initiator."),
            .optional("transactionIdentification", .ofbTransactionID, "The receiver's own id of the charge."),
            .optional(
                "authorisationFlow",
                .ofbAuthorisationFlow,
                "The flow of the authorisation; FIDO_FLOW at this bank."
            ),
            .optional("consentId", .ofbURN, "The consent; needed with FIDO_FLOW."),
        ]
        return ofbRequest(
            "CreatePixPayment",
            "Orders the payment of a consent, or all payments of its schedule.",
            .ofbList(
                of: .object(Schema("PaymentOrder", "The order of one payment.", order + town(version))),
                atLeast: 1,
                atMost: most
            )
        )
    }

    static func ofbCreatedPayments(_ version: WireVersion) -> Schema {
        let payment = Schema(
            "CreatedPayment",
            "A payment that the bank has just accepted.",
            state(.optional, version) + terms(version, rejection(version)) + qrCode(version)
        )
        return ofbAnswer(
            "ResponseCreatePixPayment",
            "The new payments.",
            .ofbList(of: .object(payment), atMost: most),
            version
        )
    }

    static func ofbPayment(_ version: WireVersion) -> Schema {
        ofbAnswer("ResponsePixPayment", "A payment.", .object(payment(version)), version)
    }

    static func ofbPayments(_ version: WireVersion) -> Schema {
        ofbAnswer(
            "ResponsePixPayments",
            "The payments of a consent.",
            .ofbList(of: .object(payment(version)), atMost: most),
            version
        )
    }

    static func ofbCancelledPayment(_ version: WireVersion) -> Schema {
        let end = Field.required("cancellation", .object(cancellation), "The cancellation.")
        let payment = Schema(
            "CancelledPayment",
            "A payment after its cancellation.",
            state(.required, version) + terms(version, rejection(version)) + [end]
        )
        return ofbAnswer("ResponsePatchPixPayment", "A cancelled payment.", .object(payment), version)
    }

    /// The answer of version 4 to the cancellation of a consent's payments; version 5 answers without a body.
    static func ofbCancelledPayments(_ version: WireVersion) -> Schema {
        let payment = Schema(
            "CancelledPaymentOfConsent",
            "A payment that was cancelled with others.",
            [
                .required("paymentId", .ofbPaymentID, "The payment's id at this bank."),
                .required("statusUpdateDateTime", .ofbMoment, "The moment of the cancellation."),
            ]
        )
        return ofbAnswer(
            "ResponsePatchPixConsent",
            "The payments that were cancelled.",
            .ofbList(of: .object(payment), atMost: most),
            version
        )
    }

    static let ofbCancelPayment = ofbRequest(
        "PatchPixPayment",
        "Cancels a payment, or all payments of a consent that are scheduled.",
        .object(
            Schema(
                "CancelPaymentData",
                "The cancellation that a person wants.",
                [
                    .required("status", .enumeration(["CANC"]), "The new status."),
                    .required(
                        "cancellation",
                        .object(
                            Schema(
                                "CancellationRequest",
                                "The person behind the cancellation.",
                                [.required("cancelledBy", .object(ofbPerson), "The person who cancels.")]
                            )
                        ),
                        "The person behind it."
                    ),
                ]
            )
        )
    )

    /// The most payments that a schedule has.
    private static let most = 60

    private static func payment(_ version: WireVersion) -> Schema {
        let end = Field.optional(
            "cancellation",
            .object(cancellation),
            "The cancellation of a payment with status CANC."
        )
        return Schema(
            "Payment",
            "A payment as the bank has it.",
            state(.required, version) + terms(version, rejectionAtLast(version)) + [end]
        )
    }

    /// The members that the bank chooses; an answer to a new payment may leave the consent out.
    private static func state(_ consent: Field.Presence, _ version: WireVersion) -> [Field] {
        [
            .required("paymentId", .ofbPaymentID, "The payment's id at this bank."),
            .required("endToEndId", .ofbEndToEndID(version), "The payment's id, made by the initiator."),
            Field("consentId", .ofbURN, consent, isNullable: false, "The consent."),
            .required("creationDateTime", .ofbMoment, "The moment of creation."),
            .required("statusUpdateDateTime", .ofbMoment, "The moment of the last change of the status."),
            .required(
                "status",
                .enumeration(["RCVD", "CANC", "ACCP", "ACPD", "RJCT", "ACSC", "PDNG", "SCHD"]),
                "The state of the payment."
            ),
        ]
    }

    /// The members of every payment in an answer.
    private static func terms(_ version: WireVersion, _ rejection: Schema) -> [Field] {
        let common: [Field] = [
            .optional("proxy", .ofbText(atMost: 77), "The receiver's Pix key."),
            .optional("rejectionReason", .object(rejection), "The reason of a rejection."),
            .required("localInstrument", .ofbLocalInstrument(version), "The way in which the receiver was named."),
            .required("cnpjInitiator", .ofbCNPJ(version), "The CNPJ of the initiator."),
            .required("payment", .object(amount), "The amount."),
            .optional("transactionIdentification", .ofbTransactionID, "The receiver's own id of the charge."),
            .optional("remittanceInformation", .ofbText(atMost: 140), "A message for the receiver."),
            .required("creditorAccount", .object(ofbAccount(version)), "The account that is paid to."),
            .required("debtorAccount", .object(ofbAccount(version)), "The account that is paid from."),
            .optional("authorisationFlow", .ofbAuthorisationFlow, "The flow of the authorisation."),
        ]
        return common + town(version)
    }

    /// The town, which payments had until version 4.
    private static func town(_ version: WireVersion) -> [Field] {
        guard version == .payments4 else { return [] }
        return [.optional("ibgeTownCode", .ofbTown, "The town whose holidays count.")]
    }

    /// The QR code, which answers have since version 5.
    private static func qrCode(_ version: WireVersion) -> [Field] {
        guard version != .payments4 else { return [] }
        return [.optional("qrCode", .ofbText(atMost: 512), "The text of the QR code.")]
    }

    private static let amount = Schema(
        "PaymentAmount",
        "The amount of a payment.",
        [
            .required("amount", .ofbAmount, "The amount."),
            .required("currency", .ofbCurrency, "The currency: BRL."),
        ]
    )

    private static let cancellation = Schema(
        "PaymentCancellation",
        "The end of a payment before its settlement.",
        [
            .required(
                "reason",
                .enumeration(["CANCELADO_PENDENCIA", "CANCELADO_AGENDAMENTO", "CANCELADO_MULTIPLAS_ALCADAS"]),
                "The state that the payment was cancelled from."
            ),
            .required("cancelledFrom", .ofbCancelledFrom, "The participant that cancelled it."),
            .required("cancelledAt", .ofbMoment, "The moment of the cancellation."),
            .required("cancelledBy", .object(ofbPerson), "The person who cancelled it."),
        ]
    )

    private static func rejection(_ version: WireVersion) -> Schema {
        rejection("PaymentRejection", codes(version))
    }

    /// A payment that is read later may have been rejected with its whole schedule.
    private static func rejectionAtLast(_ version: WireVersion) -> Schema {
        rejection("FinalPaymentRejection", codes(version) + ["FALHA_AGENDAMENTO_PAGAMENTOS"])
    }

    private static func rejection(_ name: String, _ codes: [String]) -> Schema {
        Schema(
            name,
            "The rejection of a payment.",
            [
                .required("code", .enumeration(codes), "The reason."),
                .required("detail", .ofbText(atMost: 2_048), "The reason in words."),
            ]
        )
    }

    private static func codes(_ version: WireVersion) -> [String] {
        let common = [
            "SALDO_INSUFICIENTE", "VALOR_ACIMA_LIMITE", "VALOR_INVALIDO", "COBRANCA_INVALIDA", "NAO_INFORMADO",
            "PAGAMENTO_DIVERGENTE_CONSENTIMENTO", "DETALHE_PAGAMENTO_INVALIDO", "PAGAMENTO_RECUSADO_DETENTORA",
            "PAGAMENTO_RECUSADO_SPI", "FALHA_INFRAESTRUTURA", "FALHA_INFRAESTRUTURA_SPI", "FALHA_INFRAESTRUTURA_DICT",
            "FALHA_INFRAESTRUTURA_ICP", "FALHA_INFRAESTRUTURA_PSP_RECEBEDOR", "FALHA_INFRAESTRUTURA_DETENTORA",
            "CHAVE_PIX_DIVERGENTE_AGENDAMENTO_LIQUIDACAO", "CONTAS_ORIGEM_DESTINO_IGUAIS",
        ]
        return version == .payments4 ? common : common + ["CONTA_NAO_PERMITE_PAGAMENTO", "QRCODE_INVALIDO"]
    }
}
