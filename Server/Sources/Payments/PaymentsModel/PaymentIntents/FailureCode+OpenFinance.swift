import ChavePixModel

/// The mapping from Open Finance's codes to ours, by the call that was refused (Payments API, section 6).
extension FailureCode {
    /// Maps the refusal of the consent or of the sign options.
    package init(consentRefusal code: String) {
        switch code {
        case "STATUS_VINCULO_INVALIDO", "PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO": self = .enrollmentRevoked
        case "STATUS_CONSENTIMENTO_INVALIDO": self = .consentExpired
        default: self = .consentRejected
        }
    }

    package init(authorisationRefusal code: String) {
        switch code {
        case "RISCO", "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA": self = .riskRefused
        case "ORIGEM_FIDO_INVALIDA": self = .biometricValidationError
        case "STATUS_VINCULO_INVALIDO": self = .enrollmentRevoked
        case "STATUS_CONSENTIMENTO_INVALIDO": self = .consentExpired
        default: self = .consentRejected
        }
    }

    /// Maps the reason for which the bank itself ended a consent.
    package init(consentRejection reason: String?) {
        switch reason {
        case "TEMPO_EXPIRADO_AUTORIZACAO", "TEMPO_EXPIRADO_CONSUMO": self = .consentExpired
        case "SALDO_INSUFICIENTE": self = .insufficientFunds
        case "VALOR_ACIMA_LIMITE": self = .amountOverLimit
        default: self = .consentRejected
        }
    }

    package init(paymentRefusal code: String) {
        switch code {
        case "SALDO_INSUFICIENTE": self = .insufficientFunds
        case "VALOR_ACIMA_LIMITE": self = .amountOverLimit
        case "CONTAS_ORIGEM_DESTINO_IGUAIS", "COBRANCA_INVALIDA", "QRCODE_INVALIDO": self = .beneficiaryAccountInvalid
        case "CONSENTIMENTO_INVALIDO", "CONSENTIMENTO_PENDENTE_AUTORIZACAO": self = .consentRejected
        case "CONTA_NAO_PERMITE_PAGAMENTO": self = .consentRejected
        default: self = .chargeSettlementFailed
        }
    }
}

extension FailureCode {
    /// A sentence with the event and the next action, for an end without the bank's own message.
    package var sentence: String {
        switch self {
        case .consentExpired: "The payer did not approve in time. Create a new payment intent."
        case .consentRejected: "The institution did not accept the payment request."
        case .enrollmentRevoked: "The enrollment cannot be used any more. Enroll the device again."
        case .biometricValidationError: "The approval could not be verified. Create a new payment intent."
        case .riskRefused: "The institution refused the payment for its risk."
        case .insufficientFunds: "There is not enough money in the payer's account."
        case .amountOverLimit: "The amount is above the payer's limit."
        case .beneficiaryAccountInvalid: "The receiving account cannot receive this payment."
        case .institutionUnavailable: "The institution did not answer in time. No money moved."
        case .chargeSettlementFailed: "The payment was not settled. No money moved."
        case .chargeSettlementTimeout: "The payment was not settled in time. No money moved."
        case .canceled: "The payment intent was cancelled."
        default: "The institution gave no reason."
        }
    }
}
