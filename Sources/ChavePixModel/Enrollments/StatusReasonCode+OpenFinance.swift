extension StatusReasonCode {
    /// The reason that a bank's `rejectionReason` or `revocationReason` stands for (Open Finance Brasil, enrollments 2.x).
    public init(openFinanceReason reason: String) {
        let entry = StatusReasonCode.openFinanceReasons.first { $0.reason.hasSameBytes(as: reason) }
        self = entry?.code ?? .other
    }

    /// Every reason that the specification names, with what it is to a merchant.
    public static let openFinanceReasons: [(reason: String, code: StatusReasonCode)] = [
        ("REJEITADO_TITULARIDADE_DIVERGENTE", .holderMismatch),
        ("REJEITADO_TEMPO_EXPIRADO_RISK_SIGNALS", .expired),
        ("REJEITADO_TEMPO_EXPIRADO_ACCOUNT_HOLDER_VALIDATION", .expired),
        ("REJEITADO_TEMPO_EXPIRADO_ENROLLMENT", .expired),
        ("REJEITADO_MAXIMO_CHALLENGES_ATINGIDO", .tooManyChallenges),
        ("REJEITADO_MANUALMENTE", .rejectedByUser),
        ("REJEITADO_DISPOSITIVO_INCOMPATIVEL", .deviceIncompatible),
        ("REJEITADO_FALHA_INFRAESTRUTURA", .institutionUnavailable),
        ("REJEITADO_FALHA_HYBRID_FLOW", .redirectionFailed),
        ("REJEITADO_FALHA_FIDO", .fidoFailed),
        ("REJEITADO_SEGURANCA_INTERNA", .institutionPolicy),
        ("REJEITADO_OUTRO", .other),
        ("REVOGADO_MANUALMENTE", .revokedByUser),
        ("REVOGADO_VALIDADE_EXPIRADA", .validityExpired),
        ("REVOGADO_FALHA_INFRAESTRUTURA", .institutionUnavailable),
        ("REVOGADO_SEGURANCA_INTERNA", .revokedByInstitution),
        ("REVOGADO_OUTRO", .other),
    ]
}
