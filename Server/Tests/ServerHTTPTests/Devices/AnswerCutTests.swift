import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveSoftwareAuthenticator
import ChaveTransport
import PaymentsModel
import PaymentsStores
import SandboxBank
import Synchronization
import Testing

/// The real SDK and the real server, with a line between them that loses answers: one payment, whatever is repeated.
@Suite struct AnswerCutTests {
    /// Hands requests on and loses the answers to those it is told to.
    private final class CuttingTransport: HTTPTransport {
        private let line = URLSessionTransport()
        private let cut = Mutex<(path: String, left: Int)?>(nil)
        private let sent = Mutex<[HTTPRequest]>([])

        /// From now on the next `count` answers to POSTs whose address ends so are lost, after the server has done the work.
        func cut(_ count: Int, answersTo path: String) { cut.withLock { $0 = (path, count) } }

        var keys: Set<String> {
            Set(sent.withLock { $0 }.filter { $0.method == .post }.compactMap { $0.headers["Idempotency-Key"] })
        }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            sent.withLock { $0.append(request) }
            let answer = try await line.send(request)
            let isLost = cut.withLock { cut in
                guard let (path, left) = cut, left > 0, request.method == .post, request.url.hasSuffix(path) else {
                    return false
                }
                cut = (path, left - 1)
                return true
            }
            if isLost { throw TransportError(.notConnected, mayHaveReachedServer: true) }
            return answer
        }

        func invalidate() { line.invalidate() }
    }

    private struct Scene: Sendable {
        let server: TestServer
        let port: Int
        let store = MemoryKeyStore()
        let transport = CuttingTransport()

        /// The app as it starts: the same keys, the same line, another object.
        func start() throws -> PixClient {
            var configuration = try SDKHarness.configuration(server, port: port, store: store)
            configuration.transport = transport
            return PixClient(configuration: configuration)
        }

        func payment(_ enrollment: EnrollmentResource) throws -> CreatePaymentIntentRequest {
            try DeviceFlowTests.purchase(with: enrollment, server, externalID: "pedido-1")
        }

        func expectOnePayment(_ id: PaymentIntentID) async throws {
            let intents = try await server.store.paymentIntents(PaymentIntentQuery(), of: server.shop.organisation)
            #expect(intents.items.map(\.id) == [id])
            #expect(intents.items.first?.status == .succeeded)
            let verdict = try await server.bank.verdict()
            #expect(verdict.faults.isEmpty)
        }
    }

    private static func withScene(_ body: @Sendable (Scene, EnrollmentResource) async throws -> Void) async throws {
        try await withServer { server in
            try await server.withSocket { _, port in
                try await SDKHarness.beating(server) {
                    let scene = Scene(server: server, port: port)
                    let client = try scene.start()
                    try await body(scene, try await DeviceFlowTests.enroll(client, server))
                }
            }
        }
    }

    @Test(arguments: [1, 2])
    func aCreateWhoseAnswerIsCutIsRepeatedUnderItsKeyByTheSDKItself(_ cuts: Int) async throws {
        try await AnswerCutTests.withScene { scene, enrollment in
            let client = try scene.start()
            let before = scene.transport.keys.count
            scene.transport.cut(cuts, answersTo: "/payment-intents/")
            let intent = try await client.createPaymentIntent(try scene.payment(enrollment))
            #expect(scene.transport.keys.count == before + 1)
            let paid = try await DeviceFlowTests.authorize(client, intent)
            #expect(paid.status == .succeeded)
            try await scene.expectOnePayment(intent.id)
        }
    }

    @Test func aCreateThatAnAppNeverHeardOfIsFoundAgainAfterARestart() async throws {
        try await AnswerCutTests.withScene { scene, enrollment in
            scene.transport.cut(1_000, answersTo: "/payment-intents/")
            let request = try scene.payment(enrollment)
            let error = await #expect(throws: PixError.self) { try await scene.start().createPaymentIntent(request) }
            #expect(error?.code == .outcomeUnknown)
            scene.transport.cut(0, answersTo: "")
            let client = try scene.start()
            let resumed = try await client.resumePending()
            guard case .paymentIntent(let intent)? = resumed.first?.outcome else {
                Issue.record("nothing was resumed")
                return
            }
            #expect(try await client.pendingRequests().isEmpty)
            _ = try await DeviceFlowTests.authorize(client, intent)
            try await scene.expectOnePayment(intent.id)
        }
    }

    @Test func anAuthorizeWhoseAnswersAreCutPaysOnceAndIsReadAfterARestart() async throws {
        try await AnswerCutTests.withScene { scene, enrollment in
            let first = try scene.start()
            let intent = try await first.createPaymentIntent(try scene.payment(enrollment))
            scene.transport.cut(1_000, answersTo: "/authorize/")
            // The intent itself tells what came of it.
            let read = try await DeviceFlowTests.authorize(first, intent)
            #expect(read.status == .succeeded || read.status == .processing)
            scene.transport.cut(0, answersTo: "")
            let second = try scene.start()
            _ = try await second.resumePending()
            #expect(try await second.pendingRequests().isEmpty)
            while try await second.paymentIntent(intent.id).status == .processing {}
            try await scene.expectOnePayment(intent.id)
        }
    }
}
