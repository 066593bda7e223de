import ChavePixModel
import ChaveWire
import PaymentsCore

/// An answer as it goes out.
public struct ServerAnswer: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// Its bytes in the memory that answers have, for as long as somebody holds it.
    var lease: AnswerLease?

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static func json(_ json: JSONValue, status: Int = 200) -> ServerAnswer {
        ServerAnswer(status: status, headers: [("Content-Type", "application/json")], body: json.encoded())
    }

    /// What a use case answered, byte for byte also when it is told again.
    static func api(_ answer: APIAnswer) -> ServerAnswer {
        var headers: [(name: String, value: String)] = []
        if !answer.body.isEmpty { headers.append(("Content-Type", "application/json")) }
        if answer.isReplay { headers.append(("Idempotent-Replayed", "true")) }
        return ServerAnswer(status: answer.status, headers: headers, body: answer.body)
    }

    /// The one form of a refusal (Payments API, section 1): an array of items.
    static func failure(_ failure: APIFailure, requestID: String) -> ServerAnswer {
        let items = failure.items.map { item in
            APIErrorItem(requestID: requestID, code: item.code, message: item.message, field: item.field).json
        }
        var answer = ServerAnswer.json(.array(items), status: failure.status)
        if let seconds = failure.retryAfterSeconds { answer.headers.append(("Retry-After", "\(seconds)")) }
        if failure.status == 401 { answer.headers.append(("WWW-Authenticate", #"Basic realm="chave", Bearer"#)) }
        return answer
    }

    /// The headers of GET's answer, its length among them, without its body (RFC 9110, section 9.3.2).
    mutating func leaveOutBody() {
        if header("Content-Length") == nil, status != 204, status != 304 {
            headers.append(("Content-Length", "\(body.count)"))
        }
        body = []
    }

    /// The last answer of its connection: what the client sends further is not read.
    mutating func endConnection() {
        if header("Connection") == nil { headers.append(("Connection", "close")) }
    }

    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
