import ChaveBase
import ChavePixModel
import ChaveWire
import SandboxBank
import Testing

/// Lists: pages, cursors, filters, count (Payments API, sections 1 and 3).
struct ListTests {
    private static func customers(_ server: TestServer, _ count: Int, from first: Int = 0) async throws -> [String] {
        var ids: [String] = []
        for number in first..<(first + count) {
            let body: JSONValue = [
                "identifier": .string(TestCPF.number(number)), "name": .string("Pessoa \(number)"),
                "external_id": .string("cliente-\(number)"),
            ]
            ids.append(try await server.done(.post("/payments/br/customers/", body), as: server.shop.basic).id)
        }
        return ids
    }

    private static func follow(_ server: TestServer, _ link: JSONValue?) async throws -> Reply {
        let url = link?.string ?? ""
        #expect(url.hasPrefix("\(TestServer.baseURL)/payments/br/"))
        return try await server.done(.get(String(url.dropFirst(TestServer.baseURL.count))), as: server.shop.basic)
    }

    @Test(arguments: DoorKind.allCases)
    func pagesAreNewestFirstAndCursorsStayStableUnderInserts(door: DoorKind) async throws {
        try await door.withServer { server in
            let ids = Array(try await ListTests.customers(server, 7).reversed())
            let first = try await server.done(.get("/payments/br/customers/?page_size=3"), as: server.shop.basic)
            #expect(first.resultIDs == Array(ids[0..<3]))
            #expect(first["count"] == 7)
            #expect(first["previous"]?.isNull == true)
            let more = try await ListTests.customers(server, 2, from: 7)
            let second = try await ListTests.follow(server, first["next"])
            #expect(second.resultIDs == Array(ids[3..<6]))
            #expect(second["count"] == 9)
            let third = try await ListTests.follow(server, second["next"])
            #expect(third.resultIDs == [ids[6]])
            #expect(third["next"]?.isNull == true)
            let back = try await ListTests.follow(server, third["previous"])
            #expect(back.resultIDs == Array(ids[3..<6]))
            let start = try await ListTests.follow(server, back["previous"])
            #expect(start.resultIDs == Array(ids[0..<3]))
            let newest = try await ListTests.follow(server, start["previous"])
            #expect(newest.resultIDs == Array(more.reversed()))
            #expect(newest["previous"]?.isNull == true)
        }
    }

    @Test func aBarePageNumberAnswersToo() async throws {
        try await withServer { server in
            let ids = Array(try await ListTests.customers(server, 5).reversed())
            let second = try await server.done(
                .get("/payments/br/customers/?page_size=2&page=2"),
                as: server.shop.basic
            )
            #expect(second.resultIDs == Array(ids[2..<4]))
            let beyond = try await server.done(.get("/payments/br/customers/?page=9"), as: server.shop.basic)
            #expect(beyond.resultIDs.isEmpty)
            #expect(beyond["count"] == 5)
            let large = try await server.done(.get("/payments/br/customers/?page_size=5000"), as: server.shop.basic)
            #expect(large.resultIDs == ids)
        }
    }

    @Test func aPageThatIsNoneIs400() async throws {
        try await withServer { server in
            for (query, field) in [
                ("page=0", "page"), ("page=-1", "page"), ("page=x", "page"), ("page=99999999999999999999", "page"),
                ("page_size=0", "page_size"), ("page_size=x", "page_size"), ("page_size=-5", "page_size"),
                ("cursor=x", "cursor"), ("cursor=after.x", "cursor"), ("cursor=", "cursor"),
                ("page=1&page=2", "page"),
            ] {
                for kind in ["customers", "bank-accounts", "enrollments", "payment-intents", "institutions"] {
                    let reply = try await server.send(.get("/payments/br/\(kind)/?\(query)"), as: server.shop.basic)
                    expectRefusal(reply, 400, "invalid", field: field, at: "\(kind) \(query)")
                }
            }
            expectRefusal(try await server.send(.get("/payments/br/customers/?a=%zz"), as: server.shop.basic), 400)
            for query in ["=1&=2", "1=1&1=2"] {
                let reply = try await server.send(.get("/payments/br/customers/?\(query)"), as: server.shop.basic)
                expectRefusal(reply, 400, "invalid")
                #expect(!reply.text.contains(#""field":""#), "what is no name of ours is not told again")
            }
        }
    }

