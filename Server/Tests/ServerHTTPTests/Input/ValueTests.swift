import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

/// Amounts, numbers of people, dates and callback URLs that look almost right.
struct ValueTests {
    private static let wrongAmounts = [
        "0", "-1", "0.001", "1e3", "1E3", "19.990", "0.100000000000000000001", "0.00", "1000000000000", "1e-1", "-0",
        "0.0", "12345678901234567890",
    ]
    private static let rightAmounts = [
        ("19.99", "19.99"), ("1234567.89", "1234567.89"), ("999999999999.99", "999999999999.99"), ("1", "1.00"),
        ("0.1", "0.10"), ("0.01", "0.01"),
    ]

    @Test func amountsAreExactOrRefused() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let good = try await device.intentBody(enrollment, amount: "MARK").text
            func create(_ literal: String) async throws -> Reply {
                let text = good.split(separator: "\"MARK\"", omittingEmptySubsequences: false).joined(
                    separator: literal
                )
                return try await device.send(.post("/payments/br/payment-intents/", text: text))
            }
            let before = try await server.census(server.shop)
            for amount in ValueTests.wrongAmounts {
                expectRefusal(try await create(amount), 400, "invalid", field: "amount", at: "\(amount)")
                expectRefusal(try await create("\"\(amount)\""), 400, "invalid", field: "amount", at: "\"\(amount)\"")
            }
            for text in ["NaN", "Infinity", "+1", " 1", "1 ", "1,00", "1.", ".5", "01x", "R$ 1", "\u{0661}"] {
                let escaped = JSONValue.string(text).text
                expectRefusal(try await create(escaped), 400, "invalid", field: "amount", at: "\(text)")
            }
            for literal in ["NaN", "Infinity", "+1", "1.", ".5", "01"] {
                expectRefusal(try await create(literal), 400, "invalid_json", at: "\(literal)")
            }
            #expect(try await server.census(server.shop) == before)
            for (amount, out) in ValueTests.rightAmounts {
                for literal in [amount, "\"\(amount)\""] {
                    let reply = try await create(literal)
                    #expect(reply.status == 201, "\(literal): \(reply.text)")
                    #expect(reply["amount"] == .string(out))
                    #expect(reply["charges"]?.array?.first?["amount"] == .string(out))
                }
            }
        }
    }

    @Test func numbersOfPeopleWithWrongDigitsAreRefused() async throws {
        try await withServer { server in
            let before = try await server.census(server.shop)
            for number in [
                "76109277674", "76109277663", "00000000000", "11111111111", "99999999999", "123", "761092776730",
                "761.092.776-73", " 76109277673", "11222333000182", "11111111111111", "00000000000000",
                "1122233300018", "12ABC34501DE36", "12abc34501de35", "\u{FF17}6109277673",
            ] {
                let customer = Bodies.customer().replacing(["identifier"], with: .string(number))
                expectRefusal(
                    try await server.send(.post("/payments/br/customers/", customer), as: server.shop.basic),
                    400,
                    "invalid",
                    field: "identifier",
                    at: "\(number)"
                )
                let inline = Bodies.enrollment(customer: ["identifier": .string(number), "name": "X"])
                expectRefusal(
                    try await server.send(.post("/payments/br/enrollments/", inline), as: server.shop.basic),
                    400,
                    "invalid",
                    field: "details.customer.identifier",
                    at: "\(number)"
                )
            }
            #expect(try await server.census(server.shop) == before)
            // The alphanumeric CNPJ of the tax office's own example.
            let business = Bodies.customer().replacing(["identifier"], with: "12ABC34501DE35")
            let made = try await server.done(.post("/payments/br/customers/", business), as: server.shop.basic)
            #expect(made["identifier_type"] == "CNPJ")
            #expect(made["customer_type"] == "BUSINESS")
        }
    }

    @Test func aCompanyHasNoDevice() async throws {
        try await withServer { server in
            let reply = try await server.send(
                .post(
                    "/payments/br/enrollments/",
                    Bodies.enrollment(customer: ["identifier": "11222333000181", "name": "Loja"])
                ),
                as: server.shop.basic
            )
            expectRefusal(reply, 400, "invalid", field: "details.customer")
        }
    }

    @Test func datesThatDoNotExistAreRefused() async throws {
        try await withServer { server in
            let before = try await server.census(server.shop)
            for date in [
                "2024-02-30", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-04-31", "2024-01-00",
                "0000-00-00", "2024-1-1", "2024-01-15T00:00:00Z", "15/01/2024", "20240115", "2024-01-15 ", "-024-01-15",
            ] {
                let body = Bodies.enrollment().replacing(
                    ["details", "risk_signals", "accountTenure"],
                    with: .string(date)
                )
                expectRefusal(
                    try await server.send(.post("/payments/br/enrollments/", body), as: server.shop.basic),
                    400,
                    "invalid",
                    field: "details.risk_signals.accountTenure",
                    at: "\(date)"
                )
            }
            #expect(try await server.census(server.shop) == before)
        }
    }

    private static let wrongCallbacks = [
        "ftp://loja.example/callback", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
        "http://loja.example/callback", "http://127.0.0.1.loja.example/", "https://user@loja.example/",
        "https://user:secret@loja.example/callback", "https://loja.example/callback#top", "meuapp://callback#top",
        "https://loja.example/?a=1&a=2", "https://loja.example/?state=x", "https://loja.example/?code=x",
        "https://loja.example/?a=1&%61=2", "https://loja.example\\@outra.example/", "https://loja.example/ x",
        "https://loja.example/\u{E9}", "https://", "https:///callback", "//loja.example", "callback",
        "https:loja.example",
        "https://loja.example:0/", "https://loja.example:99999/", "https://loja.example/%zz", "https://1.2.3/",
        "https://loja.example/\n", "intent://x", "http://localhost.loja.example/",
    ]

    @Test func callbackURLsThatAreAmbiguousOrForeignAreRefused() async throws {
        try await withServer { server in
            let before = try await server.census(server.shop)
            let long = "https://loja.example/" + String(repeating: "a", count: 2_000)
            for url in ValueTests.wrongCallbacks + [long] {
                let body = Bodies.enrollment().replacing(["details", "callback_url"], with: .string(url))
                let reply = try await server.send(.post("/payments/br/enrollments/", body), as: server.shop.basic)
                expectRefusal(reply, 400, field: "details.callback_url", at: "\(url.prefix(60))")
                #expect(!reply.text.contains("secret"))
            }
            #expect(try await server.census(server.shop) == before)
        }
    }

    @Test func inTheSandboxLoopbackAndAppSchemesAreTakenAsTheyStand() async throws {
        try await withServer { server in
            for url in [
                "http://localhost:3000/callback", "http://127.0.0.1/callback", "meuapp://callback", "meuapp:/callback",
                "https://loja.example/callback?loja=1",
            ] {
                let body = Bodies.enrollment().replacing(["details", "callback_url"], with: .string(url))
                let made = try await server.done(.post("/payments/br/enrollments/", body), as: server.shop.basic)
                #expect(made.json.at("details", "callback_url") == .string(url))
            }
        }
    }

    @Test func confirmMustBeTrueAndASingleMethodTypeIsAnArrayOfOne() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let good = try await device.intentBody(try await device.enroll())
            let path = "/payments/br/payment-intents/"
            expectRefusal(
                try await device.send(.post(path, good.replacing(["confirm"], with: false))),
                400,
                field: "confirm"
            )
            let single = good.replacing(["allowed_payment_method_types"], with: "open_finance_biometric_pix")
            let made = try await device.done(.post(path, single))
            #expect(made["allowed_payment_method_types"] == ["open_finance_biometric_pix"])
        }
    }

    @Test func platformIsTakenInAnyCase() async throws {
        try await withServer { server in
            for platform in ["ios", "Ios", "IOS", "android", "BROWSER"] {
                let body = Bodies.enrollment().replacing(["details", "platform"], with: .string(platform))
                let made = try await server.done(.post("/payments/br/enrollments/", body), as: server.shop.basic)
                #expect(made.json.at("details", "platform") == .string(platform.uppercased()))
            }
        }
    }

    @Test func whatIsTakenComesBackAsItWas() async throws {
        try await withServer { server in
            let metadata: JSONValue = ["pedido": "1", "nota": "caf\u{E9} \u{1F600} \"x\" \\ \u{2028}"]
            let body = Bodies.enrollment(externalID: "a/b?c=1&d").replacing(["metadata"], with: metadata)
            let made = try await server.done(.post("/payments/br/enrollments/", body), as: server.shop.basic)
            #expect(made["metadata"] == metadata)
            #expect(made["external_id"] == "a/b?c=1&d")
            let read = try await server.done(.get("/payments/br/enrollments/\(made.id)/"), as: server.shop.basic)
            #expect(read["metadata"] == metadata)
            let found = try await server.done(
                .get("/payments/br/enrollments/?external_id=a%2Fb%3Fc%3D1%26d"),
                as: server.shop.basic
            )
            #expect(found.resultIDs == [made.id])
        }
    }
}
