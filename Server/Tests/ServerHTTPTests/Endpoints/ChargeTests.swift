import ChavePixModel
import ChaveWire
import PaymentsCore
import Testing

/// Charges: made with an intent, ended with it (Payments API, sections 3 and 6).
struct ChargeTests {
    private static func setUp(_ server: TestServer) async throws -> (paid: Reply, open: Reply, canceled: Reply) {
        let device = try await TestDevice(server, of: server.shop)
        let enrollment = try await device.enroll()
        let paid = try await device.pay(enrollment)
        server.clock.advance(seconds: 60)
        let canceled = try await device.createIntent(enrollment, amount: "5.00")
        _ = try await device.done(.post("/payments/br/payment-intents/\(canceled.id)/cancel/"))
        server.clock.advance(seconds: 60)
        return (paid, try await device.createIntent(enrollment, amount: "7.00"), canceled)
    }

    private static func charge(_ intent: Reply) -> String { intent["charges"]?.array?.first?["id"]?.string ?? "" }

    @Test(arguments: DoorKind.allCases)
    func aChargeIsTheOneInItsIntent(door: DoorKind) async throws {
        try await door.withServer { server in
            let (paid, _, _) = try await ChargeTests.setUp(server)
            let found = try await server.done(
                .get("/payments/br/charges/\(ChargeTests.charge(paid))/"),
                as: server.shop.basic
            )
            let seen = try await server.done(.get("/payments/br/payment-intents/\(paid.id)/"), as: server.shop.basic)
            #expect(found.json == seen["charges"]?.array?.first)
            #expect(found["status"] == "SUCCEEDED" && found["payment_intent"]?.string == paid.id)
            // Its intent's id is none of its own.
            expectRefusal(try await server.send(.get("/payments/br/charges/\(paid.id)/"), as: server.shop.basic), 404)
        }
    }

    @Test func chargesAreListedByEachFilterAndInStablePages() async throws {
        try await withServer { server in
            let (paid, open, canceled) = try await ChargeTests.setUp(server)
            func found(_ query: String) async throws -> Reply {
                try await server.send(.get("/payments/br/charges/?\(query)"), as: server.shop.basic)
            }
            let (first, second, third) = (
                ChargeTests.charge(open), ChargeTests.charge(canceled), ChargeTests.charge(paid)
            )
            #expect(try await found("").resultIDs == [first, second, third])
            #expect(try await found("status=PENDING").resultIDs == [first])
            #expect(try await found("status=FAILED").resultIDs == [second])
            #expect(try await found("status=SUCCEEDED").resultIDs == [third])
            #expect(try await found("payment_intent=\(canceled.id)").resultIDs == [second])
            #expect(try await found("payment_intent=\(canceled.id)&status=PENDING").resultIDs == [])
            let customer = paid["customer"]?.string ?? ""
            #expect(try await found("customer=\(customer)").resultIDs == [first, second, third])
            #expect(try await found("customer=\(paid.id)").resultIDs == [])
            let time = canceled["created_at"]?.string ?? ""
            #expect(try await found("created_at__gte=\(time)").resultIDs == [first, second])
            #expect(try await found("created_at__lte=\(time)").resultIDs == [second, third])
            for (query, field) in [
                ("status=PROCESSING", "status"), ("payment_intent=x", "payment_intent"), ("customer=x", "customer"),
                ("created_at__gte=x", "created_at__gte"), ("created_at__lte=1", "created_at__lte"),
            ] {
                expectRefusal(try await found(query), 400, "invalid", field: field, at: "\(query)")
            }
            expectRefusal(try await found("unknown=x"), 400, "invalid", field: "unknown")
            let page = try await found("page_size=1")
            #expect(page.resultIDs == [first] && page["count"] == 3)
            let next = String((page["next"]?.string ?? "").dropFirst(TestServer.baseURL.count))
            let after = try await server.done(.get(next), as: server.shop.basic)
            #expect(after.resultIDs == [second])
            let back = String((after["previous"]?.string ?? "").dropFirst(TestServer.baseURL.count))
            #expect(try await server.done(.get(back), as: server.shop.basic).resultIDs == [first])
        }
    }
}