    @Test func customersAreFound() async throws {
        try await withServer { server in
            let ids = try await ListTests.customers(server, 3)
            let alice = try await server.done(
                .post("/payments/br/customers/", Bodies.customer()),
                as: server.shop.basic
            )
            func found(_ query: String) async throws -> [String] {
                try await server.done(.get("/payments/br/customers/?\(query)"), as: server.shop.basic).resultIDs
            }
            #expect(try await found("identifier=\(Bodies.alice.cpf)") == [alice.id])
            #expect(try await found("identifier=\(TestCPF.number(99))") == [])
            #expect(try await found("external_id=cliente-0") == [ids[0]])
            #expect(try await found("search=nogueira") == [alice.id])
            #expect(try await found("search=ALICE%20Nogueira") == [alice.id])
            #expect(try await found("search=%21%21") == [])
            #expect(try await found("search=pessoa&external_id=cliente-2") == [ids[2]])
        }
    }

    @Test func institutionsAreFound() async throws {
        try await withServer { server in
            func found(_ query: String) async throws -> Reply {
                try await server.send(.get("/payments/br/institutions/?\(query)"), as: server.shop.basic)
            }
            #expect(try await found("name=SABIA").resultIDs == [SandboxInstitution.all[4].id.text])
            #expect(try await found("name=caRCar").resultIDs == [SandboxInstitution.all[2].id.text])
            #expect(try await found("name=nenhum").resultIDs == [])
            expectRefusal(try await found("name=ip"), 400, nil, field: "name")
            #expect(try await found("institution_type=individual").resultIDs.count == 5)
            #expect(try await found("institution_type=business").resultIDs.count == 0)
            let two = SandboxInstitution.all[1...2].map(\.id.text)
            #expect(try await found("id__in=\(two.joined(separator: ","))").resultIDs.sorted() == two.sorted())
            expectRefusal(try await found("id__in=x"), 400, "invalid", field: "id__in")
            let page = try await found("page_size=2&page=2")
            #expect(page.resultIDs.count == 2)
            #expect(page["next"]?.isNull == false && page["previous"]?.isNull == false)
        }
    }

