import ChavePixModel
import ChaveTesting
import ChaveTransport
import Testing

/// What the client never does, but another program may: the server answers as the contract says.
struct ServerWireTests {
    let server = PixTestServer()

    private func request(
        _ method: HTTPMethod,
        _ path: String,
        body: String? = nil,
        _ headers: HTTPHeaders = [:]
    ) -> HTTPRequest {
        var all: HTTPHeaders = [
            "Authorization": "Bearer \(server.makeAccessToken())",
            "Chave-Device": String(repeating: "A", count: 43),
        ]
        for (name, value) in headers.all { all[name] = value }
        return HTTPRequest(
            method: method,
            url: PixTestServer.baseURL.text + "/payments/br" + path,
            headers: all,
            body: body.map { Array($0.utf8) }
        )
    }

    private func status(_ request: HTTPRequest) async throws -> Int { try await server.send(request).status }

    @Test func whoIsNotKnownIsRefused() async throws {
        #expect(try await status(request(.get, "/institutions/")) == 200)
        #expect(try await status(request(.get, "/institutions/", ["Authorization": "Basic x"])) == 401)
        #expect(try await status(request(.get, "/institutions/", ["Authorization": "Bearer x"])) == 401)
        #expect(try await status(request(.get, "/institutions/", ["Chave-Device": "short"])) == 403)
    }

    @Test func whatThereIsNotIsNotFound() async throws {
        #expect(try await status(request(.get, "/")) == 404)
        #expect(try await status(request(.delete, "/enrollments/")) == 404)
        #expect(try await status(request(.get, "/enrollments/no-uuid/")) == 404)
        #expect(
            try await status(request(.post, "/payment-intents/0190aaaa-0000-7000-8000-00000000000f/cancel/")) == 404
        )
        let elsewhere = HTTPRequest(method: .get, url: "https://elsewhere.example/payments/br/institutions/")
        #expect(try await status(elsewhere) == 404)
    }

    @Test func whatCannotBeReadIsNamed() async throws {
        #expect(try await status(request(.get, "/enrollments/")) == 400)
        let broken = try await server.send(request(.post, "/enrollments/", body: "{,}"))
        #expect(broken.status == 400)
        #expect(String(decoding: broken.body, as: UTF8.self).contains("invalid_json"))
        let empty = try await server.send(request(.post, "/payment-intents/", body: "{}"))
        #expect(String(decoding: empty.body, as: UTF8.self).contains(#""field":"amount""#))
        #expect(empty.headers["X-Request-Id"]?.utf8.count == 32)
    }

    @Test func aKeyBelongsToOneRequest() async throws {
        let refused = request(.post, "/payment-intents/", body: "{}", ["Idempotency-Key": "k"])
        #expect(try await status(refused) == 400)
        let other = request(.post, "/enrollments/", body: "[]", ["Idempotency-Key": "k"])
        #expect(try await status(other) == 400, "a refusal is not kept, and another route is another key")
    }
}
