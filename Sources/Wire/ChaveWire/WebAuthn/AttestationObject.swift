public import ChaveBase

/// The result of a registration (WebAuthn Level 3, section 6.5.4).
///
///     { "fmt": text, "attStmt": map, "authData": bytes }
public struct AttestationObject: Hashable, Sendable {
    /// The attestation statement format (`fmt`).
    public var format: String
    /// The attestation statement (`attStmt`), a map; `format` defines its members.
    public var statement: CBORValue
    /// The authenticator data, byte for byte as received: signatures cover these bytes.
    public var authenticatorData: [UInt8]
    /// Whether the object arrived in the CTAP2 canonical form; `true` for an object that was made here.
    public private(set) var isCanonical = true

    /// Creates an object from its parts, without checks.
    public init(format: String, statement: CBORValue, authenticatorData: [UInt8]) {
        self.format = format
        self.statement = statement
        self.authenticatorData = authenticatorData
    }

    /// Reads exactly one object with these three members; ``isCanonical`` reports a form that is not canonical.
    public init(decoding bytes: [UInt8]) throws(WireError) {
        let (value, end, isCanonical) = try CBORValue.decodePrefix(bytes[...], rules: .tolerant)
        guard end == bytes.endIndex else { throw .trailingBytes }
        guard let members = value.map else { throw .invalid(field: "attestationObject") }
        guard let formatItem = value["fmt"] else { throw .missing(field: "fmt") }
        guard let statement = value["attStmt"] else { throw .missing(field: "attStmt") }
        guard let dataItem = value["authData"] else { throw .missing(field: "authData") }
        guard let format = formatItem.text else { throw .invalid(field: "fmt") }
        guard statement.map != nil else { throw .invalid(field: "attStmt") }
        guard let authenticatorData = dataItem.bytes else { throw .invalid(field: "authData") }
        guard members.count == 3 else { throw .invalid(field: "attestationObject") }
        self.init(format: format, statement: statement, authenticatorData: authenticatorData)
        self.isCanonical = isCanonical
    }

    /// The object in canonical CBOR.
    public func encoded() -> [UInt8] {
        CBORValue.map([
            CBORMember(key: .text("fmt"), value: .text(format)),
            CBORMember(key: .text("attStmt"), value: statement),
            CBORMember(key: .text("authData"), value: .bytes(authenticatorData)),
        ]).encoded()
    }
}
