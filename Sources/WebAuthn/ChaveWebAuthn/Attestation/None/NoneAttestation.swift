internal import ChaveWire

/// The format `none` (WebAuthn Level 3, section 8.7): an empty map.
enum NoneAttestation {
    static func verify(_ registration: AttestedRegistration) throws(AttestationRefusal) -> AttestationEvidence {
        guard let members = registration.statement.map, members.isEmpty else { throw .statementMalformed }
        return .none
    }
}
