import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import PaymentsStores
import SandboxBank
import Testing

/// The nine rules of section 8, over HTTP.
struct IdempotencyTests {
    private static let enrollments = "/payments/br/enrollments/"
    private static let intents = "/payments/br/payment-intents/"
    private static let customers = "/payments/br/customers/"

    @Test func twoHundredAtOnceMakeOneEnrollment() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let call = Call.post(IdempotencyTests.enrollments, Bodies.enrollment(), key: "once")
            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<200 { group.addTask { try await device.send(call) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let made = replies.filter { $0.status == 201 }
            #expect(!made.isEmpty)
            #expect(Set(made.map(\.body)).count == 1)
            #expect(made.filter { $0.header("Idempotent-Replayed") == nil }.count == 1)
            for other in replies where other.status != 201 {
                expectRefusal(other, 409, "idempotency_in_progress")
                #expect(other.header("Retry-After") == "1")
            }
            let list = try await server.done(.get(IdempotencyTests.enrollments), as: server.shop.basic)
            #expect(list["count"] == 1)
            let late = try await device.done(call)
            #expect(late.body == made[0].body)
            #expect(late.header("Idempotent-Replayed") == "true")
        }
    }

    @Test func twoHundredAtOnceMakeOneIntentAndOneCustomer() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let calls = [
                Call.post(IdempotencyTests.intents, try await device.intentBody(enrollment), key: "once"),
                Call.post(IdempotencyTests.customers, Bodies.customer(Bodies.bruno), key: "once"),
            ]
            for call in calls {
                let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                    for _ in 0..<200 { group.addTask { try await server.send(call, as: server.shop.basic) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(Set(replies.map(\.status)).isSubset(of: [201, 409]))
                #expect(Set(replies.filter { $0.status == 201 }.map(\.body)).count == 1)
                let list = try await server.done(.get(call.target), as: server.shop.basic)
                #expect(list.resultIDs.count == (call.target == IdempotencyTests.customers ? 2 : 1))
            }
        }
    }

