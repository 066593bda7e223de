import ChaveBase
import ChavePixModel
import NIOPosix
import NIOSSL
import Testing
import Webhooks

@testable import WebhookSending

/// Who is believed to be the endpoint: a real server, whose certificate and version are at fault one at a time.
@Suite(.serialized, .timeLimit(.minutes(15))) struct WebhookTLSTests {
    private static let whole = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    private func attempt(
        at certificate: TestCertificate,
        trusting trust: NIOSSLTrustRoots,
        atMost version: TLSVersion? = nil
    ) async throws -> (result: AttemptResult, heard: Int) {
        let tls = try certificate.server(atMost: version)
        return try await RawEndpoint.with(.answer(Self.whole), tls: tls) { endpoint in
            let sender = WebhookSender(
                addresses: AddressGuard(rules: .sandbox, ownAddresses: { [] }),
                resolver: FixedResolver(["127.0.0.1"]),
                group: MultiThreadedEventLoopGroup.singleton,
                trust: trust
            )
            let url = try WebhookURL("https://localhost:\(endpoint.port)/", rules: .sandbox)
            let result = await sender.send(
                WebhookRequest(url: url, headers: [], body: [1], organisation: OrganisationID(high: 0, low: 1))
            )
            await sender.close()
            return (result, endpoint.heard.count)
        }
    }

    @Test func anEndpointWithTheRightCertificateHears() async throws {
        let certificate = try TestCertificate(for: "localhost")
        let (result, heard) = try await attempt(at: certificate, trusting: .certificates([certificate.certificate]))
        #expect(result == .answered(status: 200, retryAfter: nil))
        #expect(heard == 1)
    }

    @Test func aCertificateOfNobodyIsRefused() async throws {
        let (result, heard) = try await attempt(at: TestCertificate(for: "localhost"), trusting: .default)
        #expect(result == .failed(.tlsFailed))
        #expect(heard == 0)
    }

    @Test func aTrustedCertificateOfAnotherNameIsRefused() async throws {
        let certificate = try TestCertificate(for: "elsewhere.example")
        let (result, heard) = try await attempt(at: certificate, trusting: .certificates([certificate.certificate]))
        #expect(result == .failed(.tlsFailed))
        #expect(heard == 0)
    }

    @Test(arguments: [TLSVersion.tlsv1, .tlsv11, .tlsv12])
    func nothingOlderThanVersion12IsSpoken(_ version: TLSVersion) async throws {
        let certificate = try TestCertificate(for: "localhost")
        let (result, heard) = try await attempt(
            at: certificate,
            trusting: .certificates([certificate.certificate]),
            atMost: version
        )
        #expect(result == (version == .tlsv12 ? .answered(status: 200, retryAfter: nil) : .failed(.tlsFailed)))
        #expect(heard == (version == .tlsv12 ? 1 : 0))
    }
}
