import Foundation
import NIOSSL

/// The TLS of a listener of Open Finance Brasil: version 1.3, or 1.2 with its two suites (FAPI-BR 2.1.0).
///
/// Each connection has a context of its own: the keys of session tickets belong to a context, so that no session is
/// resumed. Renegotiation is off in the library.
struct ListenerTLS: Sendable {
    private let configuration: TLSConfiguration

    /// Reads the files; `clientRoots` has the authorities whose clients may connect, and `nil` asks for no certificate.
    ///
    /// - Throws: ``FileProblem``, which names the file.
    init(certificate: String, key: String, clientRoots: String?) throws(FileProblem) {
        let chain = try CertificateFile.certificates(certificate)
        try CertificateFile.requireInDate(chain, certificate)
        guard let privateKey = try? NIOSSLPrivateKey(file: key, format: .pem) else {
            throw FileProblem("\(key) holds no private key in PEM. Make a new pair: chave directory certificate.")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(privateKey)
        )
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = [
            .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        ]
        configuration.applicationProtocols = ["http/1.1"]
        if let clientRoots {
            configuration.trustRoots = .certificates(try CertificateFile.certificates(clientRoots))
            configuration.certificateVerification = .noHostnameVerification
        }
        self.configuration = configuration
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw FileProblem("The key in \(key) is not that of the certificate in \(certificate). Give a pair.")
        }
    }

    /// A context for one connection.
    func context() throws -> NIOSSLContext { try NIOSSLContext(configuration: configuration) }

}
