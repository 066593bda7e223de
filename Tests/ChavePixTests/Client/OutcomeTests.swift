import ChaveTransport
import Testing

@testable import ChavePix

/// What is known of a POST after each way in which it can end.
@Suite struct OutcomeTests {
    enum Known: String { case done, refused, unknown }

    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        let code: String
        let alone: Known
        let afterLostTry: Known
        var testDescription: String { "\(status) \(code)" }
    }

    static let rows = [
        Row(status: 201, code: "", alone: .done, afterLostTry: .done),
        Row(status: 204, code: "", alone: .done, afterLostTry: .done),
        Row(status: 302, code: "", alone: .refused, afterLostTry: .unknown),
        Row(status: 400, code: "invalid", alone: .refused, afterLostTry: .refused),
        Row(status: 401, code: "token_not_valid", alone: .refused, afterLostTry: .unknown),
        Row(status: 403, code: "permission_denied", alone: .refused, afterLostTry: .unknown),
        Row(status: 404, code: "not_found", alone: .refused, afterLostTry: .unknown),
        Row(status: 409, code: "conflict", alone: .refused, afterLostTry: .unknown),
        Row(status: 409, code: "idempotency_in_progress", alone: .unknown, afterLostTry: .unknown),
        Row(status: 413, code: "request_too_large", alone: .refused, afterLostTry: .refused),
        Row(status: 422, code: "idempotency_conflict", alone: .refused, afterLostTry: .refused),
        Row(status: 429, code: "rate_limited", alone: .refused, afterLostTry: .unknown),
        Row(status: 500, code: "unexpected_error", alone: .unknown, afterLostTry: .unknown),
        Row(status: 502, code: "", alone: .unknown, afterLostTry: .unknown),
        Row(status: 503, code: "institution_unavailable", alone: .unknown, afterLostTry: .unknown),
    ]

    @Test(arguments: rows) func anAnswerTellsOneOfThree(_ row: Row) {
        let response = row.status < 300 ? HTTPResponse(status: row.status) : FakeServer.refusal(row.status, row.code)
        #expect(known(Verdict(.success(response), mayHaveReached: false)) == row.alone)
        #expect(known(Verdict(.success(response), mayHaveReached: true)) == row.afterLostTry)
    }

    @Test(arguments: TransportError.Kind.allCases) func noAnswerIsARefusalOnlyWhenNothingArrived(
        _ kind: TransportError.Kind
    ) {
        let never = TransportError(kind, mayHaveReachedServer: false)
        let perhaps = TransportError(kind, mayHaveReachedServer: true)
        #expect(known(Verdict(.failure(never), mayHaveReached: false)) == .refused)
        #expect(known(Verdict(.failure(never), mayHaveReached: true)) == .unknown)
        #expect(known(Verdict(.failure(perhaps), mayHaveReached: false)) == .unknown)
    }

    private func known(_ verdict: Verdict) -> Known {
        switch verdict {
        case .done: .done
        case .refused: .refused
        case .unknown: .unknown
        }
    }
}
