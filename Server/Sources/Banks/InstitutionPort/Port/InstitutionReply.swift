public import ChaveBase

/// The outcome of a call to a bank: answered, refused, or unknown.
public enum InstitutionReply: Hashable, Sendable {
    /// 2xx; `date` is the bank's clock.
    case answered(status: Int, body: [UInt8], date: Timestamp)
    /// 4xx, from the bank, with ``OFBErrors`` as its body, or from a system before the bank.
    case refused(status: Int, body: [UInt8], date: Timestamp)
    /// The call may have taken effect.
    case unknown(InstitutionUnknown)
}

/// The reason why a call's effect is unknown.
public enum InstitutionUnknown: String, Hashable, Sendable, Codable, CaseIterable {
    case timedOut
    case unreachable
    /// 5xx.
    case serverError
    /// 529.
    case overloaded
    /// The answer is not the expected message.
    case unreadable
}
