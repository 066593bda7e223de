import ChaveBase
import ChaveDeviceKeys
import ChaveWebAuthn
import ChaveWire
import Foundation
import Testing

@testable import ChaveSoftwareAuthenticator

/// One vector, as far as our authenticator can make it.
struct Vector {
    let name: String
    let format: String
    let algorithm: COSEAlgorithm
    let privateKey: CredentialPrivateKey
    let credentialID: [UInt8]
    let aaguid: [UInt8]
    let registrationFlags: AuthenticatorData.Flags
    let registrationChallenge: [UInt8]
    let registrationClientData: [UInt8]
    let registrationData: [UInt8]
    let attestationObject: [UInt8]
    let publicKey: [UInt8]
    let authenticationFlags: AuthenticatorData.Flags
    let authenticatorData: [UInt8]
    let challenge: [UInt8]
    let clientDataJSON: [UInt8]
    let signature: [UInt8]

    /// `nil` for a vector of an algorithm that the authenticator does not have.
    init?(_ json: JSONValue) throws {
        let derived = try #require(json["derived"])
        let registration = try #require(json["registration"])
        let authentication = try #require(json["authentication"])
        algorithm = COSEAlgorithm(rawValue: try #require(derived["alg"]?.number?.int64))
        guard CredentialPrivateKey.algorithms.contains(algorithm) else { return nil }
        name = try #require(json["name"]?.string)
        format = try #require(derived["fmt"]?.string)
        privateKey = try Vector.privateKey(algorithm, registration)
        credentialID = try Vector.hex(registration["credential_id"])
        aaguid = try Vector.hex(registration["aaguid"])
        registrationFlags = AuthenticatorData.Flags(rawValue: try Vector.hex(derived["reg_flags"])[0])
        registrationChallenge = try Vector.hex(registration["challenge"])
        registrationClientData = try Vector.hex(registration["clientDataJSON"])
        registrationData = try Vector.hex(derived["auth_data"])
        attestationObject = try Vector.hex(registration["attestationObject"])
        publicKey = try Vector.hex(derived["cose_public_key"])
        authenticationFlags = AuthenticatorData.Flags(rawValue: try Vector.hex(derived["auth_flags"])[0])
        authenticatorData = try Vector.hex(authentication["authenticatorData"])
        challenge = try Vector.hex(authentication["challenge"])
        clientDataJSON = try Vector.hex(authentication["clientDataJSON"])
        signature = try Vector.hex(authentication["signature"])
    }

    func ceremony(_ flags: AuthenticatorData.Flags) throws -> CredentialCeremony {
        let credential = DeviceCredential(
            id: credentialID,
            relyingPartyID: "example.org",
            userHandle: [1],
            privateKey: privateKey,
            isDiscoverable: false,
            createdAt: 0
        )
        return CredentialCeremony(credential: credential, flags: flags, signCount: 0)
    }

    /// Whether a client that adds nothing makes these client data.
    static func isPlain(_ clientData: [UInt8]) -> Bool {
        guard let decoded = try? CollectedClientData(decoding: clientData) else { return false }
        return CollectedClientData(type: decoded.type, challenge: decoded.challenge, origin: decoded.origin).encoded()
            == clientData
    }

    /// RSA and EdDSA give one signature for one message, ECDSA many.
    var isDeterministic: Bool { algorithm != .es256 }

    /// Through our relying party, with the vector's own data unless others are given.
    func requireVerifies(_ signature: [UInt8], _ data: [UInt8]? = nil, _ clientData: [UInt8]? = nil) throws {
        let relyingParty = RelyingParty(
            id: "example.org",
            origins: ["https://example.org"],
            topOrigins: ["https://example.com"],
            allowsUnnamedTopOrigin: true
        )
        let response = AuthenticationResponse(
            id: Base64URL.encode(credentialID),
            rawID: credentialID,
            type: "public-key",
            clientDataJSON: clientData ?? clientDataJSON,
            authenticatorData: data ?? authenticatorData,
            signature: signature,
            userHandle: nil
        )
        let stored = StoredCredential(
            id: credentialID,
            publicKey: publicKey,
            signCount: 0,
            backupEligible: authenticationFlags.contains(.backupEligible),
            backupState: authenticationFlags.contains(.backupState),
            userHandle: nil
        )
        _ = try relyingParty.verify(
            response,
            against: stored,
            expecting: AuthenticationExpectation(challenge: challenge, userVerification: .preferred)
        )
    }

    private static func privateKey(
        _ algorithm: COSEAlgorithm,
        _ registration: JSONValue
    ) throws -> CredentialPrivateKey {
        guard algorithm == .rs256 else {
            let secret = try hex(registration["credential_private_key"] ?? registration["private_key"])
            return try CredentialPrivateKey(algorithm: algorithm, secretBytes: secret)
        }
        let primes = try RSAPrimes(p: hex(registration["private_key_p"]), q: hex(registration["private_key_q"]))
        return try CredentialPrivateKey(algorithm: algorithm, secretBytes: primes.privateKey())
    }

    private static func hex(_ value: JSONValue?) throws -> [UInt8] {
        let digits = Array(try #require(value?.string).utf8)
        return try stride(from: 0, to: digits.count - 1, by: 2).map { index in
            try #require(UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16))
        }
    }
}

/// The test data that is read in place: `CHAVE_VECTORS`, or `../shared/vectors` beside the checkout.
enum Vectors {
    static let directory: String = {
        if let directory = ProcessInfo.processInfo.environment["CHAVE_VECTORS"] { return directory }
        let parts = #filePath.split(separator: "/").dropLast(4)
        return "/" + parts.joined(separator: "/") + "/shared/vectors"
    }()

    static var areThere: Bool { FileManager.default.fileExists(atPath: directory + "/webauthn_l3.json") }

    static func load(_ name: String) throws -> JSONValue {
        let data = try #require(FileManager.default.contents(atPath: directory + "/" + name))
        return try JSONValue(parsing: Array(data), limits: .list)
    }
}
