/// The life of a token at its network: INACTIVE → ACTIVE ⇄ SUSPENDED → DEACTIVATED; the raw values are stored and sent.
public enum TokenState: String, Hashable, Sendable, CaseIterable {
    /// Made, and waiting for the holder's word.
    case inactive = "INACTIVE"
    case active = "ACTIVE"
    case suspended = "SUSPENDED"
    /// For good.
    case deactivated = "DEACTIVATED"
}
