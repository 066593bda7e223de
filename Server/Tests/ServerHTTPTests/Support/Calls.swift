import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import Testing

@testable import HTTPKernel

/// Who says to be calling.
enum Credentials: Sendable {
    case none
    case basic(String, String)
    /// A token and the device's secret, as text of the header; `nil` leaves the header out.
    case bearer(String, device: String?)

    var headers: [(name: String, value: String)] {
        switch self {
        case .none: return []
        case .basic(let id, let password):
            return [("Authorization", "Basic \(Data("\(id):\(password)".utf8).base64EncodedString())")]
        case .bearer(let token, let device):
            return [("Authorization", "Bearer \(token)")] + (device.map { [("Chave-Device", $0)] } ?? [])
        }
    }
}

/// One request, in a line.
struct Call: Sendable {
    var method: String
    /// With its query.
    var target: String
    var body: [UInt8] = []
    var headers: [(name: String, value: String)] = []

    static func get(_ target: String) -> Call { Call(method: "GET", target: target) }

    static func post(_ target: String, _ json: JSONValue? = nil, key: String? = nil) -> Call {
        var call = Call(method: "POST", target: target)
        if let json { call.setJSON(json.encoded()) }
        if let key { call.headers.append(("Idempotency-Key", key)) }
        return call
    }

    static func post(_ target: String, text: String, type: String? = "application/json", key: String? = nil) -> Call {
        var call = Call(method: "POST", target: target, body: Array(text.utf8))
        if let type { call.headers.append(("Content-Type", type)) }
        if let key { call.headers.append(("Idempotency-Key", key)) }
        return call
    }

    static func delete(_ target: String) -> Call { Call(method: "DELETE", target: target) }

    static func patch(_ target: String, _ json: JSONValue) -> Call {
        var call = Call(method: "PATCH", target: target)
        call.setJSON(json.encoded())
        return call
    }

    private mutating func setJSON(_ bytes: [UInt8]) {
        body = bytes
        headers.append(("Content-Type", "application/json"))
    }
}

/// An answer, read.
struct Reply: Sendable {
    let answer: ServerAnswer

    var status: Int { answer.status }
    var body: [UInt8] { answer.body }
    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? { answer.header(name) }

    /// The body; `null` when it is none.
    var json: JSONValue { (try? JSONValue(parsing: body, limits: .list)) ?? .null }

    subscript(name: String) -> JSONValue? { json[name] }

    /// The names of the members, in order.
    var names: [String] { json.object?.names ?? [] }

    var id: String { json["id"]?.string ?? "" }

    /// The codes of a refusal's items.
    var codes: [String] { (json.array ?? []).compactMap { $0["code"]?.string } }

    var fields: [String] { (json.array ?? []).compactMap { $0["field"]?.string } }

    var results: [JSONValue] { json["results"]?.array ?? [] }

    var resultIDs: [String] { results.compactMap { $0["id"]?.string } }
}

extension TestServer {
    /// Sends a request; ten milliseconds pass, so that what is made later is newer.
    @discardableResult
    func send(_ call: Call, as credentials: Credentials = .none) async throws -> Reply {
        clock.advance(milliseconds: 10)
        let parts = call.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let request = ServerRequest(
            method: call.method,
            path: String(parts[0]),
            query: parts.count == 2 ? String(parts[1]) : "",
            headers: credentials.headers + call.headers,
            body: .bytes(call.body)
        )
        let reply = Reply(answer: try await door.send(request))
        DocumentedAnswers.of(self).expect(call, reply)
        return reply
    }

    /// Like `send`, for what must succeed before a test can begin.
    func done(_ call: Call, as credentials: Credentials) async throws -> Reply {
        let reply = try await send(call, as: credentials)
        guard (200..<300).contains(reply.status) else {
            throw TestProblem("\(call.method) \(call.target): \(reply.status) \(reply.text)")
        }
        return reply
    }
}

/// A refusal in the contract's form: an array of items that carry the answer's request id, never a 500.
func expectRefusal(
    _ reply: Reply,
    _ status: Int? = nil,
    _ code: String? = nil,
    field: String? = nil,
    at comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    if let status { #expect(reply.status == status, comment, sourceLocation: sourceLocation) }
    #expect((400..<500).contains(reply.status), comment, sourceLocation: sourceLocation)
    let items = reply.json.array ?? []
    #expect(!items.isEmpty, "\(reply.text)", sourceLocation: sourceLocation)
    for item in items {
        #expect(item["request_id"]?.string == reply.header("X-Request-Id"), comment, sourceLocation: sourceLocation)
        #expect(item["message"]?.string?.isEmpty == false, comment, sourceLocation: sourceLocation)
        #expect(
            ErrorCode.all.contains { $0.rawValue == item["code"]?.string },
            "\(reply.text)",
            sourceLocation: sourceLocation
        )
        let unknown = (item.object?.names ?? []).filter { !["request_id", "code", "message", "field"].contains($0) }
        #expect(unknown.isEmpty, comment, sourceLocation: sourceLocation)
    }
    if let code { #expect(reply.codes.contains(code), "\(reply.text)", sourceLocation: sourceLocation) }
    if let field { #expect(reply.fields.contains(field), "\(reply.text)", sourceLocation: sourceLocation) }
}

extension [String] {
    /// The methods of an address with HEAD, which stands wherever GET does.
    var withHead: [String] { flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }.sorted() }
}
