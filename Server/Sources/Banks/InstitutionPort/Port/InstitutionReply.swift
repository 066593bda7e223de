public import ChaveBase

/// How a call to a bank ended: answered, refused, or nobody knows.
public enum InstitutionReply: Hashable, Sendable {
    /// 2xx; `date` is the bank's clock.
    case answered(status: Int, body: [UInt8], date: Timestamp)
    /// 4xx, by the bank, whose body is ``OFBErrors``, or by something before it.
    case refused(status: Int, body: [UInt8], date: Timestamp)
    /// It may have happened.
    case unknown(InstitutionUnknown)
}

/// Why nobody knows whether a call took effect.
public enum InstitutionUnknown: String, Hashable, Sendable, Codable, CaseIterable {
    case timedOut
    case unreachable
    /// 5xx.
    case serverError
    /// 529.
    case overloaded
    /// An answer that is not the message it should be.
    case unreadable
}
