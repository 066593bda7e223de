import ChaveBase
import ChaveWire

extension ExplanationTests.Case {
    static let registrations: [ExplanationTests.Case] =
        clientDataFaults + authenticatorFaults + keyFaults + attestationFaults

    private static let clientDataFaults: [ExplanationTests.Case] = [
        .registration("type_not_public_key", "5.1", ["'password'", "'public-key'"]) {
            $0.credential["type"] = "password"
        },
        .registration("id_not_raw_id", "5.1", ["'AAAA'"]) { $0.credential["id"] = "AAAA" },
        .registration("client_data_malformed", "7.1 step 6", ["byte 0"]) {
            $0.damageClientData = { $0[0] = UInt8(ascii: "x") }
        },
        .registration("client_data_type_mismatch", "7.1 step 7", ["'webauthn.get'", "'webauthn.create'"]) {
            $0.clientData.type = "webauthn.get"
        },
        .registration("challenge_mismatch", "7.1 step 8", ["AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "'AQID'"]) {
            $0.clientData.challenge = [1, 2, 3]
        },
        .registration("challenge_mismatch", "7.1 step 8", ["encoded twice"]) {
            $0.clientData.challenge = Array(Base64URL.encode(Sample.challenge).utf8)
        },
        .registration("origin_not_allowed", "7.1 step 9", ["'https://evil.example'", "'https://www.example.org'"]) {
            $0.clientData.origin = "https://evil.example"
        },
        .registration("origin_not_allowed", "7.1 step 9", ["only in the scheme"]) {
            $0.clientData.origin = "http://example.org"
        },
        .registration("origin_not_allowed", "7.1 step 9", ["only in the port"]) {
            $0.clientData.origin = "https://example.org:8443"
        },
        .registration("origin_not_allowed", "7.1 step 9", ["only in the subdomain"]) {
            $0.clientData.origin = "https://login.example.org"
        },
        .registration("origin_not_allowed", "7.1 step 9", ["slash"]) {
            $0.request["origins"] = ["https://example.org/"]
        },
        .registration("origin_not_allowed", "7.1 step 9", ["list is empty"]) { $0.request["origins"] = [] },
        .registration("cross_origin_not_allowed", "7.1 step 10", ["'https://top.example'", "topOrigins"]) {
            $0.clientData.crossOrigin = true
            $0.clientData.topOrigin = "https://top.example"
        },
        .registration(
            "cross_origin_not_allowed",
            "7.1 step 10",
            ["topOrigins ['https://shop.example']", "allowsUnnamedTopOrigin"]
        ) {
            $0.clientData.crossOrigin = true
            $0.request["topOrigins"] = ["https://shop.example"]
        },
        .registration("challenge_mismatch", "7.1 step 8", ["(1 byte)."]) { $0.clientData.challenge = [1] },
        .registration("origin_not_allowed", "7.1 step 9", ["'https://\\u{9b}31m'"]) {
            $0.clientData.origin = "https://\u{9B}31m"
        },
        .registration("top_origin_without_cross_origin", "7.1 step 11", ["'https://top.example'"]) {
            $0.clientData.topOrigin = "https://top.example"
        },
        .registration("top_origin_not_allowed", "7.1 step 11", ["'https://top.example'", "'https://shop.example'"]) {
            $0.clientData.crossOrigin = true
            $0.clientData.topOrigin = "https://top.example"
            $0.request["topOrigins"] = ["https://shop.example"]
        },
    ]

    private static let authenticatorFaults: [ExplanationTests.Case] = [
        .registration("attestation_object_malformed", "7.1 step 13", ["bytes end inside"]) {
            $0.damageObject = { $0.removeLast() }
        },
        .registration("authenticator_data_malformed", "6.1", ["more bytes"]) { $0.damageData = { $0.append(0) } },
        .registration("attested_credential_missing", "6.1", ["AT is not set"]) { $0.data.attestedCredentialData = nil },
        .registration("attested_credential_id_mismatch", "5.1.3", ["'AQID'"]) { $0.id = [1, 2, 3] },
        .registration("relying_party_id_mismatch", "7.1 step 14", ["It is that of 'www.example.org'"]) {
            $0.data.relyingPartyIDHash = Sample.hash("www.example.org")
        },
        .registration("user_not_present", "7.1 step 15", ["0x44 (UV, AT)"]) { $0.data.flags.remove(.userPresent) },
        .registration("user_not_verified", "7.1 step 16", ["0x41 (UP, AT)", "'required'"]) {
            $0.data.flags.remove(.userVerified)
        },
        .registration("backup_state_without_eligibility", "7.1 step 17", ["0x55 (UP, UV, BS, AT)"]) {
            $0.data.flags.insert(.backupState)
        },
    ]

    private static let keyFaults: [ExplanationTests.Case] = [
        .registration("public_key_malformed", "7.1 step 20", ["kty is missing"]) {
            $0.data.attestedCredentialData?.publicKey = [0xA0]
        },
        .registration("algorithm_not_offered", "7.1 step 20", ["-7 (ES256)", "-257 (RS256)"]) {
            $0.request["algorithms"] = [-257]
        },
        .registration("algorithm_key_mismatch", "5.8.5", ["P-256", "-35 (ES384)"]) {
            $0.algorithm = .es384
            $0.attest($0.coseKey)
        },
        .registration("public_key_invalid", "5.8.5", ["curve"]) {
            let one = [UInt8](repeating: 1, count: 32)
            $0.attest(.ec2(algorithm: .es256, curve: .p256, x: one, y: one))
        },
    ]

    private static let attestationFaults: [ExplanationTests.Case] = [
        .registration("attestation_format_unsupported", "7.1 step 21", ["'best'", "'packed'"]) { $0.format = "best" },
        .registration("attestation_statement_malformed", "8.2", ["'packed'", "{}"]) { $0.format = "packed" },
        .registration("attestation_algorithm_mismatch", "8.2", ["-257 (RS256)", "-7 (ES256)"]) {
            $0.format = "packed"
            $0.statement = statement(-257)
        },
        .registration("attestation_signature_invalid", "8.2", ["'packed'"]) {
            $0.format = "packed"
            $0.statement = statement(-7)
        },
    ]

    private static func statement(_ algorithm: Int64) -> CBORValue {
        .map([
            CBORMember(key: .text("alg"), value: CBORValue(algorithm)),
            CBORMember(key: .text("sig"), value: .bytes([1])),
        ])
    }
}