    @Test(arguments: DoorKind.allCases)
    func theFirstAnswerComesAgainByteForByte(door: DoorKind) async throws {
        try await door.withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let call = Call.post(IdempotencyTests.enrollments, Bodies.enrollment(), key: "k1")
            let first = try await device.done(call)
            #expect(first.header("Idempotent-Replayed") == nil)
            _ = try await device.done(.post("\(IdempotencyTests.enrollments)\(first.id)/cancel/"))
            let again = try await device.done(call)
            #expect(again.status == 201)
            #expect(again.body == first.body)
            #expect(again.header("Idempotent-Replayed") == "true")
            #expect(again.header("X-Request-Id") != first.header("X-Request-Id"))
        }
    }

    @Test func anotherRequestUnderTheSameKeyIs422AndTheFirstResultStands() async throws {
        try await withServer { server in
            let text = Bodies.customer().text
            let call = Call.post(IdempotencyTests.customers, text: text, key: "k1")
            let first = try await server.done(call, as: server.shop.basic)
            let others = [
                Call.post(IdempotencyTests.customers, Bodies.customer(Bodies.bruno), key: "k1"),
                Call.post(IdempotencyTests.customers, text: text + " ", key: "k1"),
                Call.post(IdempotencyTests.customers, text: " " + text, key: "k1"),
                Call.post("\(IdempotencyTests.customers)?&", text: text, key: "k1"),
            ]
            for other in others {
                expectRefusal(try await server.send(other, as: server.shop.basic), 422, "idempotency_conflict")
            }
            #expect(try await server.done(call, as: server.shop.basic).body == first.body)
            let list = try await server.done(.get(IdempotencyTests.customers), as: server.shop.basic)
            #expect(list["count"] == 1)
        }
    }

    @Test func aKeyCountsForItsRouteDeviceCustomerAndOrganisationOnly() async throws {
        try await withServer { server in
            let call = Call.post(IdempotencyTests.enrollments, Bodies.enrollment(), key: "k1")
            let one = try await TestDevice(server, of: server.shop)
            let two = try await TestDevice(server, of: server.shop)
            let first = try await one.done(call)
            let alice = first.json.at("details", "customer")?.string ?? ""
            let bound = try await TestDevice(server, of: server.shop, boundTo: alice)
            let made = [
                first, try await two.done(call), try await bound.done(call),
                try await server.done(call, as: server.shop.basic), try await server.done(call, as: server.rival.basic),
            ]
            #expect(Set(made.map(\.id)).count == made.count)
            #expect(made.allSatisfy { $0.header("Idempotent-Replayed") == nil })
            let account = Call.post("/payments/br/bank-accounts/", Bodies.bankAccount(), key: "k1")
            #expect(try await server.done(account, as: server.shop.basic).header("Idempotent-Replayed") == nil)
        }
    }

    @Test func aRenewedTokenAndAnotherKeyOfTheSameOrganisationGetTheSameAnswer() async throws {
        try await withServer { server in
            let call = Call.post(IdempotencyTests.enrollments, Bodies.enrollment(), key: "k1")
            var device = try await TestDevice(server, of: server.shop)
            let first = try await device.done(call)
            device.access = try await TestDevice(server, of: server.shop).access
            let renewed = try await device.done(call)
            #expect(renewed.body == first.body && renewed.header("Idempotent-Replayed") == "true")

            let byKey = try await server.done(call, as: server.shop.basic)
            let second = try await server.administration.createKey(for: server.shop.organisation, label: "second")
            let byOther = try await server.done(call, as: .basic(second.key.id.text, second.password))
            #expect(byOther.body == byKey.body && byOther.header("Idempotent-Replayed") == "true")
        }
    }

    @Test func aRevokedKeyGetsNoReplay() async throws {
        try await withServer { server in
            let key = try await server.administration.createKey(for: server.shop.organisation, label: "second")
            let keys = Credentials.basic(key.key.id.text, key.password)
            let call = Call.post(IdempotencyTests.customers, Bodies.customer(), key: "k1")
            _ = try await server.done(call, as: keys)
            try await server.administration.revokeKey(key.key.id)
            expectRefusal(try await server.send(call, as: keys), 401, "authentication_failed")
        }
    }

    @Test func whatFailedBeforeTheWorkBeganLeavesTheKeyFree() async throws {
        try await withServer { server in
            let keys = server.shop.basic
            let bad = Bodies.customer().replacing(["name"], with: nil)
            expectRefusal(try await server.send(.post(IdempotencyTests.customers, bad, key: "k1"), as: keys), 400)
            expectRefusal(
                try await server.send(.post(IdempotencyTests.customers, text: "{", key: "k1"), as: keys),
                400
            )
            expectRefusal(
                try await server.send(
                    .post(IdempotencyTests.customers, text: "{}", type: "text/plain", key: "k1"),
                    as: keys
                ),
                415
            )
            expectRefusal(try await server.send(.post(IdempotencyTests.customers, Bodies.customer(), key: "k1")), 401)
            let made = try await server.done(.post(IdempotencyTests.customers, Bodies.customer(), key: "k1"), as: keys)
            #expect(made.header("Idempotent-Replayed") == nil)
            // A 4xx by the state of things is not kept either.
            let twin = Call.post(IdempotencyTests.customers, Bodies.customer(), key: "k2")
            let refused = try await server.send(twin, as: keys)
            #expect((400..<500).contains(refused.status))
            let other = Call.post(IdempotencyTests.customers, Bodies.customer(Bodies.bruno), key: "k2")
            #expect(try await server.done(other, as: keys).header("Idempotent-Replayed") == nil)
            // A reference to what is not there.
            let missing = Bodies.enrollment().replacing(
                ["details", "institution"],
                with: "00000000-0000-7000-8000-000000000000"
            )
            let path = IdempotencyTests.enrollments
            expectRefusal(
                try await server.send(.post(path, missing, key: "k1"), as: keys),
                400,
                "does_not_exist",
                field: "details.institution"
            )
            #expect(try await server.done(.post(path, Bodies.enrollment(), key: "k1"), as: keys).status == 201)
        }
    }

    @Test func aKeyHas1To255VisibleCharactersQuotedOrNot() async throws {
        try await withServer { server in
            let keys = server.shop.basic
            var number = 0
            func send(_ key: String) async throws -> Reply {
                number += 1
                let body = Bodies.customer().replacing(["identifier"], with: .string(TestCPF.number(number)))
                return try await server.send(.post(IdempotencyTests.customers, body, key: key), as: keys)
            }
            let wrong = ["", "\"\"", " ", "a b", "\u{E9}", "a\tb", "\u{7F}", String(repeating: "k", count: 256)]
            for key in wrong + ["\"\(String(repeating: "k", count: 256))\""] {
                expectRefusal(try await send(key), 400, "invalid", field: "Idempotency-Key", at: "\(key.prefix(9))")
            }
            for key in ["a", "\"", "!~", String(repeating: "k", count: 255)] {
                #expect(try await send(key).status == 201, "\(key.prefix(9))")
            }
            #expect(try await send("\"\(String(repeating: "q", count: 255))\"").status == 201)
            let call = Call.post(IdempotencyTests.customers, Bodies.customer(), key: "quoted")
            let first = try await server.done(call, as: keys)
            let quoted = Call.post(IdempotencyTests.customers, Bodies.customer(), key: "\"quoted\"")
            #expect(try await server.done(quoted, as: keys).body == first.body)
            var twice = Call.post(IdempotencyTests.customers, Bodies.customer(Bodies.bruno), key: "one")
            twice.headers.append(("Idempotency-Key", "two"))
            expectRefusal(try await server.send(twice, as: keys), 400, "invalid", field: "Idempotency-Key")
        }
    }

    @Test func secretsAreNeverKept() async throws {
        try await withServer { server in
            let call = Call.post("/payments/api/widget-token/", [:], key: "k1")
            let first = try await server.done(call, as: server.shop.basic)
            let second = try await server.done(call, as: server.shop.basic)
            #expect(first["access"] != second["access"])
            #expect(second.header("Idempotent-Replayed") == nil)
        }
    }

    @Test func everyPostTakesAKey() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            func twice(_ call: Call, _ status: Int) async throws {
                let first = try await device.done(call)
                #expect(first.status == status)
                try await server.settle()
                let second = try await device.done(call)
                #expect(second.status == status && second.body == first.body, "\(call.target)")
                #expect(second.header("Idempotent-Replayed") == "true", "\(call.target)")
                var other = call
                other.target += "?&"
                expectRefusal(try await device.send(other), 422, "idempotency_conflict", at: "\(call.target)")
            }
            let path = IdempotencyTests.enrollments
            try await twice(.post("\(path)complete-redirection/", callback, key: "k"), 200)
            try await twice(
                .post("\(path)\(created.id)/confirm/", try await device.confirmation(of: created.id), key: "k"),
                204
            )
            let first = try await device.createIntent(created.id)
            try await twice(
                .post(
                    "\(IdempotencyTests.intents)\(first.id)/authorize/",
                    try await device.authorisation(of: first),
                    key: "k"
                ),
                204
            )
            let second = try await device.createIntent(created.id, amount: "2.00")
            try await twice(.post("\(IdempotencyTests.intents)\(second.id)/cancel/", key: "k"), 200)
            try await twice(.post("\(path)\(created.id)/cancel/", key: "k"), 200)
        }
    }

    @Test func theSameAssertionIs204ForEverAndAnotherOne409() async throws {
        try await withServer { server in
            var device = try await TestDevice(server, of: server.shop)
            let intent = try await device.createIntent(try await device.enroll())
            let path = "\(IdempotencyTests.intents)\(intent.id)/authorize/"
            let authorisation = try await device.authorisation(of: intent)
            let other = try await device.authorisation(of: intent)
            #expect(try await device.done(.post(path, authorisation)).status == 204)
            #expect(try await device.done(.post(path, authorisation, key: "later")).status == 204)
            expectRefusal(try await device.send(.post(path, other)), 409, "conflict")
            try await server.settle()
            device.access = try await TestDevice(server, of: server.shop).access
            #expect(try await device.done(.post(path, authorisation)).status == 204)
            expectRefusal(try await device.send(.post(path, other, key: "x")), 409, "conflict")
            let ledger = try await server.bank.verdict()
            #expect(ledger.faults.isEmpty)
        }
    }

    @Test func oneIntentPerExternalIDUntilItFails() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let first = try await device.createIntent(enrollment, externalID: "pedido-1")
            let call = Call.post(
                IdempotencyTests.intents,
                try await device.intentBody(enrollment, amount: "1.00", externalID: "pedido-1")
            )
            let second = try await device.send(call)
            expectRefusal(second, 409, "conflict", field: "external_id")
            #expect(second.text.contains(first.id))
            let foreign = try await TestDevice(server, of: server.shop)
            let other = try await foreign.enroll()
            let hidden = try await foreign.send(
                .post(IdempotencyTests.intents, try await foreign.intentBody(other, externalID: "pedido-1"))
            )
            expectRefusal(hidden, 409, "conflict", field: "external_id")
            #expect(!hidden.text.contains(first.id))
            _ = try await device.done(.post("\(IdempotencyTests.intents)\(first.id)/cancel/"))
            #expect(try await device.done(call).status == 201)
        }
    }

    @Test func aTwinOfAnIntentInProgressIs409() async throws {
        try await withServer(settlementDelaySeconds: 60) { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let first = try await device.createIntent(enrollment)
            let twin = Call.post(IdempotencyTests.intents, try await device.intentBody(enrollment))
            #expect(try await device.done(twin).status == 201)
            let authorisation = try await device.authorisation(of: first)
            _ = try await device.done(.post("\(IdempotencyTests.intents)\(first.id)/authorize/", authorisation))
            try await server.settle()
            let now = try await device.done(.get("\(IdempotencyTests.intents)\(first.id)/"))
            #expect(now["status"] == "PROCESSING")
            expectRefusal(try await device.send(twin), 409, "conflict")
            let another = Call.post(IdempotencyTests.intents, try await device.intentBody(enrollment, amount: "12.35"))
            #expect(try await device.done(another).status == 201)
        }
    }

    @Test func withoutAStoreNothingRuns() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            await server.loseStore()
            for call in [
                Call.get("/payments/br/customers/"), .post(IdempotencyTests.customers, Bodies.customer(), key: "k"),
                .post(IdempotencyTests.customers, Bodies.customer()), .post("/payments/api/widget-token/"),
            ] {
                let reply = try await server.send(call, as: server.shop.basic)
                #expect(reply.status == 503, "\(call.target)")
                #expect(reply.codes == ["unexpected_error"])
                #expect(reply.header("Retry-After") != nil)
            }
            #expect(try await device.send(.get("/payments/br/enrollments/?device_id=x")).status == 503)
        }
    }
}
