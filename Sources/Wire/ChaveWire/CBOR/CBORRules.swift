/// The limits of a CBOR item and its required form.
///
/// Under all rules items must be well formed, lengths definite and keys of a map unique; tags are refused.
public struct CBORRules: Hashable, Sendable {
    /// The maximum nesting of arrays and maps, the outermost included.
    public var depth: Int
    /// The maximum number of items at all levels together.
    public var items: Int
    /// Whether the reader refuses an item that is not in the CTAP2 canonical form; otherwise the reader only reports
    /// it.
    public var requiresCanonicalForm: Bool

    /// Creates rules from the maximum depth, the maximum number of items, and whether only the canonical form is
    /// accepted.
    public init(depth: Int, items: Int, requiresCanonicalForm: Bool) {
        self.depth = depth
        self.items = items
        self.requiresCanonicalForm = requiresCanonicalForm
    }

    /// Strict rules for CTAP2 messages (section 8): canonical form, four levels.
    public static let ctap2 = CBORRules(depth: 4, items: 4_096, requiresCanonicalForm: true)

    /// Four levels; the reader only reports a wrong key order or integer length, because deployed clients send both.
    public static let tolerant = CBORRules(depth: 4, items: 4_096, requiresCanonicalForm: false)
}
