import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel
import SandboxBank
import Testing

@testable import PaymentsCore

/// A device that nobody has vouched for learns nothing of whom the merchant knows (docs/decisions/0043).
struct VeiledCustomerTests {
    /// What an answer looks like, with each text replaced by how long it is.
    private static func form(_ json: JSONValue) -> JSONValue {
        if let object = json.object {
            var form = JSONObject()
            for member in object.members { form[member.name] = Self.form(member.value) }
            return .object(form)
        }
        if let array = json.array { return .array(array.map(Self.form)) }
        return json.string.map { .string(String(repeating: "x", count: $0.utf8.count)) } ?? json
    }

    @Test func anUnboundTokenDoesNotLearnWhetherACPFIsKnown() async throws {
        try await withServer { server in
            let known = try await server.done(
                .post("/payments/br/customers/", Bodies.customer()),
                as: server.shop.basic
            )
            server.clock.advance(seconds: 30 * 24 * 60 * 60)
            var answers: [Reply] = []
            for holder in [Bodies.alice, Bodies.bruno] {
                let device = try await TestDevice(server, of: server.shop)
                answers.append(
                    try await device.done(
                        .post(
                            "/payments/br/enrollments/",
                            Bodies.enrollment(customer: ["identifier": .string(holder.cpf)])
                        )
                    )
                )
            }
            #expect(answers.map(\.status) == [201, 201])
            #expect(Self.form(answers[0].json) == Self.form(answers[1].json))
            for answer in answers {
                let shown = try #require(answer.json.at("details", "customer")?.string.flatMap(CustomerID.init))
                // Version 4: no time stands in it.
                #expect(shown.high >> 12 & 0xF == 4 && shown.low >> 62 == 2)
                #expect(!answer.text.contains(known.id))
            }
        }
    }

    @Test func theVeiledIDIsTheSameForEverAndTakenWhereverACustomerIsNamed() async throws {
        try await withServer { server in
            let shop = server.shop.basic
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let veiled = try await device.customer(of: enrollment)
            let other = try await TestDevice(server, of: server.shop).create()
            #expect(other.json.at("details", "customer") == veiled)
            let seen = try await server.done(.get("/payments/br/enrollments/\(enrollment)/"), as: shop)
            let real = try #require(seen.json.at("details", "customer")?.string)
            #expect(.string(real) != veiled)
            let text = try #require(veiled.string)
            #expect(try await server.done(.get("/payments/br/customers/\(text)/"), as: shop).id == real)
            let intent = try await device.createIntent(enrollment)
            #expect(intent["customer"] == veiled && intent["charges"]?.array?.first?["customer"] == veiled)
            let list = try await device.done(.get("/payments/br/payment-intents/?customer=\(text)"))
            #expect(list.resultIDs == [intent.id] && list.results.first?["customer"] == veiled)
            let own = try await server.done(.get("/payments/br/payment-intents/?customer=\(text)"), as: shop)
            #expect(own.resultIDs == [intent.id] && own.results.first?["customer"] == .string(real))
            // Bound to that person, by either id, a token sees the merchant's.
            let bound = try await TestDevice(server, of: server.shop, boundTo: text)
            let mine = try await bound.create(for: .string(real))
            #expect(mine.json.at("details", "customer") == .string(real))
        }
    }

    @Test func everyAnswerOfAnEnrollmentIsVeiled() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.done(.post("/payments/br/enrollments/", Bodies.enrollment(), key: "k"))
            let veiled = try #require(created.json.at("details", "customer"))
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            let calls: [Call] = [
                .post("/payments/br/enrollments/", Bodies.enrollment(), key: "k"),
                .post("/payments/br/enrollments/complete-redirection/", callback),
                .post("/payments/br/enrollments/complete-redirection/", callback),
                .get("/payments/br/enrollments/\(created.id)/"),
                .post("/payments/br/enrollments/\(created.id)/cancel/"),
                .post("/payments/br/enrollments/\(created.id)/cancel/"),
            ]
            for call in calls {
                let answer = try await device.done(call)
                #expect(answer.json.at("details", "customer") == veiled, "\(call.method) \(call.target)")
            }
            let list = try await device.done(.get("/payments/br/enrollments/?device_id=device-1"))
            #expect(list.results.first?.at("details", "customer") == veiled)
        }
    }

    @Test func aVeilGivesBackEveryIDAndNoTwoAreOne() {
        let veil = FieldKey(id: "field", secret: Array(repeating: 9, count: 32)).veil
        let (shop, rival) = (OrganisationID(high: 1, low: 2), OrganisationID(high: 1, low: 3))
        var seen: Set<CustomerID> = []
        for index in 0..<2_000 {
            let id = CustomerID.version7(
                at: TestClock.beginning.adding(seconds: Int64(index)),
                random: Array(repeating: UInt8(truncatingIfNeeded: index &* 37), count: 8)
            )
            let veiled = veil.veiled(id, of: shop)
            #expect(veiled.high >> 12 & 0xF == 4 && veiled.low >> 62 == 2)
            #expect(veil.unveiled(veiled, of: shop) == id && veil.unveiled(id, of: shop) == id)
            #expect(veil.unveiled(veiled, of: rival) != id)
            seen.insert(veiled)
        }
        #expect(seen.count == 2_000)
    }
}
