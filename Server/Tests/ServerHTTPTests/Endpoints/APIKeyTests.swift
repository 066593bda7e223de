import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import Testing

/// API keys over the API: an administrator's key makes and ends them.
struct APIKeyTests {
    private static let keys = "/payments/br/api-keys/"
    private static let anything = Call.get("/payments/br/customers/")

    private static func made(
        _ server: TestServer,
        role: APIKeyRole = .standard,
        label: String = "caixa"
    ) async throws -> (id: String, keys: Credentials) {
        let body: JSONValue = ["label": .string(label), "role": .string(role.rawValue)]
        let reply = try await server.send(.post(keys, body), as: server.shop.basic)
        #expect(reply.status == 201)
        return (reply.id, .basic(reply.id, try #require(reply["secret_password"]?.string)))
    }

    @Test(arguments: DoorKind.allCases)
    func aKeyIsMadeShownOnceAndEndsAtOnce(door: DoorKind) async throws {
        try await door.withServer { server in
            let shop = server.shop.basic
            let made = try await server.send(.post(APIKeyTests.keys, ["label": "caixa"]), as: shop)
            #expect(made.status == 201)
            #expect(made.names == ["id", "created_at", "label", "role", "revoked_at", "secret_password"])
            #expect(made["label"] == "caixa" && made["role"] == "STANDARD" && made["revoked_at"] == .null)
            let password = try #require(made["secret_password"]?.string)
            #expect(password.utf8.count == 64)
            let new = Credentials.basic(made.id, password)
            #expect(try await server.send(APIKeyTests.anything, as: new).status == 200)

            let path = "\(APIKeyTests.keys)\(made.id)/"
            let read = try await server.done(.get(path), as: shop)
            let list = try await server.done(.get(APIKeyTests.keys), as: shop)
            #expect(read.names == ["id", "created_at", "label", "role", "revoked_at"])
            #expect(list.resultIDs == [made.id, server.shop.keyID.text])
            #expect(!read.text.contains(password) && !list.text.contains(password))

            let ended = try await server.done(.post("\(path)revoke/"), as: shop)
            #expect(ended["revoked_at"]?.string != nil)
            #expect(try await server.done(.post("\(path)revoke/"), as: shop).body == ended.body)
            #expect(try await server.done(.get(path), as: shop).body == ended.body)
            expectRefusal(try await server.send(APIKeyTests.anything, as: new), 401, "authentication_failed")

            let trail = try await server.store.auditEntries(of: .apiKey(try #require(APIKeyID(made.id))))
            #expect(trail.map(\.action) == ["created", "revoked"])
            #expect(trail.map(\.actor) == Array(repeating: "api-key/\(server.shop.keyID.text)", count: 2))
            #expect(try await server.findings() == [])
        }
    }

    @Test func whatAStandardKeyMayNotDo() async throws {
        try await withServer { server in
            let standard = try await APIKeyTests.made(server)
            let own = "\(APIKeyTests.keys)\(standard.id)/"
            let calls: [Call] = [
                .post(APIKeyTests.keys, ["label": "x"]), .get(APIKeyTests.keys), .get(own), .post("\(own)revoke/"),
                .post("\(APIKeyTests.keys)\(server.shop.keyID.text)/revoke/"),
            ]
            for call in calls {
                expectRefusal(try await server.send(call, as: standard.keys), 403, "permission_denied")
            }
            let device = try await TestDevice(server, of: server.shop)
            for call in calls {
                expectRefusal(try await server.send(call, as: device.credentials), 403, "permission_denied")
            }
            #expect(try await server.store.apiKeys(of: server.shop.organisation).count == 2)
            #expect(try await server.send(APIKeyTests.anything, as: standard.keys).status == 200)
        }
    }

    @Test func anotherOrganisationsKeyDoesNotExist() async throws {
        try await withServer { server in
            let path = "\(APIKeyTests.keys)\(server.shop.keyID.text)/"
            expectRefusal(try await server.send(.get(path), as: server.rival.basic), 404, "not_found")
            expectRefusal(try await server.send(.post("\(path)revoke/"), as: server.rival.basic), 404, "not_found")
            let list = try await server.done(.get(APIKeyTests.keys), as: server.rival.basic)
            #expect(list.resultIDs == [server.rival.keyID.text])
            #expect(try await server.send(APIKeyTests.anything, as: server.shop.basic).status == 200)
        }
    }

    @Test func aKeyCannotEndItselfAndAnotherAdministratorCanEndIt() async throws {
        try await withServer { server in
            let own = "\(APIKeyTests.keys)\(server.shop.keyID.text)/"
            expectRefusal(try await server.send(.post("\(own)revoke/"), as: server.shop.basic), 409, "conflict")
            let second = try await APIKeyTests.made(server, role: .administrator)
            _ = try await server.done(.post("\(own)revoke/"), as: second.keys)
            expectRefusal(
                try await server.send(APIKeyTests.anything, as: server.shop.basic),
                401,
                "authentication_failed"
            )
            expectRefusal(
                try await server.send(.post("\(APIKeyTests.keys)\(second.id)/revoke/"), as: second.keys),
                409,
                "conflict"
            )
        }
    }

    @Test func itsTokensEndWithAKey() async throws {
        try await withServer { server in
            let new = try await APIKeyTests.made(server)
            let pair = try await server.done(.post("/payments/api/widget-token/"), as: new.keys)
            let access = try #require(pair["access"]?.string)
            let device = Credentials.bearer(access, device: Base64URL.encode(Array(repeating: 1, count: 32)))
            let banks = Call.get("/payments/br/institutions/")
            #expect(try await server.send(banks, as: device).status == 200)
            _ = try await server.done(.post("\(APIKeyTests.keys)\(new.id)/revoke/"), as: server.shop.basic)
            expectRefusal(try await server.send(banks, as: device), 401, "token_not_valid")
        }
    }

    @Test func anIdempotencyKeyKeepsNoPassword() async throws {
        try await withServer { server in
            let call = Call.post(APIKeyTests.keys, ["label": "caixa"], key: "once")
            let first = try await server.send(call, as: server.shop.basic)
            let second = try await server.send(call, as: server.shop.basic)
            #expect(first.status == 201 && second.status == 201)
            #expect(first.id != second.id && second.header("Idempotent-Replayed") == nil)
        }
    }

    @Test func anOrganisationWithAHundredKeysGetsNoMoreUntilOneGoes() async throws {
        try await withServer { server in
            var last = ""
            for _ in 1..<APIKey.largestCount {
                last = try await server.administration.createKey(for: server.shop.organisation, label: "many").key.id
                    .text
            }
            let oneMore = Call.post(APIKeyTests.keys, ["label": "more"])
            expectRefusal(try await server.send(oneMore, as: server.shop.basic), 409, "conflict")
            await #expect(throws: Administration.Refusal.tooManyKeys) {
                try await server.administration.createKey(for: server.shop.organisation, label: "more")
            }
            _ = try await server.done(.post("\(APIKeyTests.keys)\(last)/revoke/"), as: server.shop.basic)
            #expect(try await server.send(oneMore, as: server.shop.basic).status == 201)
        }
    }
}
