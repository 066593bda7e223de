public import ChaveBase

/// The statement that an authenticator makes and signs in a ceremony (WebAuthn Level 3, section 6.1).
///
///     bytes 0–31   SHA-256 of the relying party's id (`rpIdHash`)
///     byte 32      flags
///     bytes 33–36  signature counter, big-endian
///     then         attested credential data, if its flag is set
///     then         extension outputs, one CBOR map, if their flag is set
public struct AuthenticatorData: Hashable, Sendable {
    /// The eight flags; the reserved bits 1 and 5 stay as received.
    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bit 0: a user touched the authenticator.
        public static let userPresent = Flags(rawValue: 0x01)
        /// Bit 2: the authenticator verified the user.
        public static let userVerified = Flags(rawValue: 0x04)
        /// Bit 3: the credential may be copied between devices.
        public static let backupEligible = Flags(rawValue: 0x08)
        /// Bit 4: the credential is copied.
        public static let backupState = Flags(rawValue: 0x10)
        /// Bit 6: a credential follows.
        public static let attestedCredentialData = Flags(rawValue: 0x40)
        /// Bit 7: extensions follow.
        public static let extensionData = Flags(rawValue: 0x80)
    }

    /// SHA-256 of the relying party's id, 32 bytes (`rpIdHash`).
    public var relyingPartyIDHash: [UInt8]
    /// The authenticator's statements about the user and the credential.
    public var flags: Flags
    /// The signature counter; 0 when the authenticator does not count.
    public var signCount: UInt32
    /// The new credential, in a registration.
    public var attestedCredentialData: AttestedCredentialData?
    /// The authenticator's extension outputs, a CBOR map.
    public var extensions: CBORValue?
    /// Whether the extension outputs arrived in the CTAP2 canonical form; `true` for data that was made here.
    public private(set) var isCanonical = true

    /// Creates authenticator data for encoding; the presence of the two optional parts sets the bits 6 and 7 of the
    /// flags.
    public init(
        relyingPartyIDHash: [UInt8],
        flags: Flags,
        signCount: UInt32,
        attestedCredentialData: AttestedCredentialData? = nil,
        extensions: CBORValue? = nil
    ) {
        self.relyingPartyIDHash = relyingPartyIDHash
        self.flags = flags.subtracting([.attestedCredentialData, .extensionData])
        if attestedCredentialData != nil { self.flags.insert(.attestedCredentialData) }
        if extensions != nil { self.flags.insert(.extensionData) }
        self.signCount = signCount
        self.attestedCredentialData = attestedCredentialData
        self.extensions = extensions
    }

    /// Reads exactly one structure.
    ///
    /// The public key must be in the CTAP2 canonical form. For extension outputs ``isCanonical`` only reports the form.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        relyingPartyIDHash = Array(try reader.take(32, "rpIdHash"))
        flags = Flags(rawValue: try reader.byte("flags"))
        signCount = try reader.bigEndian(UInt32.self, "signCount")
        if flags.contains(.attestedCredentialData) {
            attestedCredentialData = try AttestedCredentialData(reading: &reader)
        }
        if flags.contains(.extensionData) {
            let item = try CBORValue.decodePrefix(reader.rest, rules: .tolerant)
            guard item.value.map != nil else { throw .invalid(field: "extensions") }
            extensions = item.value
            isCanonical = item.isCanonical
            reader.advance(to: item.end)
        }
        try reader.finish()
    }

    /// The structure as bytes.
    ///
    /// - Precondition: the hash has 32 bytes, the AAGUID 16, the credential id at most 65,535.
    public func encoded() -> [UInt8] {
        precondition(relyingPartyIDHash.count == 32, "the relying party's id is hashed with SHA-256")
        var bytes = relyingPartyIDHash
        var presence = flags.subtracting([.attestedCredentialData, .extensionData])
        if attestedCredentialData != nil { presence.insert(.attestedCredentialData) }
        if extensions != nil { presence.insert(.extensionData) }
        bytes.append(presence.rawValue)
        appendBigEndian(signCount, to: &bytes)
        attestedCredentialData?.append(to: &bytes)
        if let extensions { bytes.append(contentsOf: extensions.encoded()) }
        return bytes
    }
}
