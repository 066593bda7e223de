import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import SandboxBank
import Testing

/// The merchant's order ids, and those that devices give: two name spaces.
struct OrderNameSpaceTests {
    private func order(_ device: TestDevice, _ enrollment: String, amount: String, externalID: String? = "pedido-1")
        async throws -> Call
    {
        .post(
            "/payments/br/payment-intents/",
            try await device.intentBody(enrollment, amount: .string(amount), externalID: externalID)
        )
    }

    @Test(arguments: [true, false])
    func aDeviceThatPaysOneCentavoDoesNotTakeTheMerchantsOrder(_ isBound: Bool) async throws {
        try await withServer { server in
            let shop = server.shop
            var customer: String?
            if isBound {
                customer = try await server.done(.post("/payments/br/customers/", Bodies.customer()), as: shop.basic).id
            }
            let device = try await TestDevice(server, of: shop, boundTo: customer)
            let enrollment = try await device.enroll()
            let cheap = try await device.done(try await order(device, enrollment, amount: "0.01"))
            _ = try await device.done(
                .post("/payments/br/payment-intents/\(cheap.id)/authorize/", try await device.authorisation(of: cheap))
            )
            for _ in 0..<5 {
                server.clock.advance(seconds: 2)
                try await server.settle()
            }
            let paid = try await server.done(.get("/payments/br/payment-intents/\(cheap.id)/"), as: shop.basic)
            #expect(paid["status"] == "SUCCEEDED" && paid["created_by_type"] == "sdk" && paid["amount"] == "0.01")
            // The merchant's own order of that number is taken, and told apart from the device's.
            let own = try await server.send(try await order(device, enrollment, amount: "150.10"), as: shop.basic)
            #expect(own.status == 201 && own["created_by_type"] == "api_key")
            let list = try await server.done(
                .get("/payments/br/payment-intents/?external_id=pedido-1"),
                as: shop.basic
            )
            #expect(list.resultIDs == [own.id, cheap.id])
            #expect(list.results.map { $0["created_by_type"] } == ["api_key", "sdk"])
            // Each name space has it once, and the refusal names amount and maker.
            let again = try await server.send(try await order(device, enrollment, amount: "150.10"), as: shop.basic)
            expectRefusal(again, 409, "conflict", field: "external_id")
            #expect(again.text.contains(own.id) && again.text.contains("BRL 150.10"))
            #expect(again.text.contains("made by your server"))
            let twice = try await device.send(try await order(device, enrollment, amount: "0.02"))
            expectRefusal(twice, 409, "conflict", field: "external_id")
            #expect(twice.text.contains(cheap.id) && twice.text.contains("BRL 0.01"))
            #expect(twice.text.contains("made by a device") && !twice.text.contains(own.id))
        }
    }

    @Test func theOrdersOfTwoPayersDevicesDoNotMeet() async throws {
        try await withServer { server in
            let (alice, bruno) = (
                try await TestDevice(server, of: server.shop), try await TestDevice(server, of: server.shop)
            )
            let (first, second) = (try await alice.enroll(), try await bruno.enroll(as: Bodies.bruno))
            #expect(try await alice.createIntent(first, externalID: "pedido-1").status == 201)
            #expect(try await bruno.createIntent(second, externalID: "pedido-1").status == 201)
            // Another device of the same payer: it is told that there is one, and not which.
            let other = try await TestDevice(server, of: server.shop)
            let third = try await other.enroll()
            let refused = try await other.send(try await order(other, third, amount: "1.00"))
            expectRefusal(refused, 409, "conflict", field: "external_id")
            #expect(refused.text.contains("A payment intent made by a device") && !refused.text.contains("BRL"))
        }
    }

    /// The rule for purchases without an order id keeps to the name spaces too.
    @Test func aDevicesPaymentUnderWayDoesNotHoldUpTheMerchants() async throws {
        try await withServer(settlementDelaySeconds: 600) { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let intent = try await device.createIntent(enrollment)
            _ = try await device.done(
                .post(
                    "/payments/br/payment-intents/\(intent.id)/authorize/",
                    try await device.authorisation(of: intent)
                )
            )
            try await server.settle()
            let call = try await order(device, enrollment, amount: "12.34", externalID: nil)
            expectRefusal(try await device.send(call), 409, "conflict")
            #expect(try await server.send(call, as: server.shop.basic).status == 201)
        }
    }

    @Test func enrollmentsAndTheirWebhooksSayWhoMadeThem() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let made = try await device.create()
            #expect(made["created_by_type"] == "sdk")
            let own = try await server.done(
                .post("/payments/br/enrollments/", Bodies.enrollment()),
                as: server.shop.basic
            )
            #expect(own["created_by_type"] == "api_key")
            let told = try await server.store.events(after: 0, limit: 100).map(\.event)
            for (id, type) in [(made.id, "sdk"), (own.id, "api_key")] {
                let event = try #require(told.first { $0.objectID.text == id })
                #expect(try JSONValue(parsing: Array(event.body.utf8)).at("data", "created_by_type") == .string(type))
            }
        }
    }
}
