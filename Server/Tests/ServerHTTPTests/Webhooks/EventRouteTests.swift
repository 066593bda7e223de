import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import PaymentsStores
import Testing
import Webhooks

/// `GET /events/`: the bodies of webhooks, for whoever asks (Payments API, section 7).
struct EventRouteTests {
    private static let path = "/payments/br/events/"

    /// The texts between the brackets of `results`.
    private func results(_ reply: Reply) -> String {
        let opening = reply.text.split(separator: #""results":["#, maxSplits: 1)
        return opening.count == 2 ? String(opening[1]) : ""
    }

    @Test(arguments: DoorKind.allCases)
    func anEventIsItsWebhookByteForByteAlsoWhereNoEndpointIs(_ door: DoorKind) async throws {
        try await door.withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let paid = try await device.pay(try await device.enroll())
            let stored = try await server.store.events(after: 0, limit: 1_000).map(\.event)
            let list = try await server.done(.get("\(Self.path)?page_size=1000"), as: server.shop.basic)
            let ids = list.results.compactMap { $0["webhook_id"]?.string }
            #expect(ids == stored.map(\.id.text).sorted(by: >))
            #expect(list["count"]?.number?.int64 == Int64(stored.count) && stored.count > 5)
            for event in stored {
                #expect(list.text.contains(event.body))
                let one = try await server.done(.get("\(Self.path)\(event.id)/"), as: server.shop.basic)
                #expect(one.text == event.body)
            }
            let ofPayment = try await server.done(.get("\(Self.path)?object_id=\(paid.id)"), as: server.shop.basic)
            // All at one moment of the test's clock, so that only their ids say which comes first.
            let types = Set(ofPayment.results.compactMap { $0["type"]?.string })
            #expect(types == ["payment_intent.created", "payment_intent.processing", "payment_intent.succeeded"])
            #expect(ofPayment.results.allSatisfy { $0["object_id"]?.string == paid.id })
        }
    }

    @Test func theIDOfAnEventIsTheOneThatDeliveriesCarry() async throws {
        try await withServer { server in
            _ = try await server.done(
                .post("/payments/br/webhooks/", ["url": "https://loja.example/a"]),
                as: server.shop.basic
            )
            let device = try await TestDevice(server, of: server.shop)
            _ = try await device.create()
            let deliveries = try await server.done(.get("/payments/br/webhook-deliveries/"), as: server.shop.basic)
            let ids = deliveries.results.compactMap { $0["webhook_id"]?.string }
            #expect(ids.count == 1)
            for id in ids {
                let one = try await server.done(.get("\(Self.path)\(id)/"), as: server.shop.basic)
                #expect(one["webhook_id"] == .string(id))
            }
        }
    }

    @Test func eventsAreFoundByTypeKindObjectAndTime() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let middle = server.clock.now
            server.clock.advance(seconds: 5)
            _ = try await device.pay(enrollment)
            func found(_ query: String) async throws -> [JSONValue] {
                let list = try await server.done(.get("\(Self.path)?\(query)"), as: server.shop.basic)
                #expect(list["count"]?.number?.int64 == Int64(list.results.count))
                return list.results
            }
            let types = Set(try await found("webhook_type=CHARGES").compactMap { $0["type"]?.string })
            #expect(types == ["charge.created", "charge.succeeded"])
            let paid = try await found("type=payment_intent.succeeded")
            #expect(paid.count == 1 && paid.first?["webhook_type"] == "PAYMENT_INTENTS")
            #expect(try await found("type=payment_intent.succeeded&webhook_type=CHARGES").isEmpty)
            let all = try await found("").count
            let (early, late) = (
                try await found("created_at__lte=\(middle.rfc3339)"),
                try await found("created_at__gte=\(middle.rfc3339)")
            )
            #expect(early.count + late.count == all)
            #expect(early.allSatisfy { $0["webhook_type"] == "ENROLLMENTS" })
            #expect(late.allSatisfy { $0["webhook_type"] != "ENROLLMENTS" })
            let ofEnrollment = try await found("object_id=\(enrollment)&webhook_type=ENROLLMENTS")
            #expect(ofEnrollment.count == early.count)
            for odd in ["type=x", "webhook_type=charges", "object_id=1", "created_at__gte=today", "webhook=1"] {
                let reply = try await server.send(.get("\(Self.path)?\(odd)"), as: server.shop.basic)
                expectRefusal(reply, 400, "invalid")
            }
        }
    }

    @Test func pagesOfEventsFollowOneAnother() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            _ = try await device.pay(try await device.enroll())
            let whole = try await server.done(.get("\(Self.path)?page_size=1000"), as: server.shop.basic)
            var (seen, link) = ([JSONValue](), Optional("\(TestServer.baseURL)\(Self.path)?page_size=3"))
            while let next = link {
                let page = try await server.done(
                    .get(String(next.dropFirst(TestServer.baseURL.count))),
                    as: server.shop.basic
                )
                seen += page.results
                link = page["next"]?.string
            }
            #expect(seen == whole.results)
        }
    }

    @Test func eventsAreForTheMerchantsOwnServerAlone() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            _ = try await device.create()
            let list = try await server.done(.get(Self.path), as: server.shop.basic)
            let one = "\(Self.path)\(list.results[0]["webhook_id"]?.string ?? "")/"
            #expect(try await server.done(.get(Self.path), as: server.rival.basic).results.isEmpty)
            expectRefusal(try await server.send(.get(one), as: server.rival.basic), 404, "not_found")
            for target in [Self.path, one] {
                expectRefusal(try await device.send(.get(target)), 403, "permission_denied")
                expectRefusal(try await server.send(.get(target)), 401, "authentication_failed")
            }
            expectRefusal(try await server.send(.get("\(Self.path)none/"), as: server.shop.basic), 404, "not_found")
        }
    }

    @Test func eventsGoAfterThirtyDays() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            _ = try await device.create()
            let before = server.clock.now.adding(seconds: 1)
            while try await server.store.pruneDeliveries(before: before, limit: 10) > 0 {}
            let list = try await server.done(.get(Self.path), as: server.shop.basic)
            #expect(list.results.isEmpty)
        }
    }
}
