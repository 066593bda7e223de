/// All codes of the sandbox's refusals.
enum OFBCode: String, Hashable, Sendable, CaseIterable {
    // All endpoints.
    case parameterMissing = "PARAMETRO_NAO_INFORMADO"
    case parameterInvalid = "PARAMETRO_INVALIDO"
    case idempotencyMismatch = "ERRO_IDEMPOTENCIA"
    case notFound = "NAO_ENCONTRADO"
    case notAuthenticated = "NAO_AUTORIZADO"
    case clientInvalid = "INVALID_CLIENT"
    // Authorization server.
    case invalidRequest = "invalid_request"
    case invalidGrant = "invalid_grant"
    case invalidClient = "invalid_client"
    // Enrollments.
    case permissionsInvalid = "PERMISSOES_INVALIDAS"
    case statusInvalid = "STATUS_INVALIDO"
    case rejectionReasonNeeded = "MOTIVO_REJEICAO"
    case revocationReasonNeeded = "MOTIVO_REVOGACAO"
    case rejectionNeedsDetails = "REJEITADO_OUTRO_SEM_DETALHES"
    case revocationNeedsDetails = "REVOGADO_OUTRO_SEM_DETALHES"
    case enrollmentStatusInvalid = "STATUS_VINCULO_INVALIDO"
    case platformSignalsMissing = "FALTAM_SINAIS_OBRIGATORIOS_DA_PLATAFORMA"
    // FIDO.
    case relyingPartyInvalid = "RP_INVALIDA"
    case tooManyChallenges = "MAXIMO_CHALLENGES_ATINGIDO"
    case originInvalid = "ORIGEM_FIDO_INVALIDA"
    case relyingPartyHashInvalid = "RP_ID_HASH_INVALIDO"
    case challengeInvalid = "CHALLENGE_INVALIDO"
    case publicKeyInvalid = "PUBLIC_KEY_INVALIDA"
    case extensionInvalid = "EXTENSION_INVALIDA"
    // Consents.
    case consentStatusInvalid = "STATUS_CONSENTIMENTO_INVALIDO"
    case permissionDiffers = "PERMISSAO_INVALIDA_VINCULO_CONSENTIMENTO"
    case risk = "RISCO"
    case debtorAccountDiffers = "CONTA_DEBITO_DIVERGENTE_CONSENTIMENTO_VINCULO"
    case paymentFormInvalid = "FORMA_PAGAMENTO_INVALIDA"
    case paymentDateInvalid = "DATA_PAGAMENTO_INVALIDA"
    case paymentDetailInvalid = "DETALHE_PAGAMENTO_INVALIDO"
    case purposeInvalid = "PROPOSITO_INVALIDO"
    // Payments.
    case consentInvalid = "CONSENTIMENTO_INVALIDO"
    case consentPending = "CONSENTIMENTO_PENDENTE_AUTORIZACAO"
    case paymentDiffers = "PAGAMENTO_DIVERGENTE_CONSENTIMENTO"
    case amountOverLimit = "VALOR_ACIMA_LIMITE"
    case amountInvalid = "VALOR_INVALIDO"
    case accountInvalid = "CONTA_INVALIDA"
    case cancellationNotAllowed = "PAGAMENTO_NAO_PERMITE_CANCELAMENTO"
}

extension OFBCode {
    /// The HTTP status of the code.
    var httpStatus: Int {
        switch self {
        case .notFound: 404
        case .notAuthenticated, .invalidClient: 401
        case .clientInvalid: 403
        case .invalidRequest, .invalidGrant: 400
        case .parameterMissing, .parameterInvalid, .idempotencyMismatch, .permissionsInvalid, .statusInvalid,
            .rejectionReasonNeeded, .revocationReasonNeeded, .rejectionNeedsDetails, .revocationNeedsDetails,
            .enrollmentStatusInvalid, .platformSignalsMissing, .relyingPartyInvalid, .tooManyChallenges,
            .originInvalid, .relyingPartyHashInvalid, .challengeInvalid, .publicKeyInvalid, .extensionInvalid,
            .consentStatusInvalid, .permissionDiffers, .risk, .debtorAccountDiffers, .paymentFormInvalid,
            .paymentDateInvalid, .paymentDetailInvalid, .purposeInvalid, .consentInvalid, .consentPending,
            .paymentDiffers,
            .amountOverLimit, .amountInvalid, .accountInvalid, .cancellationNotAllowed:
            422
        }
    }
}
