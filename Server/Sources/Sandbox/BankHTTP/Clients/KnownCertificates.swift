import ChaveBase
import HTTPKernel
import Hashing
import OpenFinanceCertificates
import Synchronization

/// The certificates of connections that were read before: a client sends the same one with each request.
final class KnownCertificates: Sendable {
    private let known = Mutex<[Digest: TransportCertificate]>([:])

    /// More clients than a sandbox has; then all are read anew.
    private static let most = 1_000

    /// The client of a request's connection.
    ///
    /// - Throws: what is wrong with the certificate; ``CertificateRefusal/malformed`` for none.
    func certificate(of request: ServerRequest) throws(CertificateRefusal) -> TransportCertificate {
        guard let der = request.clientCertificate else { throw .malformed }
        let digest = Digest(of: der)
        if let certificate = known.withLock({ $0[digest] }) { return certificate }
        let certificate = try TransportCertificate(der: der)
        known.withLock { known in
            if known.count >= KnownCertificates.most { known = [:] }
            known[digest] = certificate
        }
        return certificate
    }
}
