internal import ChaveWire
internal import SwiftASN1
internal import X509

/// What stands in `x5c`: the certificate whose key signed, then those that may lead from it to an anchor.
struct CertificateChain {
    /// More than the longest chains in use have.
    ///
    /// Certificates that sign each other in a circle make a search of as many paths as they have orders.
    static let maximumCount = 6
    /// The most bytes that one certificate may have.
    static let maximumSize = 8_192

    let leaf: Certificate
    let others: [Certificate]
    /// The critical extensions of `leaf` that its format has read, beyond those that every path may have.
    var verifiedOnLeaf: [ASN1ObjectIdentifier] = []

    init(_ x5c: CBORValue) throws(AttestationRefusal) {
        guard let items = x5c.array, items.count <= CertificateChain.maximumCount else { throw .statementMalformed }
        var encoded: [[UInt8]] = []
        for item in items {
            guard let bytes = item.bytes, bytes.count <= CertificateChain.maximumSize else { throw .statementMalformed }
            encoded.append(bytes)
        }
        var certificates: [Certificate] = []
        for bytes in encoded {
            guard let certificate = try? Certificate(derEncoded: bytes) else { throw .certificateMalformed }
            certificates.append(certificate)
        }
        guard let leaf = certificates.first else { throw .statementMalformed }
        self.leaf = leaf
        others = Array(certificates.dropFirst())
    }
}
