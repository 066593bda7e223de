import ChaveBase
import ChaveTransport
import ChaveWire
import Foundation

/// The organisation's actions in a demonstration: it registers clients, adds people, and reads its outbox.
struct DemoTenant: Sendable {
    let server: TenantServer
    /// The sandbox's data directory, from which a link to its mails is made.
    let dataDirectory: String

    func register(_ name: String, redirectURI: String, isPublic: Bool) async throws -> DemoClient {
        let body: JSONValue = [
            "name": .string(name), "redirect_uris": [.string(redirectURI)],
            "token_endpoint_auth_method": isPublic ? "none" : "client_secret_basic",
            "id_token_signed_response_alg": "ES256",
        ]
        let answer = try await server.call(.post, ClientsCommand.path, body)
        guard let id = answer["client_id"]?.string else { throw CommandFailure("The server named no client.") }
        let secret = answer["client_secret"]?.string
        guard isPublic == (secret == nil) else { throw CommandFailure("The client is of the other kind.") }
        return DemoClient(id: id, redirectURI: redirectURI, secret: secret)
    }

    /// Adds a user, and returns the new id.
    func add(_ externalID: String, displayName: String) async throws -> String {
        let body: JSONValue = [
            "external_id": .string(externalID), "email": .string("\(externalID)@example.com"),
            "user_name": .string(externalID), "display_name": .string(displayName),
            "binding_token_delivery_method": "email",
        ]
        let user = try await server.call(.post, UsersCommand.path, body)
        guard let id = user["internal_id"]?.string else { throw CommandFailure("The server named no user.") }
        return id
    }

    func recover(_ externalID: String) async throws {
        let body: JSONValue = ["external_id": .string(externalID), "binding_token_delivery_method": "email"]
        _ = try await server.call(.post, "/v1/manage/recover-user", body)
    }

    /// The link in the newest mail that registers a device.
    func newestMailedLink() async throws -> String {
        guard let link = try await mailedLinks(to: "/bind").first else {
            throw CommandFailure("The outbox shows no mail with a link.")
        }
        return link
    }

    /// The link in the oldest mail that leads to a path.
    func oldestMailedLink(to path: String) async throws -> String {
        guard let link = try await mailedLinks(to: path).last else {
            throw CommandFailure("The outbox shows no mail with a link to \(path).")
        }
        return link
    }

    /// The links of the mails, the newest first, from the outbox page.
    private func mailedLinks(to path: String) async throws -> [String] {
        let response = try await server.transport.send(
            HTTPRequest(method: .get, url: server.baseURL + "/outbox", headers: ["Cookie": try await pass()])
        )
        let page = String(decoding: response.body, as: UTF8.self)
        return page.matches(of: /href="(https?:\/\/[^\s"'<>]+\?token=[A-Za-z0-9_-]{43})"/).map { String($0.1) }
            .filter { $0.contains("\(path)?token=") }
    }

    /// The cookie of a browser that opens a link to the sandbox's mails.
    private func pass() async throws -> String {
        guard let link = try SandboxLinkCommand.link(to: server.baseURL, of: dataDirectory) else {
            throw CommandFailure("The sandbox has no data.")
        }
        let opened = try await server.transport.send(HTTPRequest(method: .get, url: link))
        guard let cookie = opened.headers["Set-Cookie"]?.split(separator: ";").first else {
            throw CommandFailure("The link to the sandbox's mails was refused with \(opened.status).")
        }
        return String(cookie)
    }

    func devices(of user: String) async throws -> [JSONValue] {
        try await server.call(.get, "\(UsersCommand.path)/\(user)/devices")["devices"]?.array ?? []
    }

    /// Exchanges a code as a confidential client's server does, and returns the person's id from `/v2/userinfo`.
    func exchange(_ code: String, verifier: String, of client: DemoClient) async throws -> String {
        let secret = Data("\(client.id):\(client.secret ?? "")".utf8).base64EncodedString()
        let fields = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", client.redirectURI),
            ("code_verifier", verifier),
        ]
        let form = fields.map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
        let tokens = try await answer(
            HTTPRequest(
                method: .post,
                url: server.baseURL + "/v2/token",
                headers: [
                    "Authorization": "Basic \(secret)", "Content-Type": "application/x-www-form-urlencoded",
                ],
                body: Array(form.utf8)
            )
        )
        guard let access = tokens["access_token"]?.string else { throw CommandFailure("There is no access token.") }
        let person = try await answer(
            HTTPRequest(
                method: .get,
                url: server.baseURL + "/v2/userinfo",
                headers: ["Authorization": "Bearer \(access)"]
            )
        )
        guard let subject = person["sub"]?.string else { throw CommandFailure("userinfo names nobody.") }
        return subject
    }

    private func answer(_ request: HTTPRequest) async throws -> JSONValue {
        let response = try await server.transport.send(request)
        let json = (try? JSONValue(parsing: response.body)) ?? .null
        guard response.isSuccess else {
            throw CommandFailure(
                "The server refused it: \(json["error_description"]?.string ?? "status \(response.status)")"
            )
        }
        return json
    }
}
