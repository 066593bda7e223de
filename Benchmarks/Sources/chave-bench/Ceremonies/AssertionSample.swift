import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Crypto

/// A valid ES256 assertion that is made here.
struct AssertionSample: Sendable {
    let relyingParty = RelyingParty(id: "localhost", origins: ["https://localhost"])
    let response: AuthenticationResponse
    let stored: StoredCredential
    let expectation: AuthenticationExpectation

    init() throws {
        // The key is the same each time, so that two runs count about the same instructions.
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](1...32))
        let point = [UInt8](key.publicKey.rawRepresentation)
        let publicKey = COSEKey.ec2(algorithm: .es256, curve: .p256, x: Array(point[..<32]), y: Array(point[32...]))
        let id = [UInt8](repeating: 3, count: 32)
        let challenge = [UInt8](repeating: 9, count: 32)
        let data = AuthenticatorData(
            relyingPartyIDHash: Array(SHA256.hash(data: Array("localhost".utf8))),
            flags: [.userPresent, .userVerified],
            signCount: 0,
            attestedCredentialData: nil,
            extensions: nil
        ).encoded()
        let client = CollectedClientData(
            type: "webauthn.get",
            challenge: challenge,
            origin: "https://localhost",
            crossOrigin: false,
            topOrigin: nil
        ).encoded()
        let signature = try key.signature(for: data + Array(SHA256.hash(data: client)))
        response = AuthenticationResponse(
            id: Base64URL.encode(id),
            rawID: id,
            type: "public-key",
            clientDataJSON: client,
            authenticatorData: data,
            signature: Array(signature.derRepresentation),
            userHandle: nil
        )
        stored = StoredCredential(
            id: id,
            publicKey: publicKey.encoded(),
            signCount: 0,
            backupEligible: false,
            backupState: false,
            userHandle: nil
        )
        expectation = AuthenticationExpectation(
            challenge: challenge,
            allowedCredentials: [id],
            userVerification: .required
        )
    }
}

extension AssertionSample {
    /// The verification of one whole assertion: parsing, every check, ES256.
    var operation: Operation {
        Operation("assertion/es256") {
            _ = try relyingParty.verify(response, against: stored, expecting: expectation)
        }
    }
}
