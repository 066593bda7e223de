import ChaveBase
import ChaveWire
import Testing

@Suite struct AuthenticatorDataTests {
    static let hash = [UInt8](repeating: 0xAB, count: 32)
    static let key = COSEKeyTests.samples[0].encoded()
    static let attested = AttestedCredentialData(aaguid: Array(0..<16), credentialID: Array(1...32), publicKey: key)
    static let extensions = CBORValue.map([CBORMember(key: .text("credProtect"), value: .unsigned(2))])

    static let samples = [
        AuthenticatorData(relyingPartyIDHash: hash, flags: [.userPresent], signCount: 0),
        AuthenticatorData(relyingPartyIDHash: hash, flags: [.userPresent, .userVerified], signCount: .max),
        AuthenticatorData(relyingPartyIDHash: hash, flags: [], signCount: 1, attestedCredentialData: attested),
        AuthenticatorData(relyingPartyIDHash: hash, flags: [.userPresent], signCount: 2, extensions: extensions),
        AuthenticatorData(
            relyingPartyIDHash: hash,
            flags: [.userPresent, .userVerified, .backupEligible, .backupState],
            signCount: 258,
            attestedCredentialData: attested,
            extensions: extensions
        ),
    ]

    @Test func theLayoutIsThatOfTheSpecification() {
        let data = Self.samples[4]
        let expected =
            Self.hash + hex("dd 00000102") + Array(0..<16) + hex("0020") + Array(1...32) + Self.key
            + Self.extensions.encoded()
        #expect(data.encoded() == expected)
    }

    @Test(arguments: samples)
    func dataGoesBothWays(_ data: AuthenticatorData) throws {
        #expect(try AuthenticatorData(decoding: data.encoded()) == data)
    }

    @Test(arguments: samples)
    func everyTruncationAndEveryExtraByteIsRefused(_ data: AuthenticatorData) {
        for prefix in Mutations.truncations(of: data.encoded()) {
            #expect(throws: WireError.self) { try AuthenticatorData(decoding: prefix) }
        }
        #expect(throws: WireError.trailingBytes) { try AuthenticatorData(decoding: data.encoded() + [0]) }
    }

    @Test(arguments: samples)
    func noChangedByteTraps(_ data: AuthenticatorData) {
        for changed in Mutations.changes(of: data.encoded()) {
            guard let read = try? AuthenticatorData(decoding: changed) else { continue }
            #expect(read != data)
            #expect(!read.isCanonical || read.encoded() == changed)
        }
    }

    @Test func theFlagsFollowWhatIsThere() {
        let claimed = AuthenticatorData(
            relyingPartyIDHash: Self.hash,
            flags: [.userPresent, .attestedCredentialData, .extensionData],
            signCount: 0
        )
        #expect(claimed.flags == [.userPresent])
        #expect(claimed.encoded().count == 37)
    }

    @Test func reservedFlagsAreKept() throws {
        let data = try AuthenticatorData(decoding: Self.hash + hex("23 00000000"))
        #expect(data.flags.rawValue == 0x23)
    }

    /// A length that promises more than there is, at every place that has one.
    @Test(arguments: ["ffff", "0100", "0400"])
    func aCredentialIDLongerThanTheDataIsRefused(_ length: String) {
        let bytes = Self.hash + hex("41 00000000") + Array(0..<16) + hex(length) + Self.key
        #expect(throws: WireError.truncated(field: "credentialId")) { try AuthenticatorData(decoding: bytes) }
    }

    @Test func aKeyThatIsNoMapIsRefused() {
        // `04` is one whole CBOR item; a reader that takes it for an uncompressed point reads past the end.
        let bytes = Self.hash + hex("41 00000000") + Array(0..<16) + hex("0001 aa 04")
        #expect(throws: WireError.invalid(field: "credentialPublicKey")) { try AuthenticatorData(decoding: bytes) }
    }

    @Test func aKeyOutOfCanonicalFormIsRefusedAndExtensionsAreReported() throws {
        let swapped = hex("a2 03 26 01 02")
        let bytes = Self.hash + hex("41 00000000") + Array(0..<16) + hex("0001 aa") + swapped
        #expect(throws: WireError.notCanonical(field: "CBOR map")) { try AuthenticatorData(decoding: bytes) }
        let data = try AuthenticatorData(decoding: Self.hash + hex("81 00000000 a2 6162 01 6161 01"))
        #expect(!data.isCanonical)
    }

    @Test(arguments: ["01", "80", "f6", "6161", ""])
    func extensionsThatAreNoMapAreRefused(_ item: String) {
        #expect(throws: WireError.self) {
            try AuthenticatorData(decoding: Self.hash + hex("81 00000000") + hex(item))
        }
    }
}
