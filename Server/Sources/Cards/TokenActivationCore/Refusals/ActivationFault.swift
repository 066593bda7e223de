/// A failure on our side: the storage, or the issuer's register of cards.
///
/// A retry with the same key is safe.
public struct ActivationFault: Error, Sendable {
    public let underlying: any Error

    public init(underlying: any Error) { self.underlying = underlying }
}
