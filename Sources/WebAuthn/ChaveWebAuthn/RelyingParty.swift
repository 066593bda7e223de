internal import ChaveWire
internal import Crypto

/// The party that asks for ceremonies, and the origins of its answers.
///
/// Origins are compared byte for byte: scheme, host and port, without suffixes, and without folding of case or Unicode
/// forms. The origin of a native app (`android:apk-key-hash:…`) and a related origin are ordinary entries.
public struct RelyingParty: Hashable, Sendable {
    /// The relying party's id, a host name.
    public var id: String {
        didSet { idHash = RelyingParty.hash(id) }
    }
    /// The origins on which ceremonies may happen.
    public var origins: [String]
    /// The origins that may frame the relying party's pages; without any, a ceremony in another site's frame is
    /// refused.
    public var topOrigins: [String]
    /// Whether a ceremony in a frame is accepted although the client does not name the frame's site.
    public var allowsUnnamedTopOrigin: Bool
    /// Whether `topOrigin` counts only in a ceremony that says `crossOrigin`.
    ///
    /// WebAuthn Level 3 refuses a `topOrigin` without it; enrollments 2.3.0 of Open Finance Brasil ignores it.
    public var ignoresTopOriginOfOwnFrame = false

    /// SHA-256 of `id`, stored because every ceremony needs it.
    private(set) var idHash: [UInt8]

    /// Creates a relying party from its domain, the origins that may use it, and the origins that may frame them.
    public init(id: String, origins: [String], topOrigins: [String] = [], allowsUnnamedTopOrigin: Bool = false) {
        self.id = id
        self.origins = origins
        self.topOrigins = topOrigins
        self.allowsUnnamedTopOrigin = allowsUnnamedTopOrigin
        idHash = RelyingParty.hash(id)
    }

    private static func hash(_ id: String) -> [UInt8] { Array(SHA256.hash(data: Array(id.utf8))) }
}

extension RelyingParty {
    func accepts(origin: String) -> Bool {
        origins.contains { isSame($0, origin) }
    }

    /// Whether a ceremony in another site's frame is acceptable at all.
    func acceptsFraming(of clientData: CollectedClientData) -> Bool {
        guard clientData.crossOrigin == true else { return true }
        return clientData.topOrigin == nil ? allowsUnnamedTopOrigin : !topOrigins.isEmpty
    }

    /// The `topOrigin` that the rules look at; `nil` for none.
    func countedTopOrigin(of clientData: CollectedClientData) -> String? {
        ignoresTopOriginOfOwnFrame && clientData.crossOrigin != true ? nil : clientData.topOrigin
    }

    func accepts(topOrigin: String) -> Bool {
        topOrigins.contains { isSame($0, topOrigin) }
    }
}

/// Whether two texts have the same bytes; `==` would treat U+212A as a K.
func isSame(_ first: String, _ second: String) -> Bool {
    guard first.utf8.count == second.utf8.count else { return false }
    var (first, second) = (first, second)
    return first.withUTF8 { bytes in second.withUTF8 { bytes.elementsEqual($0) } }
}

/// Whether two byte strings are equal, in a time that depends on their lengths only.
func isSameInConstantTime(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    guard first.count == second.count else { return false }
    return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
