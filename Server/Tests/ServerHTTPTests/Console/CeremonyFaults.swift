import ChaveBase
import ChaveWire
import Crypto

/// One fault at a time, by the refusal that it must meet.
struct CeremonyFault: Sendable {
    let refusal: String
    let make: @Sendable (inout CeremonyForge) throws -> Void

    init(_ refusal: String, _ make: @escaping @Sendable (inout CeremonyForge) throws -> Void) {
        self.refusal = refusal
        self.make = make
    }

    /// What the client says; the same in both ceremonies.
    private static let clientData = [
        CeremonyFault("client_data_malformed") { $0.damageClientData = { $0.append(0x7D) } },
        CeremonyFault("challenge_mismatch") { $0.clientData.challenge[0] ^= 1 },
        CeremonyFault("origin_not_allowed") { $0.clientData.origin = "https://evil.example" },
        CeremonyFault("cross_origin_not_allowed") { $0.clientData.crossOrigin = true },
        CeremonyFault("top_origin_without_cross_origin") { $0.clientData.topOrigin = "https://top.example" },
    ]

    private static let authenticatorData = [
        CeremonyFault("authenticator_data_malformed") { $0.damageData = { $0.append(0) } },
        CeremonyFault("relying_party_id_mismatch") { $0.data.relyingPartyIDHash[0] ^= 1 },
        CeremonyFault("user_not_present") { $0.data.flags.remove(.userPresent) },
        CeremonyFault("user_not_verified") { $0.data.flags.remove(.userVerified) },
        CeremonyFault("backup_state_without_eligibility") { $0.data.flags.insert(.backupState) },
    ]

    static let registrations: [CeremonyFault] =
        clientData + authenticatorData + attestations + [
            CeremonyFault("client_data_type_mismatch") { $0.clientData.type = "webauthn.get" },
            CeremonyFault("attestation_object_malformed") { $0.damageObject = { $0.removeLast() } },
            CeremonyFault("attested_credential_missing") { $0.data.attestedCredentialData = nil },
            CeremonyFault("attested_credential_id_mismatch") {
                $0.data.attestedCredentialData?.credentialID = [1, 2, 3]
            },
            CeremonyFault("public_key_malformed") { $0.data.attestedCredentialData?.publicKey = [0xA0] },
            CeremonyFault("algorithm_not_offered") { $0.attest($0.coseKey(COSEAlgorithm(rawValue: -65_535))) },
            CeremonyFault("algorithm_key_mismatch") { $0.attest($0.coseKey(.es384)) },
            CeremonyFault("public_key_invalid") {
                let ones = [UInt8](repeating: 1, count: 32)
                $0.attest(.ec2(algorithm: .es256, curve: .p256, x: ones, y: ones))
            },
        ]

    private static let attestations = [
        CeremonyFault("attestation_format_unsupported") { $0.format = "best" },
        CeremonyFault("attestation_statement_malformed") { $0.format = "packed" },
        CeremonyFault("attestation_statement_unsupported") {
            $0.packed = .init(algorithm: -65_535, signer: try attestationKey, certificate: try certificate)
        },
        CeremonyFault("attestation_algorithm_mismatch") { $0.packed = .init(algorithm: -257, signer: $0.key) },
        CeremonyFault("attestation_signature_invalid") { $0.packed = .init(algorithm: -7, signer: nil) },
        CeremonyFault("attestation_certificate_unsuitable") {
            $0.packed = .init(algorithm: -7, signer: try attestationKey, certificate: try certificate)
        },
    ]

    static let authentications: [CeremonyFault] =
        clientData + authenticatorData + [
            CeremonyFault("client_data_type_mismatch") { $0.clientData.type = "webauthn.create" },
            CeremonyFault("attested_credential_present") { $0.attest($0.coseKey(.es256)) },
            CeremonyFault("signature_invalid") { $0.damageSignature = { $0[$0.count - 1] ^= 1 } },
            CeremonyFault("user_handle_mismatch") { $0.userHandle = Array("somebody else".utf8) },
            CeremonyFault("backup_eligibility_changed") { $0.data.flags.insert(.backupEligible) },
            CeremonyFault("counter_not_advanced") { $0.data.signCount = 5 },
        ]

    /// Anybody's: it signs certificates of this test alone.
    private static var attestationKey: P256.Signing.PrivateKey {
        get throws { try P256.Signing.PrivateKey(rawRepresentation: Array(repeating: 1, count: 32)) }
    }

    /// A certificate of that key that names no authenticator.
    private static var certificate: [UInt8] {
        get throws {
            try Base64URL.decode(
                """
                MIIBCzCBsaADAgECAgEBMAoGCCqGSM49BAMCMA8xDTALBgNVBAMMBFRlc3QwHhcNMjAwMTAxMDAwMDAwWhcNNDkwMTAxMDAwMDAwWj\
                APMQ0wCwYDVQQDDARUZXN0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEb_A7lJJBzh2t1DUZ5pYOCoW0GmmgXDKBA6orzhWUyhY8T\
                3U6Vb8B3FP2wLDH7ueLQMb_fSWpbiKCuYnO9xwUSjAKBggqhkjOPQQDAgNJADBGAiEAvPxS2itysOGlFCTN5gmifs7CPlo-jh2jj3y-\
                WNiCs8gCIQDIG_lslhYMkOv50Vw3sjxi8s597nlmLIN3T_x04_bokw
                """
            )
        }
    }

    /// What the API or the state machine refuses before there is a ceremony, or what no bank of the sandbox asks.
    static let cannotCome: Set<String> = [
        "type_not_public_key", "id_not_raw_id", "top_origin_not_allowed", "credential_id_length_invalid",
        "credential_not_allowed", "credential_mismatch", "stored_public_key_unusable",
    ]
}
