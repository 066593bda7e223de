import ChavePixModel
package import ChaveWire

/// An answer that the server sends.
public struct ServerAnswer: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// Counts the answer's bytes in the memory for answers, as long as any code holds the answer.
    package var lease: AnswerLease?

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package static func json(_ json: JSONValue, status: Int = 200) -> ServerAnswer {
        ServerAnswer(status: status, headers: [("Content-Type", "application/json")], body: json.encoded())
    }

    /// Keeps the headers of GET's answer, including the length, and removes the body (RFC 9110, section 9.3.2).
    package mutating func leaveOutBody() {
        if header("Content-Length") == nil, status != 204, status != 304 {
            headers.append(("Content-Length", "\(body.count)"))
        }
        body = []
    }

    /// Makes this the last answer of its connection: the server does not read what the client sends after it.
    package mutating func endConnection() {
        if header("Connection") == nil { headers.append(("Connection", "close")) }
    }

    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
