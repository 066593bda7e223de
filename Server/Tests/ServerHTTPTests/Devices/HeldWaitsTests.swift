import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import Foundation
import Synchronization
import Testing

/// The client SDK's waits against a server that holds its answers: one question each, and no pause.
struct HeldWaitsTests {
    /// Counts the questions that a client asks, by the end of their path.
    private final class CountingTransport: HTTPTransport {
        private let inner = URLSessionTransport()
        private let asked = Mutex<[HTTPRequest]>([])

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            asked.withLock { $0.append(request) }
            return try await inner.send(request)
        }

        func invalidate() { inner.invalidate() }

        func questions(after mark: Int, _ suffix: String) -> Int {
            asked.withLock { $0.dropFirst(mark).count { $0.method == .get && $0.url.hasSuffix(suffix) } }
        }

        var count: Int { asked.withLock(\.count) }
    }

    @Test func eachOfTheThreeWaitsIsOneOrTwoQuestions() async throws {
        try await withServer { server in
            try await server.withSocket { _, port in
                try await SDKHarness.beating(server) {
                    let transport = CountingTransport()
                    var configuration = try SDKHarness.configuration(server, port: port, store: MemoryKeyStore())
                    configuration.transport = transport
                    // The guides' intervals: a pause between two questions would be seen in their number and in time.
                    configuration.polling = PollPolicy()
                    let client = PixClient(configuration: configuration)
                    defer { client.close() }
                    let enrollment = try await DeviceFlowTests.enroll(client, server)
                    #expect(enrollment.status == .succeeded)
                    #expect(transport.questions(after: 0, "/fido-registration-options/") <= 2)
                    #expect(transport.questions(after: 0, "/\(enrollment.id.text)/") <= 2)
                    let intent = try await client.createPaymentIntent(
                        try DeviceFlowTests.purchase(with: enrollment, server)
                    )
                    let mark = transport.count
                    let paid = try await DeviceFlowTests.authorize(client, intent)
                    #expect(paid.status == .succeeded)
                    #expect(transport.questions(after: mark, "/\(intent.id.text)/") <= 2)
                }
            }
        }
    }
}
