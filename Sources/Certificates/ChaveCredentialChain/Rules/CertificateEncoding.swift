internal import SwiftASN1

/// The outermost layer of a certificate.
///
/// swift-certificates writes this layer only with the signing key; here that key stays on the user's device.
enum CertificateEncoding {
    /// ecdsa-with-SHA256 (RFC 5758, section 3.2).
    private static let algorithm: ASN1ObjectIdentifier = [1, 2, 840, 10045, 4, 3, 2]

    /// The certificate from its signed part and its signature, with the algorithm between them (RFC 5280, section 4.1).
    ///
    ///     Certificate ::= SEQUENCE { tbsCertificate, signatureAlgorithm SEQUENCE { OBJECT IDENTIFIER }, BIT STRING }
    static func certificate(toBeSigned: [UInt8], signature: [UInt8]) throws(ChainRefusal) -> [UInt8] {
        var serializer = DER.Serializer()
        do {
            try serializer.appendConstructedNode(identifier: .sequence) { certificate in
                certificate.serializeRawBytes(toBeSigned)
                try certificate.appendConstructedNode(identifier: .sequence) { try $0.serialize(algorithm) }
                try certificate.serialize(ASN1BitString(bytes: signature[...]))
            }
        } catch {
            throw .malformed
        }
        return serializer.serializedBytes
    }
}
