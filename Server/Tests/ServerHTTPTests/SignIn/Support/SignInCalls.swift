import ChaveBase
import ChavePixModel
import ChaveWire
import Pages
import SignInModel
import Testing

@testable import HTTPKernel
@testable import SignInHTTP

extension Call {
    static func form(_ target: String, _ fields: KeyValuePairs<String, String?>) -> Call {
        var call = Call(method: "POST", target: target)
        let pairs = fields.compactMap { name, value in
            value.map { "\(PercentEncoding.encode(name))=\(PercentEncoding.encode($0))" }
        }
        call.body = Array(pairs.joined(separator: "&").utf8)
        call.headers = [("Content-Type", "application/x-www-form-urlencoded")]
        return call
    }

    func bearer(_ token: String) -> Call { with("Authorization", "Bearer \(token)") }

    func with(_ name: String, _ value: String) -> Call {
        var call = self
        call.headers.append((name, value))
        return call
    }
}

extension SignInRig {
    /// Sends a request; ten milliseconds pass, so that what is made later is newer.
    func send(_ call: Call, from client: IPAddress? = nil) async throws -> Reply {
        clock.advance(milliseconds: 10)
        let request = SignInRig.request(call, from: client)
        let reply = Reply(answer: try await door.send(request))
        expectDescribed(request, reply)
        return reply
    }

    /// Records an issue where a caller who reads the OpenAPI document would be surprised.
    private func expectDescribed(_ request: ServerRequest, _ reply: Reply) {
        guard face.isNear(request),
            case .row(let route, _, _) = face.table.match(method: request.method, path: request.path),
            route.text.isDocumented
        else { return }
        guard (200..<300).contains(reply.status), request.method != "HEAD" else { return }
        #expect(reply.status == route.answer.status, "\(request.method) \(request.path)")
        guard let schema = route.answer.content.schema else {
            return #expect(reply.body.isEmpty, "\(request.method) \(request.path)")
        }
        #expect(throws: Never.self, "\(reply.text)") { try schema.check(reply.json) }
        let unknown = reply.names.filter { schema[field: $0] == nil }
        #expect(unknown.isEmpty, "\(request.method) \(request.path): \(unknown)")
    }

    static func request(_ call: Call, from client: IPAddress? = nil) -> ServerRequest {
        let parts = call.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var request = ServerRequest(
            method: call.method,
            path: String(parts[0]),
            query: parts.count == 2 ? String(parts[1]) : "",
            headers: call.headers,
            body: .bytes(call.body)
        )
        request.client = client
        return request
    }

    /// Like `send`, for what must succeed before a test can go on.
    func done(_ call: Call) async throws -> Reply {
        let reply = try await send(call)
        guard (200..<400).contains(reply.status) else {
            throw TestProblem("\(call.method) \(call.target): \(reply.status) \(reply.text)")
        }
        return reply
    }

    /// As the tenant's own server.
    func manage(_ call: Call) async throws -> Reply { try await done(call.bearer(apiToken)) }
}

/// A refusal in sign-in's one form, never of our own fault.
func expectSignInRefusal(
    _ reply: Reply,
    _ status: Int,
    _ code: OAuthError.Code,
    field: String? = nil,
    at comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(reply.status == status, comment ?? "\(reply.text)", sourceLocation: sourceLocation)
    #expect(reply["error"]?.string == code.rawValue, comment ?? "\(reply.text)", sourceLocation: sourceLocation)
    expectSignInForm(reply, at: comment, sourceLocation: sourceLocation)
    if let field {
        #expect(reply["field"]?.string == field, comment ?? "\(reply.text)", sourceLocation: sourceLocation)
    }
}

/// What every refusal of sign-in has, whatever it is for.
func expectSignInForm(
    _ reply: Reply,
    at comment: Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(reply.header("Content-Type") == "application/json", comment, sourceLocation: sourceLocation)
    #expect(reply.header("Cache-Control") == "no-store", comment, sourceLocation: sourceLocation)
    #expect(reply.header("X-Request-Id")?.count == 32, comment, sourceLocation: sourceLocation)
    #expect(
        OAuthError.Code(rawValue: reply["error"]?.string ?? "") != nil,
        comment ?? "\(reply.text)",
        sourceLocation: sourceLocation
    )
    #expect(reply["error_description"]?.string?.isEmpty == false, comment, sourceLocation: sourceLocation)
    #expect(reply.status != 401 || reply.header("WWW-Authenticate") != nil, comment, sourceLocation: sourceLocation)
}
