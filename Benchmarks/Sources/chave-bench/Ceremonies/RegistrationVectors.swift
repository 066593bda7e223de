import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Foundation

/// The verification of whole registrations by attestation format: parsing, every check, the attestation's signature and
/// its path.
///
/// The vectors are the specification's own, in the folder `CHAVE_VECTORS`. Each has a chain to one authority, except
/// for `none` and self attestation.
struct RegistrationVectors: Sendable {
    private struct Vectors: Decodable, Sendable {
        struct Vector: Decodable, Sendable {
            struct Registration: Decodable, Sendable {
                var challenge: String
                var clientDataJSON: String
                var attestationObject: String
            }
            var name: String
            var registration: Registration

            var operation: String { "registration/\(name)" }
        }
        struct Root: Decodable, Sendable { var attestationCaCert: String }
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

    /// Reads the vectors; `nil` when there are none in the folder.
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

    /// An operation for each vector whose attestation can be verified up to the anchor, and the reasons for the other
    /// vectors.
    func operations() async throws -> (taken: [Operation], refused: [(name: String, reason: String)]) {
        var (taken, refused): ([Operation], [(name: String, reason: String)]) = ([], [])
        for vector in vectors.vectors {
            let (response, expectation) = try ceremony(vector)
            do {
                _ = try await relyingParty.verifyExplaining(response, expecting: expectation)
                taken.append(try operation(of: vector))
            } catch {
                refused.append((vector.operation, "\(error)"))
            }
        }
        return (taken, refused)
    }

    func operation(named name: String) throws -> Operation? {
        try vectors.vectors.first { $0.operation == name }.map(operation)
    }

    private func operation(of vector: Vectors.Vector) throws -> Operation {
        let (response, expectation) = try ceremony(vector)
        return Operation(suspending: vector.operation) { [relyingParty] in
            _ = try await relyingParty.verify(response, expecting: expectation)
        }
    }

    /// The bytes of a registration as a device sends them, for operations that only read them.
    func bytes(of name: String) -> (attestationObject: [UInt8], clientData: [UInt8])? {
        vectors.vectors.first { $0.name == name }.map {
            (Self.bytes($0.registration.attestationObject), Self.bytes($0.registration.clientDataJSON))
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
