import ChavePixModel
import ChaveWire
import PaymentsCore
import Testing

/// Payments found by their amount and by what was noted of them (Payments API, section 3).
struct PaymentFilterTests {
    private static let path = "/payments/br/payment-intents/"

    /// Intents of these amounts, oldest first.
    private func intents(_ server: TestServer, _ amounts: [String]) async throws -> (device: TestDevice, ids: [String])
    {
        let device = try await TestDevice(server, of: server.shop)
        let enrollment = try await device.enroll()
        var ids: [String] = []
        for amount in amounts {
            ids.append(try await device.createIntent(enrollment, amount: .string(amount)).id)
        }
        return (device, ids)
    }

    @Test func paymentsAndChargesAreFoundByAmountNewestFirst() async throws {
        try await withServer { server in
            let (_, ids) = try await intents(server, ["0.01", "10.00", "99.99", "10.00", "5000.00", "19.90"])
            func found(_ query: String) async throws -> [Int] {
                let list = try await server.done(.get("\(Self.path)?\(query)"), as: server.shop.basic)
                let charges = try await server.done(.get("/payments/br/charges/?\(query)"), as: server.shop.basic)
                #expect(charges.results.compactMap { $0["payment_intent"]?.string } == list.resultIDs, "\(query)")
                #expect(list["count"]?.number?.int64 == Int64(list.resultIDs.count))
                return list.resultIDs.compactMap { ids.firstIndex(of: $0) }
            }
            #expect(try await found("amount=10.00") == [3, 1])
            #expect(try await found("amount=10") == [3, 1])
            #expect(try await found("amount__gte=10.00") == [5, 4, 3, 2, 1])
            #expect(try await found("amount__lte=10.00") == [3, 1, 0])
            #expect(try await found("amount__gte=10.01&amount__lte=99.99") == [5, 2])
            #expect(try await found("amount__gte=20&amount__lte=10") == [])
            #expect(try await found("amount__gte=0.01&status=PENDING") == [5, 4, 3, 2, 1, 0])
            #expect(try await found("amount__lte=999999999999.99&status=FAILED") == [])
            let first = try await server.done(.get("\(Self.path)?amount__gte=10&page_size=2"), as: server.shop.basic)
            let next = first["next"]?.string ?? ""
            #expect(next.contains("amount__gte=10"))
            let second = try await server.done(
                .get(String(next.dropFirst(TestServer.baseURL.count))),
                as: server.shop.basic
            )
            #expect((first.resultIDs + second.resultIDs).compactMap { ids.firstIndex(of: $0) } == [5, 4, 3, 2])
            for odd in ["amount=1e3", "amount=-1", "amount=1.999", "amount=0", "amount__gte=", "amount__lte=R$1"] {
                expectRefusal(try await server.send(.get("\(Self.path)?\(odd)"), as: server.shop.basic), 400, "invalid")
            }
        }
    }

    @Test func paymentsAreFoundByEachOfTheirNotesAndByAllTogether() async throws {
        try await withServer { server in
            let (_, ids) = try await intents(server, ["1.00", "2.00", "3.00"])
            let notes: [JSONValue] = [
                ["order": "17", "shop": "são paulo"], ["order": "18", "shop": "são paulo"], ["order": "17"],
            ]
            for (id, note) in zip(ids, notes) {
                let body = JSONValue(dictionaryLiteral: ("metadata", note))
                _ = try await server.done(.patch("\(Self.path)\(id)/", body), as: server.shop.basic)
            }
            func found(_ query: String, as credentials: Credentials? = nil) async throws -> [Int] {
                let list = try await server.done(
                    .get("\(Self.path)?\(query)"),
                    as: credentials ?? server.shop.basic
                )
                #expect(list["count"]?.number?.int64 == Int64(list.resultIDs.count))
                return list.resultIDs.compactMap { ids.firstIndex(of: $0) }
            }
            #expect(try await found("metadata%5Border%5D=17") == [2, 0])
            #expect(try await found("metadata[shop]=s%C3%A3o%20paulo") == [1, 0])
            #expect(try await found("metadata[order]=17&metadata[shop]=s%C3%A3o%20paulo") == [0])
            #expect(try await found("metadata[order]=17&amount__gte=2.00") == [2])
            #expect(try await found("metadata[order]=17&status=FAILED") == [])
            #expect(try await found("metadata[order]=1") == [])
            #expect(try await found("metadata[shop]=17") == [])
            #expect(try await found("metadata[order]=17", as: server.rival.basic) == [])
            // The place of a page is that of its ids.
            let first = try await server.done(
                .get("\(Self.path)?metadata[order]=17&page_size=1"),
                as: server.shop.basic
            )
            let next = first["next"]?.string ?? ""
            let second = try await server.done(
                .get(String(next.dropFirst(TestServer.baseURL.count))),
                as: server.shop.basic
            )
            #expect(first.resultIDs + second.resultIDs == [ids[2], ids[0]])
            #expect(second["previous"]?.isNull == false && second["next"]?.isNull == true)
            // A note that has changed is found as it is now.
            let body: JSONValue = ["metadata": ["order": "19"]]
            _ = try await server.done(.patch("\(Self.path)\(ids[2])/", body), as: server.shop.basic)
            #expect(try await found("metadata[order]=17") == [0])
            #expect(try await found("metadata[order]=19") == [2])
        }
    }

    @Test func notesThatCameWithThePaymentAreFoundToo() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let body = try await device.intentBody(enrollment).replacing(
                ["metadata"],
                with: ["order": "17", "note": ""]
            )
            let made = try await server.done(.post(Self.path, body), as: server.shop.basic)
            for query in ["metadata[order]=17", "metadata[note]="] {
                let list = try await server.done(.get("\(Self.path)?\(query)"), as: server.shop.basic)
                #expect(list.resultIDs == [made.id], "\(query)")
            }
        }
    }

    @Test func aDevicesTokenMayNotLookForAmountsOrNotes() async throws {
        try await withServer { server in
            let (device, _) = try await intents(server, ["1.00"])
            for query in ["amount=1.00", "amount__gte=1.00", "amount__lte=1.00", "metadata[order]=17"] {
                expectRefusal(try await device.send(.get("\(Self.path)?\(query)")), 400, "invalid")
            }
        }
    }
}
