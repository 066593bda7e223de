internal import ChaveWire
internal import SwiftASN1
internal import X509

/// What stands in `x5c`: the certificate whose key signed, then those that may lead from it to an anchor.
struct CertificateChain {
    /// More than the longest chains in use have; Android's have five with the root.
    static let maximumCount = 6
    /// The most bytes that one certificate may have.
    static let maximumSize = 8_192

    let leaf: Certificate
    /// Authorities of different names, in the order of the list: of several of one name the first.
    ///
    /// So each certificate has one issuer at most among them, and looking for a path goes once along the list. Authorities of
    /// one name would make it a search through all their orders.
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
