import ChaveBase

/// The new credential inside authenticator data (WebAuthn Level 3, section 6.5.1).
///
///     16 bytes   AAGUID
///      2 bytes   length of the credential id, big-endian
///      n bytes   credential id
///      rest      public key, one COSE_Key
public struct AttestedCredentialData: Hashable, Sendable {
    /// The model of the authenticator, 16 bytes; all zeros when the authenticator does not name a model.
    public var aaguid: [UInt8]
    /// At most 1,023 bytes, as WebAuthn bounds it.
    public var credentialID: [UInt8]
    /// The COSE_Key, byte for byte as received.
    public var publicKey: [UInt8]

    /// Creates the value from its parts, without checks.
    public init(aaguid: [UInt8], credentialID: [UInt8], publicKey: [UInt8]) {
        self.aaguid = aaguid
        self.credentialID = credentialID
        self.publicKey = publicKey
    }

    init(reading reader: inout ByteReader) throws(WireError) {
        aaguid = Array(try reader.take(16, "aaguid"))
        let length = Int(try reader.bigEndian(UInt16.self, "credentialIdLength"))
        credentialID = Array(try reader.take(length, "credentialId"))
        let start = reader.position
        let key = try CBORValue.decodePrefix(reader.rest)
        guard key.value.map != nil else { throw .invalid(field: "credentialPublicKey") }
        reader.advance(to: key.end)
        publicKey = Array(reader.read(since: start))
    }

    func append(to bytes: inout [UInt8]) {
        precondition(aaguid.count == 16, "an AAGUID has 16 bytes")
        precondition(credentialID.count <= UInt16.max, "a credential id has at most 65,535 bytes")
        bytes.append(contentsOf: aaguid)
        appendBigEndian(UInt16(credentialID.count), to: &bytes)
        bytes.append(contentsOf: credentialID)
        bytes.append(contentsOf: publicKey)
    }
}
