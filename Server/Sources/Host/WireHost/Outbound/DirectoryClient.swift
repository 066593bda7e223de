import AsyncHTTPClient
import ChaveBase
import ChaveWire
import NIOCore
import NIOHTTP1
import NIOSSL
import OpenFinanceClient
import OpenFinanceWire

/// Asks the directory's keystores over HTTPS, trusting its authority alone.
///
/// Names below `test` are resolved to this machine; redirects are not followed.
struct DirectoryClient: Sendable {
    private let client: HTTPClient

    private static let longestAnswer = 256 * 1_024

    init(hosts: [String], authority: String) throws(FileProblem) {
        let roots = try CertificateFile.certificates(authority)
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.trustRoots = .certificates(roots)
        client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: .ofOpenFinance(tls: tls, hosts: hosts)
        )
    }

    /// The keys at an address of the directory.
    func keys(at address: String) async throws -> PublishedKeys {
        let response = try await client.execute(HTTPClientRequest(url: address), timeout: .seconds(4))
        guard response.status == .ok else { throw Unexpected(status: Int(response.status.code)) }
        let body = try await response.body.collect(upTo: DirectoryClient.longestAnswer)
        return try PublishedKeys(jwks: JSONValue(parsing: Array(body.readableBytesView)))
    }

    func close() async { try? await client.shutdown() }

    private struct Unexpected: Error {
        let status: Int
    }
}
