import ChaveDeviceKeys
import ChaveWire
import Testing

@testable import ChaveSoftwareAuthenticator

/// The test vectors of WebAuthn Level 3, section 16, made again from their keys, ids and flags.
@Suite(.enabled(if: Vectors.areThere, "no test vectors: set CHAVE_VECTORS"))
struct VectorTests {
    /// The vectors whose keys this authenticator can have: ES256, EdDSA and RS256.
    private func vectors() throws -> [Vector] {
        let vectors = try #require(try Vectors.load("webauthn_l3.json")["vectors"]?.array)
        return try vectors.compactMap(Vector.init)
    }

    @Test func thereAreElevenOfThem() throws {
        #expect(try vectors().map(\.algorithm).count(where: { $0 == .es256 }) == 9)
        #expect(try vectors().map(\.algorithm).count(where: { $0 == .edDSA }) == 1)
        #expect(try vectors().map(\.algorithm).count(where: { $0 == .rs256 }) == 1)
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
        for vector in try vectors() where Vector.isPlain(vector.clientDataJSON) {
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

    @Test func assertionSignaturesVerifyAndAreThePublishedOnesWhereTheyCanBe() throws {
        for vector in try vectors() {
            let ceremony = try vector.ceremony(vector.authenticationFlags)
            let signature = try ceremony.signature(
                over: ceremony.assertionData(),
                clientDataJSON: vector.clientDataJSON
            )
            if vector.isDeterministic { #expect(signature == vector.signature) }
            for each in [signature, vector.signature] { try vector.requireVerifies(each) }
        }
    }
}
