import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsStores
import Testing
import Webhooks

/// Endpoints and deliveries over the API.
struct WebhookRouteTests {
    private static let path = "/payments/br/webhooks/"
    private static let deliveries = "/payments/br/webhook-deliveries/"

    private func create(_ server: TestServer, _ body: JSONValue) async throws -> Reply {
        try await server.send(.post(Self.path, body), as: server.shop.basic)
    }

    @Test(arguments: DoorKind.allCases)
    func anEndpointLivesFromItsCreationToItsEnd(_ door: DoorKind) async throws {
        try await door.withServer { server in
            let made = try await create(
                server,
                ["url": "https://loja.example/a", "events": ["charge.failed"], "bearer_token": "geheim-token"]
            )
            #expect(made.status == 201)
            let secret = try #require(made["secret"]?.string)
            #expect(WebhookSecret(text: secret)?.bytes.count == 32)
            #expect(made["has_bearer_token"] == true)
            let one = "\(Self.path)\(made.id)/"
            let read = try await server.send(.get(one), as: server.shop.basic)
            #expect(read.status == 200)
            #expect(read["secret"] == nil)
            #expect(!read.text.contains("geheim-token"))
            let off = try await server.send(.patch(one, ["enabled": false]), as: server.shop.basic)
            #expect(off["status"] == "disabled" && off["disabled_reason"] == "by_merchant")
            let test = try await server.send(.post("\(one)test/"), as: server.shop.basic)
            #expect(test.status == 409)
            let on = try await server.send(.patch(one, ["enabled": true, "events": []]), as: server.shop.basic)
            #expect(on["status"] == "enabled" && on["events"] == [])
            let rotated = try await server.send(.post("\(one)rotate-secret/"), as: server.shop.basic)
            #expect(rotated.status == 200)
            #expect(rotated["secret"]?.string != secret)
            #expect(rotated["previous_secret_expires_at"]?.string != nil)
            let list = try await server.send(.get(Self.path), as: server.shop.basic)
            #expect(list.resultIDs == [made.id])
            #expect(try await server.send(.delete(one), as: server.shop.basic).status == 204)
            #expect(try await server.send(.get(one), as: server.shop.basic).status == 404)
            #expect(try await server.send(.delete(one), as: server.shop.basic).status == 404)
        }
    }

    @Test func oddURLsAndSecondOnesAreRefusedByName() async throws {
        try await withServer { server in
            for url in ["http://loja.example/", "https://a@b.example/", "https://127.1/", "https://loja.example:22/"] {
                let reply = try await create(server, ["url": .string(url)])
                #expect(reply.status == 400 && reply.fields == ["url"], "\(url): \(reply.text)")
            }
            #expect(try await create(server, ["url": "https://loja.example/"]).status == 201)
            let again = try await create(server, ["url": "https://loja.example/"])
            #expect(again.status == 400 && again.text.contains("already_registered"))
            for index in 2...MerchantWebhooks.mostEndpoints {
                #expect(try await create(server, ["url": .string("https://loja.example/\(index)")]).status == 201)
            }
            #expect(try await create(server, ["url": "https://loja.example/more"]).status == 409)
        }
    }

    @Test func anotherMerchantAndADeviceReachNothing() async throws {
        try await withServer { server in
            let made = try await create(server, ["url": "https://loja.example/a"])
            let one = "\(Self.path)\(made.id)/"
            let test = try await server.send(.post("\(one)test/"), as: server.shop.basic)
            #expect(test.status == 201)
            let delivery = "\(Self.deliveries)\(test.id)/"
            let calls: [Call] = [
                .get(one), .patch(one, ["enabled": false]), .delete(one), .post("\(one)rotate-secret/"),
                .post("\(one)test/"), .get(delivery), .post("\(delivery)resend/"),
            ]
            let device = try await TestDevice(server, of: server.shop)
            for call in calls {
                #expect(try await server.send(call, as: server.rival.basic).status == 404, "\(call.target)")
                #expect(try await server.send(call, as: device.credentials).status == 403, "\(call.target)")
                #expect(try await server.send(call, as: .none).status == 401, "\(call.target)")
            }
            for target in [Self.path, Self.deliveries] {
                let list = try await server.send(.get(target), as: server.rival.basic)
                #expect(list.status == 200 && list.resultIDs.isEmpty)
                #expect(try await server.send(.get(target), as: device.credentials).status == 403)
            }
            #expect(try await server.send(.get(one), as: server.shop.basic)["status"] == "enabled")
        }
    }

    /// W-10 over the API, and what a list finds.
    @Test func eventsOfARealEnrollmentAreListedAndSentAgain() async throws {
        try await withServer { server in
            let made = try await create(server, ["url": "https://loja.example/a"])
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let mine = "\(Self.deliveries)?object_id=\(enrollment)"
            let list = try await server.send(.get(mine), as: server.shop.basic)
            #expect(list.status == 200)
            let types = list["results"]?.array?.compactMap { $0["type"]?.string } ?? []
            #expect(types.contains("enrollment.created") && types.contains("enrollment.succeeded"))
            let filtered = try await server.send(
                .get("\(mine)&type=enrollment.created&status=pending&webhook=\(made.id)"),
                as: server.shop.basic
            )
            #expect(filtered.resultIDs.count == 1)
            let one = "\(Self.deliveries)\(filtered.resultIDs[0])/"
            let read = try await server.send(.get(one), as: server.shop.basic)
            #expect(read["attempts"] == [] && read["attempt_count"] == 0)
            let key = "resend-1"
            let first = try await server.send(.post("\(one)resend/", key: key), as: server.shop.basic)
            let second = try await server.send(.post("\(one)resend/", key: key), as: server.shop.basic)
            #expect(first.status == 200 && first.text == second.text)
            let range = try await server.send(
                .post(
                    "\(Self.deliveries)resend/",
                    ["from": "2026-01-01T00:00:00Z", "to": "2027-01-01T00:00:00Z", "status": "pending"]
                ),
                as: server.shop.basic
            )
            #expect(range.status == 200)
            #expect(range["count"]?.number?.int64 ?? 0 >= 1)
            for bad in ["status=lost", "type=x", "webhook=1", "created_at__gte=today"] {
                let reply = try await server.send(.get("\(Self.deliveries)?\(bad)"), as: server.shop.basic)
                #expect(reply.status == 400, "\(bad)")
            }
            #expect(try await server.findings() == [])
        }
    }
}
