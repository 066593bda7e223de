internal import Crypto

/// Signatures under certificates.
enum CertificateSigning {
    static func signed(_ toBeSigned: [UInt8], by key: P256.Signing.PrivateKey) throws(ChainRefusal) -> [UInt8] {
        guard let signature = try? key.signature(for: toBeSigned) else { throw .badSignature }
        return try CertificateEncoding.certificate(
            toBeSigned: toBeSigned,
            signature: Array(signature.derRepresentation)
        )
    }
}
