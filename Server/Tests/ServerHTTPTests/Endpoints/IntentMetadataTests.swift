import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import Testing

/// `PATCH /payment-intents/{id}/`: what a merchant notes of a payment, and nothing else (Payments API, section 3).
struct IntentMetadataTests {
    private static let path = "/payments/br/payment-intents/"

    private func noting(_ metadata: JSONValue) -> JSONValue { JSONValue(dictionaryLiteral: ("metadata", metadata)) }

    @Test(arguments: Victim.IntentStage.allCases)
    func notesChangeInEveryStateAndThePaymentGoesOnAsItWould(_ stage: Victim.IntentStage) async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let victim = try await Victim.reaching(.authorised, device)
            let intent = try await victim.intent(stage)
            let one = "\(Self.path)\(intent.id)/"
            let before = try await server.done(.get(one), as: server.shop.basic)
            let stored = try await victim.storedIntent(intent.id)
            let patched = try await server.done(.patch(one, noting(["order": "17"])), as: server.shop.basic)
            #expect(patched["metadata"] == ["order": "17"])
            let after = try await server.done(.get(one), as: server.shop.basic)
            #expect(after.body == patched.body)
            #expect(after.header("ETag") != before.header("ETag"))
            var same = try await victim.storedIntent(intent.id)
            #expect(same.version == stored.version + 1)
            let trail = try await server.store.auditEntries(of: .paymentIntent(same.id))
            #expect(trail.last?.action == "metadata-changed")
            #expect(trail.last?.actor == "api-key/\(server.shop.keyID.text)")
            // Nothing else has moved.
            (same.version, same.updatedAt, same.auditHead) = (stored.version, stored.updatedAt, stored.auditHead)
            #expect(same.state == stored.state && same.amount == stored.amount)
            server.mask.lose()
            for _ in 0..<5 {
                server.clock.advance(seconds: 60)
                try await server.settle()
            }
            let end = try await server.done(.get(one), as: server.shop.basic)
            #expect(end["metadata"] == ["order": "17"])
            let expected = [.authorising, .paying, .settling, .succeeded].contains(stage) ? "SUCCEEDED" : nil
            if let expected { #expect(end["status"] == .string(expected)) }
            #expect(try await server.findings() == [])
        }
    }

    @Test func theSameNotesAgainAreNoNewVersionAndNoneMakesAnEvent() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let intent = try await device.createIntent(try await device.enroll())
            let one = "\(Self.path)\(intent.id)/"
            let events = try await server.store.events(after: 0, limit: 1_000).count
            let first = try await server.done(.patch(one, noting(["a": "1", "b": "2"])), as: server.shop.basic)
            let tag = try await server.done(.get(one), as: server.shop.basic).header("ETag")
            let again = try await server.done(.patch(one, noting(["b": "2", "c": ""])), as: server.shop.basic)
            #expect(again.body == first.body)
            #expect(try await server.done(.get(one), as: server.shop.basic).header("ETag") == tag)
            let fewer = try await server.done(.patch(one, noting(["a": .null])), as: server.shop.basic)
            #expect(fewer["metadata"] == ["b": "2"])
            let none = try await server.done(.patch(one, noting(.null)), as: server.shop.basic)
            #expect(none["metadata"] == [:])
            #expect(try await server.store.events(after: 0, limit: 1_000).count == events)
        }
    }

    @Test func whatThePayerAgreesToCannotBePatched() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let intent = try await device.createIntent(try await device.enroll())
            let one = "\(Self.path)\(intent.id)/"
            let before = try await server.done(.get(one), as: server.shop.basic)
            for name in ["amount", "customer", "description", "external_id", "status", "payment_method_details", "id"] {
                let body = JSONValue(dictionaryLiteral: ("metadata", ["a": "1"]), (name, before[name] ?? .null))
                expectRefusal(
                    try await server.send(.patch(one, body), as: server.shop.basic),
                    400,
                    "invalid",
                    field: name
                )
            }
            expectRefusal(try await server.send(.patch(one, [:]), as: server.shop.basic), 400, "required")
            #expect(try await server.done(.get(one), as: server.shop.basic).body == before.body)
        }
    }

    @Test func notesStayWithinTheirBoundsHoweverTheyComeTogether() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let intent = try await device.createIntent(try await device.enroll())
            let one = "\(Self.path)\(intent.id)/"
            func notes(_ numbers: Range<Int>, _ value: JSONValue) -> JSONValue {
                noting(.object(numbers.reduce(into: JSONObject()) { $0["n\($1)"] = value }))
            }
            _ = try await server.done(.patch(one, notes(0..<50, "x")), as: server.shop.basic)
            let more = try await server.send(.patch(one, notes(50..<51, "x")), as: server.shop.basic)
            expectRefusal(more, 400, "too_long", field: "metadata")
            // Those that go make room in the same request.
            var swap = JSONObject()
            for number in 0..<50 { swap["n\(number)"] = .null }
            for number in 50..<100 { swap["n\(number)"] = "y" }
            let swapped = try await server.done(.patch(one, noting(.object(swap))), as: server.shop.basic)
            #expect(swapped["metadata"]?.object?.count == 50)
            let long = noting(["n50": .string(String(repeating: "a", count: 501))])
            expectRefusal(try await server.send(.patch(one, long), as: server.shop.basic), 400, "too_long")
        }
    }

    @Test func nobodyElseNotesAnythingAndNothingIsNotedOfAnErasedPayer() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let paid = try await device.pay(enrollment)
            let one = "\(Self.path)\(paid.id)/"
            let body = noting(["order": "17"])
            expectRefusal(try await device.send(.patch(one, body)), 403, "permission_denied")
            expectRefusal(try await server.send(.patch(one, body), as: server.rival.basic), 404, "not_found")
            expectRefusal(try await server.send(.patch(one, body)), 401)
            _ = try await server.done(.patch(one, body), as: server.shop.basic)
            let found = "\(Self.path)?metadata%5Border%5D=17"
            #expect(try await server.done(.get(found), as: server.shop.basic).resultIDs == [paid.id])
            let customer = paid["customer"]?.string ?? ""
            _ = try await server.done(.post("/payments/br/customers/\(customer)/anonymize/"), as: server.shop.basic)
            for _ in 0..<5 {
                server.clock.advance(seconds: 1)
                try await server.settle()
            }
            #expect(try await server.done(.get(one), as: server.shop.basic)["metadata"] == [:])
            #expect(try await server.done(.get(found), as: server.shop.basic).resultIDs == [])
            expectRefusal(try await server.send(.patch(one, body), as: server.shop.basic), 409, "conflict")
        }
    }
}
