import ChavePixModel

/// From Open Finance's codes to ours (Payments API, section 6), by the call that was refused.
extension FailureCode {
    /// Consent or sign options.
    init(consentRefusal code: String) {
        switch code {
        case "STATUS_VINCULO_INVALIDO", "PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO": self = .enrollmentRevoked
        case "STATUS_CONSENTIMENTO_INVALIDO": self = .consentExpired
        default: self = .consentRejected
        }
    }

    init(authorisationRefusal code: String) {
        switch code {
        case "RISCO", "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA": self = .riskRefused
        case "ORIGEM_FIDO_INVALIDA": self = .biometricValidationError
        case "STATUS_VINCULO_INVALIDO": self = .enrollmentRevoked
        case "STATUS_CONSENTIMENTO_INVALIDO": self = .consentExpired
        default: self = .consentRejected
        }
    }

    /// Why the bank ended a consent by itself.
    init(consentRejection reason: String?) {
        switch reason {
        case "TEMPO_EXPIRADO_AUTORIZACAO", "TEMPO_EXPIRADO_CONSUMO": self = .consentExpired
        case "SALDO_INSUFICIENTE": self = .insufficientFunds
        case "VALOR_ACIMA_LIMITE": self = .amountOverLimit
        default: self = .consentRejected
        }
    }

    init(paymentRefusal code: String) {
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
