/// How much a CBOR item may hold and which form it must have.
///
/// Whatever the rules: items are well formed, lengths definite, keys of a map unique, and there are no tags.
public struct CBORRules: Hashable, Sendable {
    /// How many arrays and maps may stand inside each other, the outermost counted.
    public var depth: Int
    /// How many items there may be, at all levels together.
    public var items: Int
    /// Whether an item that is not in the CTAP2 canonical form is refused; otherwise it is reported only.
    public var requiresCanonicalForm: Bool

    /// How deep, how many values, and whether only the one canonical form counts.
    public init(depth: Int, items: Int, requiresCanonicalForm: Bool) {
        self.depth = depth
        self.items = items
        self.requiresCanonicalForm = requiresCanonicalForm
    }

    /// Messages by the letter of CTAP2, section 8: canonical form, four levels.
    public static let ctap2 = CBORRules(depth: 4, items: 4_096, requiresCanonicalForm: true)

    /// Four levels; key order and integer length are reported, because deployed clients have got them wrong.
    public static let tolerant = CBORRules(depth: 4, items: 4_096, requiresCanonicalForm: false)
}
