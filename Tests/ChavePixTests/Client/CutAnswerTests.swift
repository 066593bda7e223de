import ChavePixModel
import ChaveTransport
import ChaveWire
import Testing

@testable import ChavePix

/// A real server that does the work and whose answer is cut on its way; the app may be restarted in between.
@Suite struct CutAnswerTests {
    private let network: LoopbackServer
    private var rig: Rig
    private let transport = URLSessionTransport()
    private let intent: PaymentIntentResource
    private let request: CreatePaymentIntentRequest

    init() async throws {
        network = try LoopbackServer()
        let memory = try Rig()
        let (client, enrollment) = try await memory.enrolled()
        request = try Rig.intentRequest(enrollment)
        intent = try await client.createPaymentIntent(request)
        rig = try Rig()
        rig.configuration.transport = transport
        rig.configuration.baseURL = try BaseURL("http://127.0.0.1:\(network.port)")
    }

    private func cut(_ answers: Int) async throws {
        let body = intent.json.encoded()
        let script = HTTPRequest(method: .post, url: network.url("/script/\(answers)"), body: body)
        #expect(try await transport.send(script).status == 204)
    }

    /// Under how many keys the server was asked, and how often.
    private func made() async throws -> (keys: Int, tries: Int64) {
        let answer = try await transport.send(HTTPRequest(method: .get, url: network.url("/made")))
        let made = try JSONValue(parsing: answer.body).array ?? []
        return (made.count, made.compactMap { $0.array?.last?["tries"]?.number?.int64 }.reduce(0, +))
    }

    @Test func aCutAnswerIsAskedForAgainUnderTheSameKey() async throws {
        try await cut(2)
        #expect(try await rig.client().createPaymentIntent(request).id == intent.id)
        #expect(try await made() == (1, 3))
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func aRestartedAppBringsBackTheOneIntent() async throws {
        try await cut(4)
        await expectFailure(.outcomeUnknown) { _ = try await rig.client().createPaymentIntent(request) }
        #expect(try await made() == (1, 4))
        let resumed = try await rig.client().resumePending()
        guard case .paymentIntent(let found) = resumed.first?.outcome else {
            Issue.record("\(resumed)")
            return
        }
        #expect(found.id == intent.id)
        #expect(try await made() == (1, 5))
        #expect(try await rig.client().pendingRequests().isEmpty)
    }

    @Test func aRestartedAppThatAsksAgainGetsTheOneIntent() async throws {
        try await cut(4)
        await expectFailure(.outcomeUnknown) { _ = try await rig.client().createPaymentIntent(request) }
        #expect(try await rig.client().createPaymentIntent(request).id == intent.id)
        #expect(try await made() == (1, 5))
    }
}
