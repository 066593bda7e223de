import Foundation
import NIOSSL

/// The TLS of a listener of Open Finance Brasil: version 1.3, or 1.2 with its two suites (FAPI-BR 2.1.0).
///
/// Each connection has a context of its own: the keys of session tickets belong to a context, so that no session is
/// resumed. Renegotiation is off in the library.
struct ListenerTLS: Sendable {
    private let configuration: TLSConfiguration

    /// Reads the files.
    ///
    /// - Parameter clientRoots: the PEM file of the authorities whose clients may connect; `nil` to ask for no certificate.
    /// - Throws: ``FileProblem``, which names the file.
    init(certificate: String, key: String, clientRoots: String?) throws(FileProblem) {
        let chain = try ListenerTLS.certificates(certificate)
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
            configuration.trustRoots = .certificates(try ListenerTLS.certificates(clientRoots))
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

    private static func certificates(_ path: String) throws(FileProblem) -> [NIOSSLCertificate] {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw FileProblem("\(path) cannot be read. Check that it is there and its owner.")
        }
        guard let all = try? NIOSSLCertificate.fromPEMFile(path), !all.isEmpty else {
            throw FileProblem("\(path) holds no certificate in PEM (BEGIN CERTIFICATE).")
        }
        return all
    }
}

/// A file that cannot be used; the sentence names it and the way out.
public struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
