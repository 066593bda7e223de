import ChavePixModel
package import ChaveWire

/// An answer as it goes out.
public struct ServerAnswer: Sendable {
    public var status: Int
    public var headers: [(name: String, value: String)]
    public var body: [UInt8]
    /// Its bytes in the memory that answers have, for as long as somebody holds it.
    package var lease: AnswerLease?

    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package static func json(_ json: JSONValue, status: Int = 200) -> ServerAnswer {
        ServerAnswer(status: status, headers: [("Content-Type", "application/json")], body: json.encoded())
    }

    /// The headers of GET's answer, its length among them, without its body (RFC 9110, section 9.3.2).
    package mutating func leaveOutBody() {
        if header("Content-Length") == nil, status != 204, status != 304 {
            headers.append(("Content-Length", "\(body.count)"))
        }
        body = []
    }

    /// The last answer of its connection: what the client sends further is not read.
    package mutating func endConnection() {
        if header("Connection") == nil { headers.append(("Connection", "close")) }
    }

    public func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
