import ChaveWebAuthn
import ChaveWire
import Crypto
import Foundation

/// What the machine can do at all, measured in the same minute as what is compared with it.
enum Baselines {
    /// ECDSA P-256 verifications by the crypto library alone, key parsed beforehand, message hashed as an assertion's is.
    static func rawVerify(seconds: Double) throws -> Measurement {
        let key = P256.Signing.PrivateKey()
        let message = [UInt8](repeating: 7, count: 69)
        let signature = try key.signature(for: message)
        let publicKey = key.publicKey
        return Stopwatch.rate("raw P-256 verify (swift-crypto)", seconds: seconds) {
            precondition(publicKey.isValidSignature(signature, for: message))
        }
    }

    /// 4 KiB appended and synced.
    static func sync(in directory: String, seconds: Double) throws -> Measurement {
        let path = "\(directory)/sync-rate"
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer {
            close(file)
            unlink(path)
        }
        let block = [UInt8](repeating: 1, count: 4_096)
        return Stopwatch.rate("fdatasync of a 4 KiB append", seconds: seconds, batch: 1) {
            precondition(block.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == block.count)
            precondition(fdatasync(file) == 0)
        }
    }

    /// One assertion, whole: parse, every check, ES256.
    static func assertion(seconds: Double) throws -> Measurement {
        let sample = try AssertionSample()
        return try Stopwatch.rate("assertion verified (ChaveWebAuthn)", seconds: seconds) {
            _ = try sample.relyingParty.verify(sample.response, against: sample.stored, expecting: sample.expectation)
        }
    }
}

/// A valid ES256 assertion, made here.
struct AssertionSample {
    let relyingParty = RelyingParty(id: "localhost", origins: ["https://localhost"])
    let response: AuthenticationResponse
    let stored: StoredCredential
    let expectation: AuthenticationExpectation

    init() throws {
        let key = P256.Signing.PrivateKey()
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
