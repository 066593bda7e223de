/// The port that tells holders what became active.
public protocol ActivationNotices: Sendable {
    /// Returns when the notice is handed over, which is not when it has arrived; the same one may come again.
    func send(_ notice: ActivationNotice) async throws(ActivationNoticeFault)
}

/// The notice was not taken; sending it again is harmless.
public struct ActivationNoticeFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}
