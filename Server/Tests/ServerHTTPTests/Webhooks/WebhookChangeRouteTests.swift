import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsStores
import Testing
import Webhooks

/// What a merchant changes of an endpoint, repeats, and what nobody else may.
struct WebhookChangeRouteTests {
    private static let path = "/payments/br/webhooks/"
    private static let deliveries = "/payments/br/webhook-deliveries/"

    private func create(_ server: TestServer, _ body: JSONValue) async throws -> Reply {
        try await server.send(.post(Self.path, body), as: server.shop.basic)
    }

    private func patch(_ server: TestServer, _ id: String, _ body: JSONValue) async throws -> Reply {
        try await server.send(.patch("\(Self.path)\(id)/", body), as: server.shop.basic)
    }

    private func range(_ more: [(String, JSONValue)] = []) -> JSONValue {
        var object = JSONObject()
        object["from"] = "2020-01-01T00:00:00Z"
        object["to"] = "2100-01-01T00:00:00Z"
        for (name, value) in more { object[name] = value }
        return .object(object)
    }

    private func stored(_ server: TestServer, _ id: String) async throws -> WebhookEndpoint {
        let id = try #require(WebhookID(id))
        return try #require(try await server.store.endpoint(id, of: server.shop.organisation))
    }

    @Test func nullRemovesANoteAndATokenAndNothingElse() async throws {
        try await withServer { server in
            let made = try await create(
                server,
                ["url": "https://loja.example/a", "description": "shop", "bearer_token": "geheim"]
            )
            let kept = try await patch(server, made.id, ["enabled": true])
            #expect(kept["description"] == "shop" && kept["has_bearer_token"] == true)
            let without = try await patch(server, made.id, ["description": .null])
            #expect(without.status == 200)
            #expect(without["description"] == .null && without["has_bearer_token"] == true)
            let bare = try await patch(server, made.id, ["bearer_token": .null, "description": "x"])
            #expect(bare["description"] == "x" && bare["has_bearer_token"] == false)
            #expect(try await stored(server, made.id).bearer == nil)
        }
    }

    /// A token that one server was given is not sent to another because the URL changed.
    @Test(arguments: ["https://outro.example/a", "https://loja.example:8443/a", "https://x.loja.example/a"])
    func aTokenDoesNotFollowTheURLToAnotherServer(_ elsewhere: String) async throws {
        try await withServer { server in
            let made = try await create(server, ["url": "https://loja.example/a", "bearer_token": "geheim"])
            let refused = try await patch(server, made.id, ["url": .string(elsewhere)])
            #expect(refused.status == 400 && refused.fields == ["bearer_token"], "\(refused.text)")
            #expect(try await stored(server, made.id).url == "https://loja.example/a")
            let before = try await stored(server, made.id).bearer
            let same = try await patch(server, made.id, ["url": "https://LOJA.example:443/b?c=1"])
            #expect(same["url"] == "https://loja.example/b?c=1" && same["has_bearer_token"] == true)
            #expect(try await stored(server, made.id).bearer == before)
            let moved = try await patch(server, made.id, ["url": .string(elsewhere), "bearer_token": "neu"])
            #expect(moved.status == 200 && moved["has_bearer_token"] == true)
            #expect(try await stored(server, made.id).bearer != before)
            let back = try await patch(server, made.id, ["url": "https://loja.example/a", "bearer_token": .null])
            #expect(back.status == 200 && back["has_bearer_token"] == false)
            #expect(try await patch(server, made.id, ["url": .string(elsewhere)]).status == 200)
        }
    }

    @Test func oneURLInTwoSpellingsIsOne() async throws {
        try await withServer { server in
            let made = try await create(server, ["url": "https://Loja.Example:443"])
            #expect(made.status == 201 && made["url"] == "https://loja.example/")
            let other = try await create(server, ["url": "https://loja.example/b"])
            for text in ["https://loja.example", "https://LOJA.EXAMPLE/", "https://loja.example:443/"] {
                let again = try await create(server, ["url": .string(text)])
                #expect(again.status == 400 && again.text.contains("already_registered"), "\(text)")
                let moved = try await patch(server, other.id, ["url": .string(text)])
                #expect(moved.status == 400 && moved.text.contains("already_registered"), "\(text)")
            }
        }
    }

