internal import ChaveWire

/// The format `none` (WebAuthn Level 3, section 8.7): an empty map.
enum NoneAttestation {
    static func requireEmpty(_ statement: CBORValue) throws(RegistrationRefusal) {
        guard let members = statement.map, members.isEmpty else { throw .attestationStatementMalformed }
    }
}