    @Test func enrollmentsAreFoundByEachFilterOfAnAPIKey() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let one = try await device.done(
                .post("/payments/br/enrollments/", Bodies.enrollment(externalID: "pedido-1"))
            )
            let other = try await device.done(
                .post(
                    "/payments/br/enrollments/",
                    Bodies.enrollment(
                        customer: Bodies.person(Bodies.bruno),
                        institution: SandboxInstitution.all[1],
                        deviceID: "device-2"
                    )
                )
            )
            _ = try await device.done(.post("/payments/br/enrollments/\(other.id)/cancel/"))
            func found(_ query: String) async throws -> [String] {
                try await server.done(.get("/payments/br/enrollments/?\(query)"), as: server.shop.basic).resultIDs
            }
            #expect(try await found("") == [other.id, one.id])
            #expect(try await found("device_id=device-1") == [one.id])
            #expect(try await found("status=FAILED") == [other.id])
            #expect(try await found("status=PENDING") == [one.id])
            let typo = try await server.send(.get("/payments/br/enrollments/?status=NONE"), as: server.shop.basic)
            expectRefusal(typo, 400, "invalid", field: "status")
            #expect(try await found("institution=\(SandboxInstitution.all[1].id.text)") == [other.id])
            #expect(try await found("external_id=pedido-1") == [one.id])
            #expect(try await found("customer=\(one.json.at("details", "customer")?.string ?? "")") == [one.id])
            #expect(try await found("customer__identifier=\(Bodies.bruno.cpf)") == [other.id])
            #expect(try await found("customer__identifier=\(TestCPF.number(5))") == [])
            let bad = try await server.send(.get("/payments/br/enrollments/?institution=x"), as: server.shop.basic)
            expectRefusal(bad, 400, "invalid", field: "institution")
        }
    }

    @Test func aDeviceTokenNeedsDeviceIDAndMayAddTwoFilters() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let made = try await device.create()
            expectRefusal(
                try await device.send(.get("/payments/br/enrollments/")),
                400,
                "required",
                field: "device_id"
            )
            for name in ["customer", "customer__identifier", "external_id"] {
                let reply = try await device.send(.get("/payments/br/enrollments/?device_id=device-1&\(name)=x"))
                expectRefusal(reply, 400, "invalid", field: name)
            }
            let institution = Bodies.ipe.id.text
            let query = "device_id=device-1&status=PENDING&institution=\(institution)"
            #expect(try await device.done(.get("/payments/br/enrollments/?\(query)")).resultIDs == [made.id])
            #expect(try await device.done(.get("/payments/br/enrollments/?device_id=device-2")).resultIDs == [])
        }
    }

    @Test func paymentIntentsAreFoundByEachFilter() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let first = try await device.createIntent(enrollment, amount: "1.00", externalID: "pedido-1")
            server.clock.advance(seconds: 1)
            let between = server.clock.now
            let second = try await device.createIntent(enrollment, amount: "2.00", externalID: "pedido-2")
            _ = try await device.done(.post("/payments/br/payment-intents/\(first.id)/cancel/"))
            for caller in [server.shop.basic, device.credentials] {
                func found(_ query: String) async throws -> [String] {
                    try await server.done(.get("/payments/br/payment-intents/?\(query)"), as: caller).resultIDs
                }
                #expect(try await found("") == [second.id, first.id])
                #expect(try await found("status=CANCELED") == [first.id])
                #expect(try await found("external_id=pedido-2") == [second.id])
                #expect(try await found("enrollment=\(enrollment)") == [second.id, first.id])
                #expect(try await found("customer=\(first["customer"]?.string ?? "")") == [second.id, first.id])
                let method = second.json.at("payment_method_information", "open_finance_biometric_pix")
                #expect(try await found("end_to_end_id=\(method?["end_to_end_id"]?.string ?? "")") == [second.id])
                #expect(try await found("created_at__gte=\(between.rfc3339)") == [second.id])
                #expect(try await found("created_at__lte=\(between.rfc3339)") == [first.id])
                let bad = try await server.send(
                    .get("/payments/br/payment-intents/?created_at__gte=2026-02-30T00:00:00Z"),
                    as: caller
                )
                expectRefusal(bad, 400, "invalid", field: "created_at__gte")
            }
        }
    }

    @Test func theNextLinkKeepsTheFilters() async throws {
        try await withServer { server in
            _ = try await ListTests.customers(server, 3)
            let first = try await server.done(
                .get("/payments/br/customers/?search=pessoa&page_size=2"),
                as: server.shop.basic
            )
            #expect(first["next"]?.string?.contains("search=pessoa") == true)
            #expect(try await ListTests.follow(server, first["next"]).resultIDs.count == 1)
        }
    }
}

/// CPFs with right check digits.
enum TestCPF {
    static func number(_ number: Int) -> String {
        var digits = String(100_000_000 + number).compactMap(\.wholeNumberValue)
        for weight in [10, 11] {
            let sum = digits.enumerated().reduce(0) { $0 + $1.element * (weight - $1.offset) }
            let rest = sum * 10 % 11
            digits.append(rest == 10 ? 0 : rest)
        }
        return digits.map(String.init).joined()
    }
}
