import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import SandboxBank
import Testing

@testable import HTTPKernel
@testable import PaymentsHTTP

/// A parameter that an address does not know narrows nothing: to ignore it would show everybody's rows.
struct UnknownParameterTests {
    @Test(arguments: DoorKind.allCases)
    func aMisspeltFilterShowsNobodysRows(door: DoorKind) async throws {
        try await door.withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let intent = try await device.createIntent(enrollment, amount: "1.00")
            for query in [
                "statuz=SUCCEEDED", "created_at__gt=2024-01-01T00:00:00Z", "customer_identifier=1", "Status=x",
            ] {
                let name = String(query.prefix { $0 != "=" })
                for kind in ["payment-intents", "enrollments", "charges", "customers"] {
                    let reply = try await server.send(.get("/payments/br/\(kind)/?\(query)"), as: server.shop.basic)
                    expectRefusal(reply, 400, "invalid", field: name, at: "\(kind) \(query)")
                    #expect(reply.text.contains("page_size"), "the known ones are named: \(reply.text)")
                    #expect(!reply.text.contains(intent.id) && !reply.text.contains(enrollment))
                }
                let own = try await device.send(.get("/payments/br/payment-intents/?\(query)"))
                expectRefusal(own, 400, "invalid", field: name, at: "a device's \(query)")
            }
        }
    }

    @Test func eachAddressRefusesAParameterThatItsRowDoesNotName() async throws {
        try await withServer { server in
            var count = 0
            for operation in server.routes.rows {
                let (route, path) = (operation, operation.path)
                let target = path.replacing("{id}", with: "0193a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b").replacing(
                    "{file}",
                    with: "x.png"
                )
                let call = Call(method: route.method, target: "\(target)?unheard_of=1")
                let reply = try await server.send(call, as: server.shop.basic)
                expectRefusal(reply, 400, "invalid", field: "unheard_of", at: "\(route.text.name)")
                for field in route.query {
                    #expect(reply.text.contains(field.name), "\(route.text.name): \(field.name) is not told")
                }
                count += 1
            }
            #expect(count > 40)
        }
    }

    @Test func aParameterThatStandsTwiceIsRefusedWhateverItIs() async throws {
        try await withServer { server in
            for query in [
                "status=PENDING&status=PENDING", "status=PENDING&%73tatus=FAILED", "unheard_of=1&unheard_of=1",
            ] {
                let reply = try await server.send(.get("/payments/br/payment-intents/?\(query)"), as: server.shop.basic)
                expectRefusal(reply, 400, "invalid", at: "\(query)")
            }
        }
    }

    @Test func aNameThatMayBeSomebodysNumberIsNotToldAgain() async throws {
        try await withServer { server in
            for name in ["52998224725", "maria%40example.com", String(repeating: "a", count: 65), "", "a%20b"] {
                let reply = try await server.send(.get("/payments/br/customers/?\(name)=1"), as: server.shop.basic)
                expectRefusal(reply, 400, "invalid", at: "\(name)")
                #expect(!reply.text.contains(#""field":""#) && !reply.text.contains("52998224725"), "\(reply.text)")
                #expect(reply.text.contains("search"), "the known ones are named: \(reply.text)")
            }
        }
    }

    @Test func whoHasNoKeysIsToldThatFirst() async throws {
        try await withServer { server in
            let reply = try await server.send(.get("/payments/br/customers/?unheard_of=1"))
            expectRefusal(reply, 401, "authentication_failed")
        }
    }

    @Test func aPayerIsFoundByTheirNumberWhereverPayersAreFiltered() async throws {
        try await withServer { server in
            let alice = try await TestDevice(server, of: server.shop)
            let enrollment = try await alice.enroll()
            let intent = try await alice.createIntent(enrollment, amount: "1.00")
            for (kind, id) in [("payment-intents", intent.id), ("enrollments", enrollment)] {
                func found(_ query: String) async throws -> [String] {
                    try await server.done(.get("/payments/br/\(kind)/?\(query)"), as: server.shop.basic).resultIDs
                }
                #expect(try await found("customer__identifier=\(Bodies.alice.cpf)") == [id], "\(kind)")
                #expect(try await found("customer__identifier=\(Bodies.bruno.cpf)") == [], "\(kind)")
                #expect(try await found("customer__identifier=\(TestCPF.number(9))") == [], "\(kind)")
                let customer = intent["customer"]?.string ?? ""
                #expect(try await found("customer__identifier=\(Bodies.alice.cpf)&customer=\(customer)") == [id])
            }
            let charges = try await server.done(
                .get("/payments/br/charges/?customer__identifier=\(Bodies.alice.cpf)"),
                as: server.shop.basic
            )
            #expect(charges["results"]?.array?.map { $0["payment_intent"]?.string } == [intent.id])
            let nobody = try await server.done(
                .get("/payments/br/charges/?customer__identifier=\(TestCPF.number(9))"),
                as: server.shop.basic
            )
            #expect(nobody["count"] == 0)
            let rival = try await server.done(
                .get("/payments/br/payment-intents/?customer__identifier=\(Bodies.alice.cpf)"),
                as: server.rival.basic
            )
            #expect(rival["count"] == 0)
        }
    }

    @Test func aDeviceTokenAsksForNobodyByTheirNumber() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            for path in ["payment-intents/?", "enrollments/?device_id=device-1&"] {
                let query = "customer__identifier=\(Bodies.alice.cpf)"
                let reply = try await device.send(.get("/payments/br/\(path)\(query)"))
                expectRefusal(reply, 400, "invalid", field: "customer__identifier", at: "\(path)")
                #expect(reply.text.contains("API keys"))
            }
        }
    }

    /// A parameter that is written once for each member, as filters by metadata are.
    @Test func membersStandInBracketsAndAreCheckedLikeABodys() throws {
        let table = [Field("metadata", .map(count: 2, longestName: 5, longestValue: 3), .optional, "Notes.")]
        let read = try QueryParameters("metadata[order]=17&metadata%5Bx%5D=y", table: table)
        #expect(read.members("metadata") == ["order": "17", "x": "y"])
        for query in [
            "metadata=1", "metadata[]=1", "metadata[a=1", "meta[a]=1", "metadata[a]=1234", "metadata[abcdef]=1",
            "metadata[a]=1&metadata[b]=1&metadata[c]=1", "metadata[a]=1&metadata%5Ba%5D=2",
        ] {
            #expect(throws: APIFailure.self, "\(query)") { try QueryParameters(query, table: table) }
        }
    }

    @Test func parametersWithoutEndAreRefusedUnread() async throws {
        try await withServer { server in
            let query = (0...QueryParameters.most).map { "a\($0)=1" }.joined(separator: "&")
            let reply = try await server.send(.get("/payments/br/customers/?\(query)"), as: server.shop.basic)
            expectRefusal(reply, 400, "invalid")
        }
    }

    /// Before, the filter was replaced without a word by the token's own customer.
    @Test func aTokenOfOneCustomerThatAsksForAnotherIsShownNothing() async throws {
        try await withServer { server in
            let alice = try await TestDevice(server, of: server.shop)
            let intent = try await alice.createIntent(try await alice.enroll(), amount: "1.00")
            let customer = intent["customer"]?.string ?? ""
            let bound = try await TestDevice(server, of: server.shop, boundTo: customer)
            let path = "/payments/br/payment-intents/"
            let other = "0193a2b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b"
            #expect(try await bound.done(.get("\(path)?customer=\(other)"))["count"] == 0)
        }
    }
}
