import ChaveWire

/// What bytes can be read as.
public enum InspectedKind: String, Sendable, Hashable, CaseIterable {
    case attestationObject = "attestation-object"
    case authenticatorData = "authenticator-data"
    case clientData = "client-data"
    case coseKey = "cose-key"
    case signature
    case certificate
    case cbor

    /// What the bytes look like; `nil` when they look like nothing that is known.
    init?(guessing bytes: [UInt8]) {
        if bytes.starts(with: Array("{".utf8)) || bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
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
        } else if bytes.count >= 37 {
            // A hash may begin with anything; what is no whole item of CBOR and long enough can only be this.
            self = .authenticatorData
        } else {
            return nil
        }
    }
}
