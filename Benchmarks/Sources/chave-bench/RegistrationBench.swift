import ChaveWebAuthn
import ChaveWire
import Foundation

/// Whole registrations by attestation format: parse, every check, the attestation's signature and its path to the anchor.
///
/// They are the specification's own test vectors, which `CHAVE_VECTORS` leads to; each has a chain to one authority but
/// for `none` and self attestation.
struct RegistrationBench {
    private struct Vectors: Decodable {
        struct Vector: Decodable {
            struct Registration: Decodable {
                var challenge: String
                var clientDataJSON: String
                var attestationObject: String
            }
            var name: String
            var registration: Registration
        }
        struct Root: Decodable { var attestationCaCert: String }
        var vectors: [Vector]
        var attestationRoot: Root
    }

    private let vectors: Vectors
    private let policy: AttestationPolicy
    private let relyingParty = RelyingParty(
        id: "example.org",
        origins: ["https://example.org"],
        topOrigins: ["https://example.com"],
        allowsUnnamedTopOrigin: true
    )

    /// `nil` when the vectors are not there.
    init?(folder: String) throws {
        guard let data = FileManager.default.contents(atPath: "\(folder)/webauthn_l3.json") else { return nil }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        vectors = try decoder.decode(Vectors.self, from: data)
        let trust = try AttestationTrust(
            anchors: [Self.bytes(vectors.attestationRoot.attestationCaCert)],
            at: Int64(Date().timeIntervalSince1970)
        )
        policy = AttestationPolicy(acceptedTypes: [.none, .selfAttestation, .anchored], trust: trust)
    }

    /// Each vector whose attestation is verified down to the anchor; what is refused is not measured but named.
    ///
    /// With `only` it is that vector alone, for who looks where its time goes.
    func run(
        seconds: Double,
        only: String?,
        show: (Measurement) -> Void,
        refused: (String) -> Void
    ) async throws {
        for vector in vectors.vectors where only == nil || only == vector.name {
            let name = "registration verified (ChaveWebAuthn), \(vector.name)"
            let (response, expectation) = try ceremony(vector)
            do {
                _ = try await relyingParty.verifyExplaining(response, expecting: expectation)
            } catch {
                refused("\(name): refused, \(error)")
                continue
            }
            show(
                try await Stopwatch.rate(name, seconds: seconds) {
                    _ = try await relyingParty.verify(response, expecting: expectation)
                }
            )
        }
    }

    private func ceremony(_ vector: Vectors.Vector) throws -> (RegistrationResponse, RegistrationExpectation) {
        let object = Self.bytes(vector.registration.attestationObject)
        let data = try AuthenticatorData(decoding: AttestationObject(decoding: object).authenticatorData)
        let id = data.attestedCredentialData?.credentialID ?? []
        let response = RegistrationResponse(
            id: Base64URL.encode(id),
            rawID: id,
            type: "public-key",
            clientDataJSON: Self.bytes(vector.registration.clientDataJSON),
            attestationObject: object
        )
        let expectation = RegistrationExpectation(
            challenge: Self.bytes(vector.registration.challenge),
            userVerification: .preferred,
            attestation: policy
        )
        return (response, expectation)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        var digits = Substring(hex)
        var bytes: [UInt8] = []
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        return bytes
    }
}
