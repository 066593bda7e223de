import ChaveBase
import ChaveDeviceKeys
import ChavePix
import ChavePixModel
import ChaveTesting
import ChaveTransport
import ChaveWire
import Testing

/// Many requests at once under one idempotency key: what they ask for happens once.
struct IdempotencyRaceTests {
    /// All at once; the answers in no order.
    private func answers(_ count: Int, _ server: PixTestServer, _ request: HTTPRequest) async throws -> [HTTPResponse] {
        try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
            for _ in 0..<count { group.addTask { try await server.send(request) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func request(_ server: PixTestServer, _ path: String, _ body: JSONValue) -> HTTPRequest {
        HTTPRequest(
            method: .post,
            url: PixTestServer.baseURL.text + "/payments/br/" + path,
            headers: [
                "Authorization": "Bearer \(server.makeAccessToken())",
                "Chave-Device": String(repeating: "A", count: 43), "Idempotency-Key": "one",
                "Content-Type": "application/json",
            ],
            body: body.encoded()
        )
    }

    private func creation(_ server: PixTestServer) async throws -> HTTPRequest {
        let client = PixClient(configuration: .testing(server))
        let body = CreateEnrollmentRequest(
            customer: try Shop.payer(),
            institution: try #require(server.institutions.first).id,
            name: "Jequitibá",
            platform: .ios,
            callbackURL: try #require(CallbackURL(Shop.callback)),
            riskSignals: try await client.collectRiskSignals(accountTenure: Shop.tenure)
        )
        return request(server, "enrollments/", body.json)
    }

    @Test func manyAtOnceMakeOneObject() async throws {
        for _ in 0..<20 {
            let server = PixTestServer()
            let answers = try await answers(16, server, creation(server))
            #expect(answers.allSatisfy { $0.status == 201 })
            #expect(Set(answers.map(\.body)).count == 1)
            #expect(answers.filter { $0.headers["Idempotent-Replayed"] == nil }.count == 1)
            #expect(server.enrollments.count == 1)
        }
    }

    /// A credential is verified with an `await`, during which the key is taken.
    @Test func manyAtOnceConfirmOnce() async throws {
        let shop = Shop()
        let client = shop.client()
        let id = try await shop.approved(client)
        let made = try await client.makeCredential(try await client.registrationOptions(id))
        let body = ConfirmEnrollmentRequest(
            confirmationData: RegistrationCredential(
                rawID: made.id,
                authenticatorAttachment: made.authenticatorAttachment,
                attestationObject: made.attestationObject,
                clientDataJSON: made.clientDataJSON
            )
        ).json
        var confirmation = request(shop.server, "enrollments/\(id.text)/confirm/", body)
        let secret = try #require(try shop.store.secret("device-secret"))
        confirmation.headers["Chave-Device"] = Base64URL.encode(secret)
        let answers = try await answers(16, shop.server, confirmation)
        let fresh = answers.filter { $0.status == 204 && $0.headers["Idempotent-Replayed"] == nil }
        #expect(fresh.count == 1)
        for answer in answers where answer.status != 204 {
            #expect(answer.status == 409 && answer.headers["Retry-After"] == "1")
            let code = try JSONValue(parsing: answer.body).array?.first?["code"]?.string
            #expect(code == "idempotency_in_progress")
        }
        let again = try await shop.server.send(confirmation)
        #expect(again.status == 204 && again.headers["Idempotent-Replayed"] == "true")
    }

    @Test func aRefusalKeepsNoKey() async throws {
        let server = PixTestServer()
        var wrong = try await creation(server)
        wrong.body = Array("{}".utf8)
        #expect(try await server.send(wrong).status == 400)
        #expect(try await server.send(creation(server)).status == 201)
        #expect(try await server.send(wrong).status == 422, "the key stands for another request now")
    }
}
