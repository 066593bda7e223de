import ChaveBase
import ChaveWire

extension ExplanationTests.Case {
    static let authentications: [ExplanationTests.Case] = clientDataFaults + authenticatorFaults + storedFaults

    private static let clientDataFaults: [ExplanationTests.Case] = [
        .authentication("type_not_public_key", "5.1", ["'password'"]) { $0.credential["type"] = "password" },
        .authentication("id_not_raw_id", "5.1", ["'AAAA'"]) { $0.credential["id"] = "AAAA" },
        .authentication(
            "credential_not_allowed",
            "7.2 step 5",
            ["'ZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXp7fH1-f4CBgoM'", "'AQID'"]
        ) {
            $0.request["allowedCredentials"] = ["AQID"]
        },
        .authentication("client_data_malformed", "7.2 step 9", ["byte"]) { $0.damageClientData = { $0.removeLast() } },
        .authentication("client_data_type_mismatch", "7.2 step 10", ["'webauthn.create'", "'webauthn.get'"]) {
            $0.clientData.type = "webauthn.create"
        },
        .authentication("challenge_mismatch", "7.2 step 11", ["encoded twice"]) {
            $0.clientData.challenge = Array(UInt8(0)..<20)
            $0.request["challenge"] = .string(
                Base64URL.encode(Array(Base64URL.encode(Array(UInt8(0)..<20)).utf8))
            )
        },
        .authentication("origin_not_allowed", "7.2 step 12", ["upper and lower case"]) {
            $0.clientData.origin = "https://Example.org"
        },
        .authentication("cross_origin_not_allowed", "7.2 step 13", ["does not say of whose"]) {
            $0.clientData.crossOrigin = true
        },
        .authentication("top_origin_without_cross_origin", "7.2 step 14", ["'https://top.example'"]) {
            $0.clientData.topOrigin = "https://top.example"
        },
        .authentication("top_origin_not_allowed", "7.2 step 14", ["'https://shop.example'"]) {
            $0.clientData.crossOrigin = true
            $0.clientData.topOrigin = "https://top.example"
            $0.request["topOrigins"] = ["https://shop.example"]
        },
    ]

    private static let authenticatorFaults: [ExplanationTests.Case] = [
        .authentication("authenticator_data_malformed", "6.1", ["(36 bytes)"]) { $0.damageData = { $0.removeLast() } },
        .authentication("attested_credential_present", "6.1", ["AT is set", "registration"]) { $0.attest($0.coseKey) },
        .authentication("relying_party_id_mismatch", "7.2 step 15", ["'https://example.org'", "without scheme"]) {
            $0.data.relyingPartyIDHash = Sample.hash("https://example.org")
        },
        .authentication("user_not_present", "7.2 step 16", ["0x04 (UV)"]) { $0.data.flags.remove(.userPresent) },
        .authentication("user_not_verified", "7.2 step 17", ["0x01 (UP)"]) { $0.data.flags.remove(.userVerified) },
        .authentication("backup_state_without_eligibility", "7.2 step 18", ["BS"]) {
            $0.data.flags.insert(.backupState)
        },
    ]

    private static let storedFaults: [ExplanationTests.Case] = [
        .authentication("stored_public_key_unusable", "7.2 step 21", ["stored.publicKey is at fault", "bytes end"]) {
            $0.stored["publicKey"] = "pQ"
        },
        .authentication("signature_invalid", "7.2 step 21", ["P-256, -7 (ES256)", "clientDataJSON"]) {
            $0.damageSignature = { $0[$0.count - 1] ^= 1 }
        },
        .authentication("signature_invalid", "7.2 step 21", ["(64 bytes)", "in DER"]) {
            $0.damageSignature = { $0 = [UInt8](repeating: 1, count: 64) }
        },
        .authentication("user_handle_mismatch", "7.2 step 6", ["'dXNlci0x'", "'AAAA'"]) {
            $0.stored["userHandle"] = "AAAA"
        },
        .authentication("backup_eligibility_changed", "7.2 step 19", ["stored.backupEligible is true"]) {
            $0.stored["backupEligible"] = true
        },
        .authentication("counter_not_advanced", "7.2 step 22", ["stored.signCount is 7, and 7 came"]) {
            $0.stored["signCount"] = 7
        },
    ]
}
