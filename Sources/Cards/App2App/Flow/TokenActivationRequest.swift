public import Foundation

/// One link that is being dealt with.
public struct TokenActivationRequest: Hashable, Sendable, Identifiable {
    /// Counted by the flow: what is said about an earlier request changes nothing in a later one.
    public let id: Int
    /// The link that began it.
    public let link: TokenActivationLink
    /// From then on it has failed.
    public let expiresAt: Date
}

extension TokenActivationRequest: CustomStringConvertible {
    public var description: String { "TokenActivationRequest(\(id))" }
}
