import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Crypto

/// A valid assertion, in parts, so that a test can break one of them.
struct AuthenticationSample {
    var relyingParty = RelyingParty(id: "example.org", origins: ["https://example.org"])
    var expectation: AuthenticationExpectation
    var stored: StoredCredential

    var key: TestKey
    var clientData: CollectedClientData
    var data: AuthenticatorData
    var userHandle: [UInt8]?
    /// What is done to the finished parts, before and after they are signed.
    var damageClientData: (inout [UInt8]) -> Void = { _ in }
    var damageAuthenticatorData: (inout [UInt8]) -> Void = { _ in }
    var damageResponse: (inout AuthenticationResponse) -> Void = { _ in }

    static let challenge = Array(UInt8(32)..<64)
    static let credentialID = RegistrationSample.credentialID
    static let userHandle = RegistrationSample.userHandle

    init(_ algorithm: COSEAlgorithm = .es256) throws {
        key = try TestKey.make(for: algorithm)
        stored = StoredCredential(
            id: Self.credentialID,
            publicKey: key.coseKey(algorithm).encoded(),
            signCount: 7,
            backupEligible: true,
            backupState: true,
            userHandle: Self.userHandle
        )
        expectation = AuthenticationExpectation(
            challenge: Self.challenge,
            allowedCredentials: [[1, 2, 3], Self.credentialID],
            userVerification: .required
        )
        clientData = CollectedClientData(
            type: "webauthn.get",
            challenge: Self.challenge,
            origin: "https://example.org",
            crossOrigin: false
        )
        data = AuthenticatorData(
            relyingPartyIDHash: Array(SHA256.hash(data: Array("example.org".utf8))),
            flags: [.userPresent, .userVerified, .backupEligible],
            signCount: 8
        )
        userHandle = Self.userHandle
    }

    func makeResponse() throws -> AuthenticationResponse {
        var clientDataJSON = clientData.encoded()
        damageClientData(&clientDataJSON)
        var authenticatorData = data.encoded()
        damageAuthenticatorData(&authenticatorData)
        var response = AuthenticationResponse(
            id: Base64URL.encode(Self.credentialID),
            rawID: Self.credentialID,
            type: "public-key",
            clientDataJSON: clientDataJSON,
            authenticatorData: authenticatorData,
            signature: try key.sign(authenticatorData + SHA256.hash(data: clientDataJSON)),
            userHandle: userHandle
        )
        damageResponse(&response)
        return response
    }

    func verify() throws -> VerifiedAuthentication {
        try relyingParty.verify(makeResponse(), against: stored, expecting: expectation)
    }
}
