/// Our side failed: the storage, or the issuer's register of cards.
///
/// Asking again, with the same key, is safe.
public struct ActivationFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}
