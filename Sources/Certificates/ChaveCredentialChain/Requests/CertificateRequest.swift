public import Crypto
internal import SwiftASN1
internal import X509

/// A certificate request for a new key, with a proof of possession of the key (PKCS#10, RFC 2986).
///
/// The request contains only the key. The registration or the extension that carries the request determines the
/// subject.
public struct CertificateRequest: Sendable {
    /// Our requests have about 200 bytes; others may contain attributes, which are ignored.
    static let maximumSize = 4_096
    static let maximumAttributes = 16

    /// The key that signed the request.
    public let publicKey: P256.Signing.PublicKey

    /// SHA-256 of the key's SubjectPublicKeyInfo, 32 bytes.
    public var keyDigest: [UInt8] { KeyDigest.of(publicKey) }

    /// Reads a request and verifies its proof of possession.
    public init(verifying der: [UInt8]) throws(ChainRefusal) {
        guard der.count <= CertificateRequest.maximumSize else { throw .certificateTooLarge }
        guard let request = try? CertificateSigningRequest(derEncoded: der) else { throw .malformed }
        guard request.version == .v1, request.attributes.count <= CertificateRequest.maximumAttributes else {
            throw .malformed
        }
        guard request.signatureAlgorithm == .ecdsaWithSHA256 else { throw .wrongAlgorithm }
        guard let key = P256.Signing.PublicKey(request.publicKey) else { throw .wrongKey }
        guard request.publicKey.isValidSignature(request.signature, for: request) else { throw .badSignature }
        publicKey = key
    }

    /// Makes a request for `key`, in DER.
    ///
    /// `sign` signs with ECDSA and SHA-256 in the key's place and returns the signature in DER. An error of `sign` is
    /// rethrown. ``ChainRefusal/badSignature`` is thrown when the result is not a signature by `key`.
    public static func make(
        key: P256.Signing.PublicKey,
        isolation: isolated (any Actor)? = #isolation,
        sign: ([UInt8]) async throws -> [UInt8]
    ) async throws -> [UInt8] {
        let signature = try await sign(toBeSigned(for: key))
        let request = try encoded(key, signature)
        _ = try CertificateRequest(verifying: request)
        return request
    }

    /// The part of a request that is to be signed: the library writes it only together with a signature.
    private static func toBeSigned(for key: P256.Signing.PublicKey) throws -> [UInt8] {
        let request = try encoded(key, [0x30, 6, 2, 1, 1, 2, 1, 1])  // SEQUENCE { INTEGER 1, INTEGER 1 }
        return try DER.sequence(DER.parse(request), identifier: .sequence) { parts in
            let first = parts.next().map { Array($0.encodedBytes) }
            while parts.next() != nil {}
            guard let first else { throw ChainRefusal.malformed }
            return first
        }
    }

    private static func encoded(_ key: P256.Signing.PublicKey, _ signature: [UInt8]) throws -> [UInt8] {
        guard let read = try? signatureValue(signature) else { throw ChainRefusal.badSignature }
        let request = try CertificateSigningRequest(
            version: .v1,
            subject: DistinguishedName(),
            publicKey: Certificate.PublicKey(key),
            attributes: CertificateSigningRequest.Attributes(),
            signatureAlgorithm: .ecdsaWithSHA256,
            signature: read
        )
        var serializer = DER.Serializer()
        try serializer.serialize(request)
        return serializer.serializedBytes
    }

    private static func signatureValue(_ der: [UInt8]) throws -> Certificate.Signature {
        try Certificate.Signature(
            signatureAlgorithm: .ecdsaWithSHA256,
            signatureBytes: ASN1BitString(bytes: der[...])
        )
    }
}
