import ChaveWire

/// A signed message before its verification: only the form and the header are checked.
///
/// Nothing in it is trustworthy but ``keyID`` as a question to the sender's keystore.
public struct ClaimedEnvelope: Sendable {
    /// Open Finance Brasil has consents with 60 payments: their messages are longer than 64 KiB.
    public static let maximumLength = 256 * 1024

    /// `kid`: the key that the sender claims to have signed with.
    public let keyID: String
    let message: CompactJWS

    /// Refuses what no key could mend: the form, extensions, foreign keys, other types and other algorithms.
    ///
    /// `typ` may be absent, as in messages of some banks.
    public init(parsing text: String) throws(EnvelopeRefusal) {
        let message: CompactJWS
        do { message = try CompactJWS(parsing: text, limit: ClaimedEnvelope.maximumLength) } catch { throw .malformed }
        let header = message.header
        guard header["crit"] == nil else { throw .criticalHeader }
        guard !message.bringsKey else { throw .foreignKey }
        guard message.type.map({ $0.lowercased() == "jwt" }) ?? true, header["cty"] == nil else { throw .wrongType }
        guard message.claimedAlgorithm == "PS256" else { throw .algorithmMismatch }
        // A message names its key, also where the keystore has one only.
        guard let keyID = message.keyID else { throw .unknownKey }
        self.keyID = keyID
        self.message = message
    }
}

extension CompactJWS {
    /// Whether the header brings a key or its address; keys come from the keystore alone.
    package var bringsKey: Bool { ["jwk", "jku", "x5c", "x5u"].contains { header[$0] != nil } }
}
