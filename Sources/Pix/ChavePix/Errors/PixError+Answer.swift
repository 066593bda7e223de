import ChaveBase
import ChavePixModel
import ChaveTransport

extension PixError {
    /// The error of a refusing response, with the time from which a retry is allowed.
    init(answer: HTTPResponse, now: Int64) {
        self.init(answer: answer)
        retryAfterMilliseconds = answer.headers["Retry-After"].flatMap {
            RetryAfter($0)?.milliseconds(after: Timestamp(microseconds: now))
        }
    }

    /// The error of a refusing response.
    init(answer: HTTPResponse) {
        let items = APIErrorItem.items(of: answer)
        let code: Code =
            switch answer.status {
            case 400, 422: .invalidParameters
            case 401: .authentication
            case 404: .notFound
            case 409: .conflict
            case 429: .rateLimited
            case 500...599: .serverUnavailable
            case 200...299: .unreadableAnswer
            default: .refused
            }
        let said = items.map { item in item.field.map { "\($0): \(item.message)" } ?? item.message }
        let text = said.isEmpty ? "The server answered with status \(answer.status)." : said.joined(separator: " ")
        self.init(code, text, items: items, status: answer.status)
    }

    /// The error of a call without a response that certainly had no effect.
    init(transport error: TransportError) {
        switch error.kind {
        case .cancelled: self = .cancelledCall
        case .timedOut: self.init(.timedOut, "The server did not answer in time; try again.")
        case .tls: self.init(.notConnected, "The server's certificate was refused.")
        case .responseTooLarge: self.init(.unreadableAnswer, "The server's answer is larger than this client takes.")
        case .notConnected, .other: self.init(.notConnected, "The server cannot be reached; check the connection.")
        }
        cause = error
    }

    static func unreadable(_ what: String, cause: (any Error)? = nil) -> PixError {
        PixError(.unreadableAnswer, "The server's answer holds no readable \(what).", cause: cause)
    }
}
