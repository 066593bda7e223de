import ChaveWire

/// The kind of value that bytes are read as.
public enum InspectedKind: String, Sendable, Hashable, CaseIterable {
    /// The object that a registration sends: CBOR with format, statement and authenticator data.
    case attestationObject = "attestation-object"
    /// The data that the authenticator writes and signs.
    case authenticatorData = "authenticator-data"
    /// The data that the browser writes: JSON.
    case clientData = "client-data"
    /// A public key as CBOR.
    case coseKey = "cose-key"
    /// An ECDSA signature in DER.
    case signature
    /// An X.509 certificate, DER.
    case certificate
    /// Any CBOR.
    case cbor

    /// Guesses the kind of the bytes; `nil` when they look like no known kind.
    init?(guessing bytes: [UInt8]) {
        if InspectedKind.beginsAsObject(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]) {
            self = .clientData
        } else if DERReader.isSignature(bytes) {
            self = .signature
        } else if DERReader.isSequence(bytes) {
            self = .certificate
        } else {
            self.init(guessingCBOR: bytes)
        }
    }

    private init?(guessingCBOR bytes: [UInt8]) {
        var reader = LooseCBOR(bytes, part: "")
        let value = try? reader.item()
        if let value, value["fmt"] != nil || value["authData"] != nil || value["attStmt"] != nil {
            self = .attestationObject
        } else if let value, value.map != nil, value[1] != nil {
            self = .coseKey
        } else if value != nil, reader.position == bytes.count {
            self = .cbor
        } else if let cut = InspectedKind(beginning: bytes) {
            self = cut
        } else if bytes.count >= 37 {
            // A hash may begin with any byte. Bytes that are long enough and not one whole CBOR item can only be this.
            self = .authenticatorData
        } else {
            return nil
        }
    }
    /// The kind of a map by its first key, even when the map is incomplete.
    private init?(beginning bytes: [UInt8]) {
        guard let head = bytes.first, head >> 5 == 5 else { return nil }
        let info = head & 0x1F
        guard info <= 27 || info == 31 else { return nil }
        var reader = LooseCBOR(bytes, from: info < 24 || info == 31 ? 1 : 1 + 1 << Int(info - 24), part: "")
        guard let key = try? reader.item() else { return nil }
        if let name = key.text, ["fmt", "attStmt", "authData"].contains(name) {
            self = .attestationObject
        } else if key == .unsigned(1), case .unsigned(1...3)? = try? reader.item() {
            self = .coseKey
        } else {
            return nil
        }
    }

    /// Whether the bytes begin like a JSON object; a hash may begin with the bracket too.
    private static func beginsAsObject(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.first == UInt8(ascii: "{") else { return false }
        guard let next = bytes.dropFirst().first else { return true }
        return Array(" \t\n\r\"}".utf8).contains(next)
    }
}
