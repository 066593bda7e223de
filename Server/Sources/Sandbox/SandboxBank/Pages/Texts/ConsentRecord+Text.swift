import Pages

extension ConsentRecord {
    /// The reason why the bank refused its payment, in words for its holder.
    func refusalWords(_ say: PageLanguage) -> String {
        if let code = paymentRefusal { return ConsentRecord.words(code, say) }
        return state.rejection?.words(say) ?? ConsentRecord.otherReason(say)
    }

    /// The words for the codes of a payment refused under a valid consent.
    private static func words(_ code: String, _ say: PageLanguage) -> String {
        switch OFBCode(rawValue: code) {
        case .amountOverLimit:
            say(
                "o valor passa de um limite do aparelho ou do banco",
                "the amount is over a limit of the device or the bank"
            )
        case .paymentDiffers: say("não é o pagamento que você autorizou", "it is not the payment that you allowed")
        case .consentInvalid: say("o aparelho não está mais vinculado", "the device is no longer enrolled")
        case .paymentDateInvalid: say("o dia do pagamento passou", "the day of the payment has passed")
        // An error in the message itself means nothing to a holder.
        default: otherReason(say)
        }
    }

    private static func otherReason(_ say: PageLanguage) -> String {
        say("o pedido veio com erro", "the request was malformed")
    }
}

extension ConsentRejection {
    func words(_ say: PageLanguage) -> String {
        switch self {
        case .authorisationTimedOut: say("não foi confirmado a tempo", "it was not confirmed in time")
        case .consumptionTimedOut: say("não foi pago a tempo", "it was not paid in time")
        case .authenticationDiffers:
            say("a confirmação com a chave do aparelho não vale", "the confirmation by the device's key is not valid")
        case .accountCannotPay: say("a conta não permite este pagamento", "the account does not allow this payment")
        case .amountRefused: say("o banco não autoriza este valor", "the bank does not authorise this amount")
        case .infrastructureFailure: say("falha no banco", "something failed at the bank")
        case .qrCodeInvalid: say("código QR inválido", "the QR code is wrong")
        case .amountOverLimit: say("valor acima do limite", "the amount is above a limit")
        case .notStated: say("o aparelho ou o pedido não foi aceito", "the device or the request was not accepted")
        }
    }
}
