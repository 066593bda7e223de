import ChavePixModel
import InstitutionPort

/// The tables of each operation's messages, for the documents of the bank's interfaces.
enum OperationMessages {
    /// The payload of the request; `nil` for an operation without one, and for those of the authorization server.
    static func request(_ operation: InstitutionOperation, _ version: WireVersion) -> Schema? {
        switch operation {
        case .createEnrollment: .ofbCreateEnrollment
        case .endEnrollment: .ofbEndEnrollment
        case .sendRiskSignals: .ofbSendRiskSignals
        case .registrationOptions: .ofbAskRegistrationOptions
        case .register: .ofbRegisterCredential
        case .signOptions: .ofbAskSignOptions
        case .authoriseConsent: .ofbAuthoriseConsent
        case .createConsent: .ofbCreateConsent(version)
        case .createPayment: .ofbCreatePayments(version)
        case .cancelPayment, .cancelPayments: .ofbCancelPayment
        case .readEnrollment, .readConsent, .readPayment, .listPayments: nil
        case .pushAuthorization, .exchangeCode, .refreshToken: nil
        }
    }

    /// The payload of the successful answer; `nil` for an answer without a body.
    static func answer(_ operation: InstitutionOperation, _ version: WireVersion) -> Schema? {
        switch operation {
        case .createEnrollment: .ofbCreatedEnrollment
        case .readEnrollment: .ofbEnrollment
        case .registrationOptions: .ofbRegistrationOptions
        case .signOptions: .ofbSignOptions
        case .createConsent: .ofbCreatedConsent(version)
        case .readConsent: .ofbConsent(version)
        case .createPayment: .ofbCreatedPayments(version)
        case .readPayment: .ofbPayment(version)
        case .cancelPayment: .ofbCancelledPayment(version)
        case .listPayments: .ofbPayments(version)
        case .cancelPayments: version == .payments4 ? .ofbCancelledPayments(version) : nil
        case .endEnrollment, .sendRiskSignals, .register, .authoriseConsent: nil
        case .pushAuthorization, .exchangeCode, .refreshToken: nil
        }
    }

    /// The codes that a 422 of the operation may have, in the order of Open Finance's files.
    static func codes(_ operation: InstitutionOperation, _ version: WireVersion) -> [String] {
        let isVersion4 = version == .payments4
        switch operation {
        case .createEnrollment: return ["PERMISSOES_INVALIDAS", "CONTA_INVALIDA"] + common
        case .endEnrollment:
            return [
                "STATUS_INVALIDO", "MOTIVO_REJEICAO", "REJEITADO_OUTRO_SEM_DETALHES", "MOTIVO_REVOGACAO",
                "REVOGADO_OUTRO_SEM_DETALHES",
            ] + common
        case .sendRiskSignals: return ["STATUS_VINCULO_INVALIDO", "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA"] + common
        case .registrationOptions:
            return ["RP_INVALIDA", "STATUS_VINCULO_INVALIDO"] + common + ["MAXIMO_CHALLENGES_ATINGIDO"]
        case .register:
            return [
                "STATUS_VINCULO_INVALIDO", "ORIGEM_FIDO_INVALIDA", "RP_ID_HASH_INVALIDO", "CHALLENGE_INVALIDO",
                "PUBLIC_KEY_INVALIDA", "EXTENSION_INVALIDA",
            ] + common
        case .signOptions:
            return ["RP_INVALIDA", "STATUS_VINCULO_INVALIDO", "STATUS_CONSENTIMENTO_INVALIDO"] + common
                + ["PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO"]
        case .authoriseConsent:
            return [
                "STATUS_VINCULO_INVALIDO", "STATUS_CONSENTIMENTO_INVALIDO", "RISCO",
                "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA", "CONTA_DEBITO_DIVERGENTE_CONSENTIMENTO_VINCULO",
            ] + common + ["ORIGEM_FIDO_INVALIDA"]
        case .createConsent:
            let codes = ["FORMA_PAGAMENTO_INVALIDA", "DATA_PAGAMENTO_INVALIDA", "DETALHE_PAGAMENTO_INVALIDO"]
            return codes + common + (isVersion4 ? ["NAO_INFORMADO"] : ["NAO_INFORMADO", "PROPOSITO_INVALIDO"])
        case .createPayment:
            return isVersion4 ? orderCodes : orderCodes + ["CONTA_NAO_PERMITE_PAGAMENTO", "QRCODE_INVALIDO"]
        case .cancelPayment, .cancelPayments:
            let code = "PAGAMENTO_NAO_PERMITE_CANCELAMENTO"
            return isVersion4 ? [code] : [code, "ERRO_IDEMPOTENCIA"]
        case .readEnrollment, .readConsent, .readPayment, .listPayments: return []
        case .pushAuthorization, .exchangeCode, .refreshToken: return []
        }
    }

    /// The codes of nearly every operation.
    private static let common = ["PARAMETRO_NAO_INFORMADO", "PARAMETRO_INVALIDO", "ERRO_IDEMPOTENCIA"]

    private static let orderCodes = [
        "SALDO_INSUFICIENTE", "VALOR_ACIMA_LIMITE", "VALOR_INVALIDO", "COBRANCA_INVALIDA", "CONSENTIMENTO_INVALIDO",
        "PARAMETRO_NAO_INFORMADO", "PARAMETRO_INVALIDO", "NAO_INFORMADO", "PAGAMENTO_DIVERGENTE_CONSENTIMENTO",
        "DETALHE_PAGAMENTO_INVALIDO", "PAGAMENTO_RECUSADO_DETENTORA", "PAGAMENTO_RECUSADO_SPI", "ERRO_IDEMPOTENCIA",
        "CONSENTIMENTO_PENDENTE_AUTORIZACAO",
    ]
}
