import ChaveTransport
import ChaveWire
import Testing
import TokenActivationCore

@testable import TokenNetworks

/// Every way in which a question over HTTP can end, for each question and each network.
@Suite struct OutcomeTableTests {
    private struct Row: Sendable {
        var script: @Sendable (CardNetwork) -> ScriptedNetwork.Script
        var read: Question.Outcome
        var order: Question.Outcome
    }

    @Test(arguments: CardNetwork.allCases, Question.allCases)
    func eachEndingMeansWhatTheTableSays(_ network: CardNetwork, _ question: Question) async throws {
        for row in Self.failures + Self.statuses {
            let script = row.script(network)
            let transport = ScriptedNetwork(script)
            let outcome = await question.ask(try Sample.provider(network, transport), about: network)
            #expect(outcome == (question.isRead ? row.read : row.order), "\(script)")
            #expect(transport.requests.count == 1, "nothing is asked twice: \(script)")
        }
    }

    @Test(arguments: CardNetwork.allCases, Question.allCases)
    func aNetworkInOrderIsUnderstood(_ network: CardNetwork, _ question: Question) async throws {
        let answer = Sample.answer(question, network)
        let transport = ScriptedNetwork(.answer(HTTPResponse(status: 200, body: answer.encoded())))
        let outcome = await question.ask(try Sample.provider(network, transport), about: network)
        #expect(outcome == (question.isRead ? .tokens([Sample.token(network)]) : .state(question.state)))
    }

    /// No answer: it counts whether the network can have heard the question.
    private static let failures: [Row] = TransportError.Kind.allCases.flatMap { kind in
        [
            Row(
                script: { _ in .failure(TransportError(kind, mayHaveReachedServer: false)) },
                read: .fault(.unavailable),
                order: .fault(.unavailable)
            ),
            Row(
                script: { _ in .failure(TransportError(kind, mayHaveReachedServer: true)) },
                read: .fault(kind == .responseTooLarge ? .unreadableAnswer : .unavailable),
                order: .fault(kind == .responseTooLarge ? .unreadableAnswer : .unknownOutcome)
            ),
        ]
    }

    private static let statuses: [Row] =
        [400, 402, 403, 405, 409, 410, 422, 499].flatMap { status in
            [
                with(status, "someReason", read: .refused(code: "someReason"), order: .refused(code: "someReason")),
                without(status, read: .unreadableAnswer, order: .unreadableAnswer),
            ]
        }
        + [401, 429].flatMap { status in
            [
                with(status, "someReason", read: .unavailable, order: .unavailable),
                without(status, read: .unavailable, order: .unavailable),
            ]
        }
        + [408, 500, 501, 502, 504, 599].flatMap { status in
            [
                with(status, "someReason", read: .unavailable, order: .unknownOutcome),
                without(status, read: .unavailable, order: .unknownOutcome),
            ]
        }
        + [-1, 0, 100, 201, 202, 204, 206, 299, 301, 302, 304, 307, 399, 600, 999].flatMap { status in
            [
                with(status, "someReason", read: .unreadableAnswer, order: .unreadableAnswer),
                without(status, read: .unreadableAnswer, order: .unreadableAnswer),
            ]
        } + [
            with(503, "someReason", read: .unavailable, order: .unavailable),
            without(503, read: .unavailable, order: .unknownOutcome),
            with(404, "someReason", read: .refused(code: "someReason"), order: .refused(code: "someReason")),
            without(404, read: .unreadableAnswer, order: .unreadableAnswer),
            Row(
                script: { .answer(HTTPResponse(status: 404, body: Sample.refusal("tokenNotFound", $0).encoded())) },
                read: .tokens([]),
                order: .fault(.refused(code: "tokenNotFound"))
            ),
        ]

    /// The network's own words.
    private static func with(
        _ status: Int,
        _ code: String,
        read: TokenServiceFault,
        order: TokenServiceFault
    ) -> Row {
        Row(
            script: { .answer(HTTPResponse(status: status, body: Sample.refusal(code, $0).encoded())) },
            read: .fault(read),
            order: .fault(order)
        )
    }

    /// Somebody between, who knows nothing of tokens.
    private static func without(_ status: Int, read: TokenServiceFault, order: TokenServiceFault) -> Row {
        Row(
            script: { _ in .answer(HTTPResponse(status: status, body: Array("<html>gateway</html>".utf8))) },
            read: .fault(read),
            order: .fault(order)
        )
    }
}
