import ChaveCredentialChain
import Crypto
import SwiftASN1
import Testing
import X509

struct CertificateRequestTests {
    @Test func aRequestProvesItsKey() async throws {
        let key = Sample.key(0)
        let request = try await CertificateRequest.make(key: key.publicKey) {
            Array(try key.signature(for: $0).derRepresentation)
        }
        let read = try CertificateRequest(verifying: request)
        #expect(read.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
        #expect(read.keyDigest == Array(SHA256.hash(data: key.publicKey.derRepresentation)))
    }

    @Test func aRequestThatAnotherKeySignedIsNotMade() async throws {
        await #expect(throws: ChainRefusal.badSignature) {
            try await CertificateRequest.make(key: Sample.key(0).publicKey) {
                Array(try Sample.key(1).signature(for: $0).derRepresentation)
            }
        }
        await #expect(throws: ChainRefusal.badSignature) {
            try await CertificateRequest.make(key: Sample.key(0).publicKey) { _ in [1, 2, 3] }
        }
    }

    @Test func whatTheKeyStoreThrowsIsThrownOn() async {
        struct Cancelled: Error {}
        await #expect(throws: Cancelled.self) {
            try await CertificateRequest.make(key: Sample.key(0).publicKey) { _ in throw Cancelled() }
        }
    }

    @Test func nobodyAsksForAnothersKey() throws {
        let key = Certificate.PrivateKey(Sample.key(0))
        let signed = try CertificateSigningRequest(
            version: .v1,
            subject: DistinguishedName(),
            privateKey: key,
            attributes: CertificateSigningRequest.Attributes(),
            signatureAlgorithm: .ecdsaWithSHA256
        )
        let forged = try CertificateSigningRequest(
            version: .v1,
            subject: DistinguishedName(),
            publicKey: Certificate.PublicKey(Sample.key(1).publicKey),
            attributes: CertificateSigningRequest.Attributes(),
            signatureAlgorithm: .ecdsaWithSHA256,
            signature: signed.signature
        )
        #expect(throws: Never.self) { try CertificateRequest(verifying: der(signed)) }
        #expect(throws: ChainRefusal.badSignature) { try CertificateRequest(verifying: der(forged)) }
    }

    @Test func onlyKeysOnP256AndTheirAlgorithmAreTaken() throws {
        let p384 = Certificate.PrivateKey(P384.Signing.PrivateKey())
        #expect(throws: ChainRefusal.wrongAlgorithm) {
            try CertificateRequest(verifying: request(p384, .ecdsaWithSHA384))
        }
        #expect(throws: ChainRefusal.wrongKey) { try CertificateRequest(verifying: request(p384, .ecdsaWithSHA256)) }
        let p256 = Certificate.PrivateKey(Sample.key(0))
        #expect(throws: ChainRefusal.wrongAlgorithm) {
            try CertificateRequest(verifying: request(p256, .ecdsaWithSHA384))
        }
    }

    @Test func attributesAreIgnoredAndBounded() throws {
        let key = Certificate.PrivateKey(Sample.key(0))
        #expect(throws: Never.self) {
            try CertificateRequest(verifying: request(key, .ecdsaWithSHA256, attributes: 16))
        }
        #expect(throws: ChainRefusal.malformed) {
            try CertificateRequest(verifying: request(key, .ecdsaWithSHA256, attributes: 17))
        }
        #expect(throws: ChainRefusal.certificateTooLarge) {
            try CertificateRequest(verifying: request(key, .ecdsaWithSHA256, attributes: 400))
        }
    }

    @Test func bytesLeftOverAreRefused() throws {
        let request = try request(Certificate.PrivateKey(Sample.key(0)), .ecdsaWithSHA256)
        #expect(throws: ChainRefusal.malformed) { try CertificateRequest(verifying: request + [0]) }
    }

    private func request(
        _ key: Certificate.PrivateKey,
        _ algorithm: Certificate.SignatureAlgorithm,
        attributes count: UInt = 0
    ) throws -> [UInt8] {
        let attributes = try (0..<count).map { number in
            try CertificateSigningRequest.Attribute(
                oid: [1, 3, 6, 1, 4, 1, 99999, number],
                values: [ASN1Any(erasing: Int(number))]
            )
        }
        return try der(
            CertificateSigningRequest(
                version: .v1,
                subject: DistinguishedName { CommonName("a name that nobody reads") },
                privateKey: key,
                attributes: CertificateSigningRequest.Attributes(attributes),
                signatureAlgorithm: algorithm
            )
        )
    }

    private func der(_ request: CertificateSigningRequest) throws -> [UInt8] {
        var serializer = DER.Serializer()
        try serializer.serialize(request)
        return serializer.serializedBytes
    }
}
