import ChaveBase
import ChaveTransport
import ChaveWire

extension FakeServer {
    static let browserID = String(repeating: "q", count: 43)
    static let browserPath = "/t/\(tenant)/v2/browser-approvals/\(browserID)"

    /// A page that waits, and shows the number 47.
    func browserCall(_ request: HTTPRequest, _ path: String) async throws -> Answer {
        let fields = FakeServer.form(request)
        if path == FakeServer.browserPath {
            return try await challenge(request, path) { session, _ in
                var body: JSONObject = JSONObject()
                let id = state.withLock { state in
                    let id = state.fresh("session")
                    state.sessions[id] = Session(fields: session.fields, path: "\(path)/decision")
                    return id
                }
                body["tenant_name"] = "Padaria\u{202E} Aurora"
                body["client_name"] = "Loja"
                body["browser"] = "Firefox"
                body["system"] = "Linux"
                body["choices"] = ["12", "47", "90"]
                body["expires_in"] = 60
                body["auth_session"] = .string(id)
                body["challenge"] = .string("challenge-of-\(id)")
                return Answer(200, .object(body))
            }
        }
        if fields["decision"] == "refuse", let id = fields["auth_session"] {
            let isKnown = state.withLock { $0.sessions.removeValue(forKey: id) } != nil
            return isKnown ? Answer(200, ["status": "refused"]) : Answer(400, ["error": "invalid_session"])
        }
        return try await challenge(request, path) { _, _ in
            let claims = try JSONValue(parsing: CompactJWS(parsing: fields["assertion"] ?? "").payload)
            guard claims["decision"] == "approve" else { return Answer(400, ["error": "invalid_grant"]) }
            return Answer(200, ["status": claims["number"] == "47" ? "approved" : "refused"])
        }
    }
}
