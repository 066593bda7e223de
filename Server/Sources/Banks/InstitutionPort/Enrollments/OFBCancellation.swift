public import ChaveWire

/// The party that ended an enrollment.
public enum OFBParty: String, Hashable, Sendable, Codable, CaseIterable {
    case initiator = "INICIADORA"
    case holder = "DETENTORA"
}

/// The reason why an enrollment never became usable.
public enum OFBRejectionReason: String, Hashable, Sendable, Codable, CaseIterable {
    case holderMismatch = "REJEITADO_TITULARIDADE_DIVERGENTE"
    case riskSignalsTimedOut = "REJEITADO_TEMPO_EXPIRADO_RISK_SIGNALS"
    case holderValidationTimedOut = "REJEITADO_TEMPO_EXPIRADO_ACCOUNT_HOLDER_VALIDATION"
    case enrollmentTimedOut = "REJEITADO_TEMPO_EXPIRADO_ENROLLMENT"
    case tooManyChallenges = "REJEITADO_MAXIMO_CHALLENGES_ATINGIDO"
    case manually = "REJEITADO_MANUALMENTE"
    case deviceIncompatible = "REJEITADO_DISPOSITIVO_INCOMPATIVEL"
    case infrastructureFailure = "REJEITADO_FALHA_INFRAESTRUTURA"
    case hybridFlowFailure = "REJEITADO_FALHA_HYBRID_FLOW"
    case fidoFailure = "REJEITADO_FALHA_FIDO"
    case internalSecurity = "REJEITADO_SEGURANCA_INTERNA"
    /// Needs additional information.
    case other = "REJEITADO_OUTRO"
}

/// The reason why a usable enrollment ended.
public enum OFBRevocationReason: String, Hashable, Sendable, Codable, CaseIterable {
    case manually = "REVOGADO_MANUALMENTE"
    case validityExpired = "REVOGADO_VALIDADE_EXPIRADA"
    case infrastructureFailure = "REVOGADO_FALHA_INFRAESTRUTURA"
    case internalSecurity = "REVOGADO_SEGURANCA_INTERNA"
    /// Needs additional information.
    case other = "REVOGADO_OUTRO"
}

/// The reason why an enrollment ended.
public enum OFBCancellationReason: Hashable, Sendable, Codable {
    case rejection(OFBRejectionReason)
    case revocation(OFBRevocationReason)

    /// Open Finance's code.
    public var code: String {
        switch self {
        case .rejection(let reason): reason.rawValue
        case .revocation(let reason): reason.rawValue
        }
    }

    public init?(code: String) {
        if let reason = OFBRejectionReason(rawValue: code) {
            self = .rejection(reason)
        } else if let reason = OFBRevocationReason(rawValue: code) {
            self = .revocation(reason)
        } else {
            return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .rejection(let reason): ["rejectionReason": .string(reason.rawValue)]
        case .revocation(let reason): ["revocationReason": .string(reason.rawValue)]
        }
    }

    /// Reads exactly one of the two members.
    init(_ reader: MessageReader) throws(InstitutionMessageError) {
        switch (reader.has("rejectionReason"), reader.has("revocationReason")) {
        case (true, false): self = .rejection(try reader.choice("rejectionReason", of: OFBRejectionReason.self))
        case (false, true): self = .revocation(try reader.choice("revocationReason", of: OFBRevocationReason.self))
        case (true, true): throw reader.invalid("revocationReason")
        case (false, false):
            throw InstitutionMessageError(field: reader.field("rejectionReason"), problem: .missing)
        }
    }
}

/// The end of an enrollment, in the bank's answer.
public struct OFBCancellation: Hashable, Sendable {
    public var reason: OFBCancellationReason
    public var additionalInformation: String?
    public var cancelledFrom: OFBParty
    /// The person who ended it; `nil` when an automatic process did.
    public var cpf: String?

    public init(
        reason: OFBCancellationReason,
        additionalInformation: String?,
        cancelledFrom: OFBParty,
        cpf: String?
    ) {
        self.reason = reason
        self.additionalInformation = additionalInformation
        self.cancelledFrom = cancelledFrom
        self.cpf = cpf
    }

    init(_ reader: MessageReader) throws(InstitutionMessageError) {
        reason = try OFBCancellationReason(reader.object("reason"))
        additionalInformation = try reader.optionalString("additionalInformation", limit: 8_192)
        cancelledFrom = try reader.choice("cancelledFrom", of: OFBParty.self)
        cpf = try OFBEnrollmentEnd.cpf(reader)
    }

    var json: JSONValue {
        var object = MessageWriter()
        object["cancelledBy"] = cpf.map(OFBDocument.json(cpf:))
        object["reason"] = reason.json
        object.set("additionalInformation", additionalInformation)
        object.set("cancelledFrom", cancelledFrom.rawValue)
        return .object(object.object)
    }
}

/// Body of `PATCH /enrollments/{enrollmentId}`, answered 204.
public struct OFBEnrollmentEnd: InstitutionMessage {
    public var reason: OFBCancellationReason
    /// The person who asked for the end; `nil` when an automatic process did.
    public var cpf: String?
    public var additionalInformation: String?

    public init(reason: OFBCancellationReason, cpf: String?, additionalInformation: String?) {
        self.reason = reason
        self.cpf = cpf
        self.additionalInformation = additionalInformation
    }

    public init(json: JSONValue) throws(InstitutionMessageError) {
        let cancellation = try MessageReader(data: json).object("cancellation")
        reason = try OFBCancellationReason(cancellation.object("reason"))
        cpf = try OFBEnrollmentEnd.cpf(cancellation)
        additionalInformation = try cancellation.optionalString("additionalInformation", limit: 8_192)
    }

    public var json: JSONValue {
        var cancellation = MessageWriter()
        cancellation["reason"] = reason.json
        cancellation["cancelledBy"] = cpf.map(OFBDocument.json(cpf:))
        cancellation.set("additionalInformation", additionalInformation)
        return ["data": ["cancellation": .object(cancellation.object)]]
    }

    fileprivate static func cpf(_ cancellation: MessageReader) throws(InstitutionMessageError) -> String? {
        guard let person = try cancellation.optionalObject("cancelledBy") else { return nil }
        return try OFBDocument.cpf(person)
    }
}
