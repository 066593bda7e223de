import Foundation
import NIOSSL
import PostgresTestSupport

/// A certificate of its own authority, made for a test and forgotten.
struct TestCertificate {
    let certificate: NIOSSLCertificate
    private let key: NIOSSLPrivateKey

    /// Only `name` may show it.
    init(for name: String) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let (key, chain) = (directory.appending(path: "key.pem").path, directory.appending(path: "chain.pem").path)
        let arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", "/CN=webhook test", "-addext", "subjectAltName=DNS:\(name)",
            "-keyout", key, "-out", chain,
        ]
        try ChildProcess("/usr/bin/env", arguments, output: directory.appending(path: "log").path).wait()
        self.key = try NIOSSLPrivateKey(file: key, format: .pem)
        certificate = try NIOSSLCertificate.fromPEMFile(chain)[0]
    }

    /// What a server that shows this certificate speaks.
    func server(atMost version: TLSVersion? = nil) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(certificate)],
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = .tlsv1
        configuration.maximumTLSVersion = version
        return try NIOSSLContext(configuration: configuration)
    }
}
