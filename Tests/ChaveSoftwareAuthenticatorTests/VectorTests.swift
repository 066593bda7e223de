import ChaveDeviceKeys
import ChaveWebAuthn
import ChaveWire
import Foundation
import Testing

@testable import ChaveSoftwareAuthenticator

/// The test vectors of WebAuthn Level 3, section 16, made again from their keys, ids and flags.
@Suite(.enabled(if: Vectors.areThere, "no test vectors: set CHAVE_VECTORS"))
struct VectorTests {
    /// The vectors whose keys this authenticator can have: ES256 and EdDSA.
    private func vectors() throws -> [Vector] {
        let vectors = try #require(try Vectors.load("webauthn_l3.json")["vectors"]?.array)
        return try vectors.compactMap(Vector.init)
    }

    @Test func thereAreTenOfThem() throws {
        #expect(try vectors().map(\.algorithm).count(where: { $0 == .es256 }) == 9)
        #expect(try vectors().map(\.algorithm).count(where: { $0 == .edDSA }) == 1)
    }

    @Test func registrationDataComesOutByteForByte() throws {
        for vector in try vectors() {
            let data = try vector.ceremony(vector.registrationFlags).registrationData(aaguid: vector.aaguid)
            #expect(data == vector.registrationData, "\(vector.name)")
        }
    }

    @Test func attestationObjectsWithoutSignatureComeOutByteForByte() throws {
        var compared = 0
        for vector in try vectors() where vector.format == "none" {
            let ceremony = try vector.ceremony(vector.registrationFlags)
            let object = try ceremony.attestationObject(
                ceremony.registrationData(aaguid: vector.aaguid),
                .none,
                clientDataJSON: []
            )
            #expect(object == vector.attestationObject, "\(vector.name)")
            compared += 1
        }
        #expect(compared == 3)
    }

    @Test func assertionDataComesOutByteForByte() throws {
        for vector in try vectors() {
            let ceremony = try vector.ceremony(vector.authenticationFlags)
            #expect(ceremony.assertionData() == vector.authenticatorData, "\(vector.name)")
        }
    }

    @Test func clientDataComesOutByteForByteWhereNothingWasAdded() throws {
        var compared = 0
        for vector in try vectors() where !vector.hasExtraClientData {
            let ours = CollectedClientData(
                type: "webauthn.get",
                challenge: vector.challenge,
                origin: "https://example.org"
            )
            #expect(ours.encoded() == vector.clientDataJSON, "\(vector.name)")
            compared += 1
        }
        #expect(compared > 0)
    }

    /// EdDSA signatures are deterministic, ECDSA signatures only have to verify.
    @Test func assertionSignaturesVerifyAndAreThePublishedOnesWhereTheyCanBe() throws {
        for vector in try vectors() {
            let ceremony = try vector.ceremony(vector.authenticationFlags)
            let signature = try ceremony.signature(
                over: ceremony.assertionData(),
                clientDataJSON: vector.clientDataJSON
            )
            if vector.algorithm == .edDSA { #expect(signature == vector.signature) }
            for each in [signature, vector.signature] { try vector.requireVerifies(each) }
        }
    }
}

/// One vector, as far as our authenticator can make it.
private struct Vector {
    let name: String
    let format: String
    let algorithm: COSEAlgorithm
    let privateKey: [UInt8]
    let credentialID: [UInt8]
    let aaguid: [UInt8]
    let registrationFlags: AuthenticatorData.Flags
    let registrationData: [UInt8]
    let attestationObject: [UInt8]
    let publicKey: [UInt8]
    let authenticationFlags: AuthenticatorData.Flags
    let authenticatorData: [UInt8]
    let challenge: [UInt8]
    let clientDataJSON: [UInt8]
    let hasExtraClientData: Bool
    let signature: [UInt8]

    /// `nil` for a vector of an algorithm that the authenticator does not have.
    init?(_ json: JSONValue) throws {
        let derived = try #require(json["derived"])
        let registration = try #require(json["registration"])
        let authentication = try #require(json["authentication"])
        algorithm = COSEAlgorithm(rawValue: try #require(derived["alg"]?.number?.int64))
        guard algorithm == .es256 || algorithm == .edDSA else { return nil }
        name = try #require(json["name"]?.string)
        format = try #require(derived["fmt"]?.string)
        privateKey = try Vector.hex(registration["credential_private_key"] ?? registration["private_key"])
        credentialID = try Vector.hex(registration["credential_id"])
        aaguid = try Vector.hex(registration["aaguid"])
        registrationFlags = AuthenticatorData.Flags(rawValue: try Vector.hex(derived["reg_flags"])[0])
        registrationData = try Vector.hex(derived["auth_data"])
        attestationObject = try Vector.hex(registration["attestationObject"])
        publicKey = try Vector.hex(derived["cose_public_key"])
        authenticationFlags = AuthenticatorData.Flags(rawValue: try Vector.hex(derived["auth_flags"])[0])
        authenticatorData = try Vector.hex(authentication["authenticatorData"])
        challenge = try Vector.hex(authentication["challenge"])
        clientDataJSON = try Vector.hex(authentication["clientDataJSON"])
        hasExtraClientData =
            try CollectedClientData(decoding: clientDataJSON).crossOrigin == true
            || authentication["extraData_random"] != nil
        signature = try Vector.hex(authentication["signature"])
    }

    func ceremony(_ flags: AuthenticatorData.Flags) throws -> CredentialCeremony {
        let credential = DeviceCredential(
            id: credentialID,
            relyingPartyID: "example.org",
            userHandle: [1],
            privateKey: try CredentialPrivateKey(algorithm: algorithm, secretBytes: privateKey),
            isDiscoverable: false,
            createdAt: 0
        )
        return CredentialCeremony(credential: credential, flags: flags, signCount: 0)
    }

    func requireVerifies(_ signature: [UInt8]) throws {
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
            clientDataJSON: clientDataJSON,
            authenticatorData: authenticatorData,
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

    private static func hex(_ value: JSONValue?) throws -> [UInt8] {
        let digits = Array(try #require(value?.string).utf8)
        return try stride(from: 0, to: digits.count - 1, by: 2).map { index in
            try #require(UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16))
        }
    }
}

/// The test data that is read in place: `CHAVE_VECTORS`, or `../shared/vectors` beside the checkout.
private enum Vectors {
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
