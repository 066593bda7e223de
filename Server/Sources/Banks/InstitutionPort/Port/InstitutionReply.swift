public import ChaveBase

/// The outcome of a call to a bank: answered, refused, or unknown.
public enum InstitutionReply: Hashable, Sendable {
    /// 2xx; `date` is the bank's clock.
    case answered(status: Int, body: [UInt8], date: Timestamp)
    /// 4xx, from the bank, with ``OFBErrors`` as its body, or from a system before the bank.
    case refused(status: Int, body: [UInt8], date: Timestamp)
    /// 401: the bank does not accept the call's access token, and did nothing.
    case tokenRefused
    /// The call may have taken effect; the bank may name a number of seconds before the next try.
    case unknown(InstitutionUnknown, retryAfterSeconds: Int64? = nil)
}

/// The reason why a call's effect is unknown.
public enum InstitutionUnknown: String, Hashable, Sendable, Codable, CaseIterable {
    case timedOut
    case unreachable
    /// 5xx.
    case serverError
    /// 429 or 529; or nothing was sent: the bank asked for a pause, or has its share of calls.
    case overloaded
    /// The answer is not the expected message.
    case unreadable
}
