internal import Crypto
internal import Foundation
internal import SwiftASN1
internal import X509

/// A certificate that was parsed and not checked yet.
struct ReadCertificate {
    /// Our certificates have less than 1,000 bytes.
    static let maximumSize = 2_048

    let certificate: Certificate
    /// The whole certificate in DER.
    let der: [UInt8]

    init(_ der: [UInt8]) throws(ChainRefusal) {
        guard der.count <= ReadCertificate.maximumSize else { throw .certificateTooLarge }
        guard let certificate = try? Certificate(derEncoded: der) else { throw .malformed }
        self.certificate = certificate
        self.der = der
    }

    /// Reads the part that is to be signed, with any signature.
    init(toBeSigned: [UInt8]) throws(ChainRefusal) {
        guard toBeSigned.count <= ReadCertificate.maximumSize else { throw .certificateTooLarge }
        try self.init(CertificateEncoding.certificate(toBeSigned: toBeSigned, signature: ReadCertificate.anySignature))
    }

    /// `SEQUENCE { INTEGER 1, INTEGER 1 }`, which has the form of an ECDSA signature and is never verified.
    private static let anySignature: [UInt8] = [0x30, 6, 2, 1, 1, 2, 1, 1]

    var key: P256.Signing.PublicKey? { P256.Signing.PublicKey(certificate.publicKey) }

    /// The first and the last second of validity, both included (RFC 5280, section 4.1.2.5), in seconds since 1970.
    var notBefore: Int64 { Int64(certificate.notValidBefore.timeIntervalSince1970) }
    var notAfter: Int64 { Int64(certificate.notValidAfter.timeIntervalSince1970) }
}
