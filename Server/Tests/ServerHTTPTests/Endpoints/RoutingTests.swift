import ChaveWire
import Testing

@testable import ServerHost

/// Paths, methods and request ids (Payments API, section 1).
struct RoutingTests {
    /// Every path of section 3 that stands on its own, with the methods it takes.
    private static let paths: [(path: String, allow: String)] = [
        ("institutions", "GET, HEAD"), ("institutions/x", "GET, HEAD"), ("customers", "GET, HEAD, POST"),
        ("customers/x", "GET, HEAD, PATCH"),
        ("bank-accounts", "GET, HEAD, POST"), ("bank-accounts/x", "GET, HEAD, PATCH"),
        ("enrollments", "GET, HEAD, POST"),
        ("enrollments/x", "GET, HEAD"), ("enrollments/x/fido-registration-options", "GET, HEAD"),
        ("enrollments/x/confirm", "POST"), ("enrollments/x/cancel", "POST"), ("payment-intents", "GET, HEAD, POST"),
        ("payment-intents/x", "GET, HEAD, PATCH"), ("payment-intents/x/authorize", "POST"),
        ("payment-intents/x/cancel", "POST"),
        // Spelt out, so not the delivery of the id "resend", which takes GET.
        ("webhook-deliveries/resend", "POST"),
    ]

    @Test(arguments: DoorKind.allCases)
    func anotherMethodIs405WithAllow(door: DoorKind) async throws {
        try await door.withServer { server in
            for (path, allow) in RoutingTests.paths {
                for method in ["DELETE", "PUT", "OPTIONS"] {
                    let reply = try await server.send(Call(method: method, target: "/payments/br/\(path)/"))
                    expectRefusal(reply, 405, "method_not_allowed", at: "\(method) \(path)")
                    #expect(reply.header("Allow") == allow, "\(path)")
                }
            }
        }
    }

    @Test func everyPathAnswersWithAndWithoutItsSlashAndAtTheRoot() async throws {
        try await withServer { server in
            for (path, allow) in RoutingTests.paths {
                let call = Call(method: allow.hasPrefix("GET") ? "GET" : "POST", target: "")
                var answers: [Int] = []
                for prefix in ["/payments/br/", "/"] {
                    for suffix in ["/", ""] {
                        var call = call
                        call.target = "\(prefix)\(path)\(suffix)"
                        answers.append(try await server.send(call, as: server.shop.basic).status)
                    }
                }
                #expect(Set(answers).count == 1, "\(path): \(answers)")
                #expect(answers.allSatisfy { $0 < 300 || $0 == 404 || $0 == 415 }, "\(path): \(answers)")
                #expect(!answers.contains(301))
            }
        }
    }

    @Test(arguments: DoorKind.allCases)
    func anUnknownPathIs404InTheArrayForm(door: DoorKind) async throws {
        try await door.withServer { server in
            for path in [
                "/", "/payments", "/payments/br", "/payments/br/", "/payments/br/unknown/",
                "/payments/br/enrollments/x/y/",
                "/payments/br/enrollments/x/y/z/", "/payments/br/payments/br/institutions/x/y",
                "/payments/api/", "/payments/api/institutions/", "/widget-token/", "/payments/br/ENROLLMENTS/",
                "/payments/logos/x.png", "/../etc/passwd", "/%2e%2e/",
            ] {
                let reply = try await server.send(.get(path), as: server.shop.basic)
                expectRefusal(reply, 404, "not_found", at: "\(path)")
            }
        }
    }

    @Test func anIDThatIsNoUUIDNamesNothing() async throws {
        try await withServer { server in
            for id in [
                "x", "00000000-0000-0000-0000-000000000000", "%00", "..%2f", String(repeating: "a", count: 2_000),
            ] {
                for kind in ["institutions", "customers", "bank-accounts", "enrollments", "payment-intents"] {
                    let reply = try await server.send(.get("/payments/br/\(kind)/\(id)/"), as: server.shop.basic)
                    expectRefusal(reply, 404, "not_found", at: "\(kind)")
                }
            }
        }
    }

    @Test(
        arguments: DoorKind.allCases,
        ["0123456789abcdef0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF", "0123456789AbCdEf0123456789aBcDeF"]
    )
    func aWellFormedRequestIDIsTakenOverAsItCame(door: DoorKind, wanted: String) async throws {
        try await door.withServer { server in
            var call = Call.get("/payments/br/institutions/")
            call.headers = [("X-Request-Id", wanted)]
            let good = try await server.send(call, as: server.shop.basic)
            #expect(good.header("X-Request-Id") == wanted)
            let refused = try await server.send(call)
            expectRefusal(refused, 401, "authentication_failed")
            #expect(refused.json.array?.first?["request_id"] == .string(wanted))
        }
    }

    @Test func anIllFormedRequestIDIsReplaced() async throws {
        try await withServer { server in
            var seen: Set<String> = []
            for given in [
                "", "short", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdef0",
                "0123456789abcdef0123456789abcdeg", "76109277673", String(repeating: "é", count: 16),
            ] {
                var call = Call.get("/payments/br/institutions/")
                call.headers = [("X-Request-Id", given)]
                let id = try await server.send(call, as: server.shop.basic).header("X-Request-Id") ?? ""
                #expect(id != given)
                #expect(id.utf8.count == 32)
                #expect(id.allSatisfy { $0.isHexDigit })
                seen.insert(id)
            }
            #expect(seen.count == 7)
            var twice = Call.get("/payments/br/institutions/")
            twice.headers = [
                ("X-Request-Id", "0123456789abcdef0123456789abcdef"),
                ("X-Request-Id", "0123456789abcdef0123456789abcdee"),
            ]
            let id = try await server.send(twice, as: server.shop.basic).header("X-Request-Id") ?? ""
            #expect(!id.hasPrefix("0123456789abcdef0123456789abcde"))
        }
    }

    @Test(arguments: DoorKind.allCases)
    func livezAndReadyzAnswerWithoutCredentials(door: DoorKind) async throws {
        try await door.withServer { server in
            let live = try await server.send(.get("/livez"))
            #expect(live.status == 200)
            let ready = try await server.send(.get("/readyz"))
            #expect(ready.status == 200)
        }
    }
}
