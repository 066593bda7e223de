public import ChaveBase
import ChaveWire

/// How a payment was cancelled.
public struct OFBPaymentEnd: Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        case whilePending = "CANCELADO_PENDENCIA"
        case whileScheduled = "CANCELADO_AGENDAMENTO"
        case whileAwaitingApprovers = "CANCELADO_MULTIPLAS_ALCADAS"
    }

    public var reason: Reason
    public var from: OFBParty
    public var at: Timestamp
    /// The person who asked for it.
    public var cpf: String

    public init(reason: Reason, from: OFBParty, at: Timestamp, cpf: String) {
        self.reason = reason
        self.from = from
        self.at = at
        self.cpf = cpf
    }

    init(_ reader: MessageReader) throws(InstitutionMessageError) {
        reason = try reader.choice("reason", of: Reason.self)
        from = try reader.choice("cancelledFrom", of: OFBParty.self)
        at = try reader.time("cancelledAt")
        cpf = try OFBDocument.cpf(reader.object("cancelledBy"))
    }

    var json: JSONValue {
        [
            "reason": .string(reason.rawValue), "cancelledFrom": .string(from.rawValue),
            "cancelledAt": .string(OFBDateTime.text(at)), "cancelledBy": OFBDocument.json(cpf: cpf),
        ]
    }
}