    /// Rule 8 of section 8: the test event and its key are one transaction, so of two at once one is sent.
    @Test func requestsWithOneKeySendOneTest() async throws {
        try await withServer { server in
            let made = try await create(server, ["url": "https://loja.example/a"])
            let call = Call.post("\(Self.path)\(made.id)/test/", key: "test-1")
            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<8 { group.addTask { try await server.send(call, as: server.shop.basic) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.allSatisfy { [201, 409].contains($0.status) })
            let last = try await server.send(call, as: server.shop.basic)
            #expect(last.status == 201)
            #expect(Set(replies.filter { $0.status == 201 }.map(\.text)) == [last.text])
            let list = try await server.send(.get("\(Self.deliveries)?type=webhook.test"), as: server.shop.basic)
            #expect(list.resultIDs == [last.id])
        }
    }

    /// W-10: with an endpoint named, a range brings what was never made for it.
    @Test func aRangeBringsWhatWasMissedWhileTheEndpointWasDisabled() async throws {
        try await withServer { server in
            let made = try await create(server, ["url": "https://loja.example/a", "events": ["enrollment.created"]])
            _ = try await patch(server, made.id, ["enabled": false])
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let mine = "\(Self.deliveries)?object_id=\(enrollment)"
            #expect(try await server.send(.get(mine), as: server.shop.basic).resultIDs.isEmpty)
            _ = try await patch(server, made.id, ["enabled": true])
            func resend(_ more: [(String, JSONValue)]) async throws -> Int64? {
                let call = Call.post("\(Self.deliveries)resend/", range(more))
                return try await server.send(call, as: server.shop.basic)["count"]?.number?.int64
            }
            #expect(try await resend([]) == 0, "no endpoint is named")
            #expect(try await resend([("webhook", .string(made.id)), ("status", "delivered")]) == 0)
            #expect(try await resend([("webhook", .string(made.id))]) == 1)
            #expect(try await resend([("webhook", .string(made.id))]) == 0)
            let list = try await server.send(.get(mine), as: server.shop.basic)
            #expect(list["results"]?.array?.compactMap { $0["type"]?.string } == ["enrollment.created"])
        }
    }

    @Test func nobodyElseRegistersOrSendsAgain() async throws {
        try await withServer { server in
            let made = try await create(server, ["url": "https://loja.example/a"])
            let test = try await server.send(.post("\(Self.path)\(made.id)/test/"), as: server.shop.basic)
            let before = try await stored(server, made.id)
            let device = try await TestDevice(server, of: server.shop)
            let all = Call.post("\(Self.deliveries)resend/", range([("status", "pending")]))
            let named = Call.post(
                "\(Self.deliveries)resend/",
                range([("webhook", .string(made.id)), ("status", "pending")])
            )
            let register = Call.post(Self.path, ["url": "https://loja.example/b"])
            server.clock.advance(seconds: 5)
            for call in [all, named, register] {
                #expect(try await server.send(call, as: device.credentials).status == 403, "\(call.target)")
                #expect(try await server.send(call, as: .none).status == 401, "\(call.target)")
            }
            #expect(try await server.send(named, as: server.rival.basic).status == 404)
            let nothing = try await server.send(all, as: server.rival.basic)
            #expect(nothing.status == 200 && nothing["count"]?.number?.int64 == 0)
            // A rival's endpoint at the same URL is its own.
            #expect(try await server.send(register, as: server.rival.basic).status == 201)
            #expect(try await stored(server, made.id) == before)
            let list = try await server.send(.get(Self.path), as: server.shop.basic)
            #expect(list.resultIDs == [made.id])
            // Nobody touched the test: its owner's call at the same moment finds it.
            #expect(test.status == 201)
            #expect(try await server.send(named, as: server.shop.basic)["count"]?.number?.int64 == 1)
        }
    }
}
