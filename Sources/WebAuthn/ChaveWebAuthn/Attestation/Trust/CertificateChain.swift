internal import ChaveWire
internal import SwiftASN1
internal import X509

/// The certificates in `x5c`: the signing certificate first, then those that may lead from it to an anchor.
struct CertificateChain {
    /// The maximum number of certificates, which is above the longest chains in use: Android's have five with the root.
    static let maximumCount = 6
    /// The maximum number of bytes in one certificate.
    static let maximumSize = 8_192

    let leaf: Certificate
    /// The authorities in the order of the list; the first of several with one name counts.
    ///
    /// Each certificate therefore has at most one issuer among them, and the search for a path goes once along the
    /// list. Several authorities with one name would make the search try all their orders.
    let others: [Certificate]
    /// The critical extensions of `leaf` that its format has read, in addition to those that every path may have.
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
            guard let certificate = try? Certificate(derEncoded: bytes), certificate.hasSoundKey else {
                throw .certificateMalformed
            }
            certificates.append(certificate)
        }
        guard let leaf = certificates.first else { throw .statementMalformed }
        self.leaf = leaf
        var names: Set<DistinguishedName> = []
        others = certificates.dropFirst().filter { names.insert($0.subject).inserted }
    }
}
