import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import InstitutionPort
import PaymentsModel
import PaymentsStores
import SandboxBank
import Testing

/// Erasing a person (Payments API, section 11).
struct AnonymizationTests {
    /// A payer with everything that can be told of one, a device, and what the device has paid.
    private struct Payer {
        let server: TestServer
        let device: TestDevice
        let customer: Reply
        let enrollment: String

        init(_ server: TestServer, key: String? = nil) async throws {
            self.server = server
            customer = try await server.done(
                .post("/payments/br/customers/", Bodies.customer(), key: key),
                as: server.shop.basic
            )
            device = try await TestDevice(server, of: server.shop, deviceID: "aparelho-da-alice")
            enrollment = try await device.enroll()
        }

        var path: String { "/payments/br/customers/\(customer.id)/" }

        func anonymize() async throws -> Reply {
            try await server.send(.post("\(path)anonymize/"), as: server.shop.basic)
        }

        func read() async throws -> Reply { try await server.done(.get(path), as: server.shop.basic) }

        func stored() async throws -> Customer {
            let id = try #require(CustomerID(customer.id))
            return try #require(try await server.store.customer(id))
        }

        /// So much time passes, and what is due happens.
        func pass(seconds: Int64) async throws {
            for _ in 0..<seconds {
                server.clock.advance(seconds: 1)
                try await server.settle()
            }
        }
    }

    /// What of `texts` stands in a file of the store.
    private static func found(_ texts: [String], in directory: String) throws -> [String] {
        var found: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: directory)
        where name.hasPrefix("payments.sqlite") {
            let bytes = FileManager.default.contents(atPath: "\(directory)/\(name)") ?? Data()
            found += texts.filter { bytes.range(of: Data($0.utf8)) != nil }.map { "\(name): \($0)" }
        }
        return found
    }

    @Test func anErasedPersonIsNowhereInTheFiles() async throws {
        try await withServer { server in
            let payer = try await Payer(server)
            let paid = try await payer.device.pay(payer.enrollment)
            let stored = try await payer.stored()
            let key = Base64URL.encode(try #require(stored.key).sealed.box.bytes)
            let particulars = Base64URL.encode(try #require(stored.particulars).box.bytes)
            let id = try #require(EnrollmentID(payer.enrollment))
            let ofEnrollment = try #require(try await server.store.enrollment(id))
            let account = Base64URL.encode(try #require(ofEnrollment.bank?.account).sealed.box.bytes)
            let readable = ["cliente-1", "aparelho-da-alice", "Pedido 1", key, particulars, account]
            #expect(
                Set(try Self.found(readable, in: server.directory).compactMap { $0.split(separator: " ").last }).count
                    == 6
            )
            #expect(try await payer.anonymize().status == 200)
            try await payer.pass(seconds: 5)
            #expect(try await payer.read()["anonymization_status"] == "COMPLETED")
            let alice = Bodies.alice
            let sealed = [alice.cpf, alice.name, "alice@exemplo.com.br", "+5511987654321", "Rua das Flores"]
            #expect(try Self.found(readable + sealed, in: server.directory) == [])
            // What accounting needs is left.
            let left = try await server.done(.get("/payments/br/payment-intents/\(paid.id)/"), as: server.shop.basic)
            for name in ["id", "amount", "status", "created_at"] { #expect(left[name] == paid[name]) }
            #expect(left["customer"] == .string(payer.customer.id))
            #expect(left["description"] == "*****" && left["statement_description"] == "*****")
            let ended = try await server.done(
                .get("/payments/br/enrollments/\(payer.enrollment)/"),
                as: server.shop.basic
            )
            #expect(ended["status"] == "CANCELED")
            #expect(ended.json.at("details", "device_id") == "*****")
            #expect(ended.json.at("details", "payer_information")?.isNull == true)
            #expect(try await server.findings() == [])
            #expect(server.alerts.all == [])
        }
    }

    /// From the request on, whether or not anything is still under way.
    @Test func tokensOfTheErasedPersonEndAtOnce() async throws {
        try await withServer { server in
            let shop = server.shop.basic
            let customer = try await server.done(.post("/payments/br/customers/", Bodies.customer()), as: shop)
            let bound = try await TestDevice(server, of: server.shop, boundTo: customer.id)
            let free = try await TestDevice(server, of: server.shop)
            let call = Call.get("/payments/br/institutions/")
            #expect(try await bound.send(call).status == 200)
            _ = try await server.done(.post("/payments/br/customers/\(customer.id)/anonymize/"), as: server.shop.basic)
            expectRefusal(try await bound.send(call), 401, "token_not_valid")
            var renewal = Call.post("/payments/api/widget-token/refresh/", ["refresh": .string(bound.refresh)])
            renewal.headers.append(("Chave-Device", bound.secret))
            expectRefusal(try await server.send(renewal), 401, "token_not_valid")
            #expect(try await free.send(call).status == 200)
        }
    }

    @Test func untilTheLastPaymentHasEndedTheKeyStaysAndThePersonIsHidden() async throws {
        try await withServer(settlementDelaySeconds: 20) { server in
            let payer = try await Payer(server)
            let intent = try await payer.device.createIntent(payer.enrollment)
            let pending = try await payer.device.createIntent(payer.enrollment, amount: "5.00")
            let approval = try await payer.device.authorisation(of: intent)
            _ = try await payer.device.done(.post("/payments/br/payment-intents/\(intent.id)/authorize/", approval))
            try await server.settle()
            let answer = try await payer.anonymize()
            #expect(answer["anonymization_status"] == "PENDING" && answer["anonymized_at"]?.isNull == true)
            try await payer.pass(seconds: 3)
            let hidden = try await payer.read()
            #expect(hidden["anonymization_status"] == "PENDING")
            for name in ["name", "email", "phone", "address", "external_id"] { #expect(hidden[name]?.isNull == true) }
            #expect(hidden["identifier"] == "**********" && hidden["customer_type"] == "INDIVIDUAL")
            #expect(try await payer.stored().key != nil)
            func status(_ id: String) async throws -> JSONValue? {
                try await server.done(.get("/payments/br/payment-intents/\(id)/"), as: server.shop.basic)["status"]
            }
            #expect(try await status(intent.id) == "PROCESSING")
            #expect(try await status(pending.id) == "FAILED")
            try await payer.pass(seconds: 60)
            #expect(try await status(intent.id) == "SUCCEEDED")
            #expect(try await payer.read()["anonymization_status"] == "COMPLETED")
            #expect(try await payer.stored().key == nil)
            let id = try #require(CustomerID(payer.customer.id))
            let trail = try await server.store.auditEntries(of: .customer(id))
            #expect(trail.map(\.action) == ["anonymization-requested", "anonymized"])
        }
    }

    /// Who kept the answer from before is told that there is another one.
    @Test func anErasureIsANewVersionOfEachObject() async throws {
        try await withServer { server in
            let payer = try await Payer(server)
            let paid = try await payer.device.pay(payer.enrollment)
            server.mask.lose(.endEnrollment)
            _ = try await payer.anonymize()
            try await payer.pass(seconds: 3)
            let paths = ["payment-intents/\(paid.id)", "enrollments/\(payer.enrollment)"]
            var kept: [(call: Call, tag: String)] = []
            for path in paths {
                var call = Call.get("/payments/br/\(path)/")
                let tag = try #require(try await server.done(call, as: server.shop.basic).header("ETag"))
                call.headers.append(("If-None-Match", tag))
                #expect(try await server.send(call, as: server.shop.basic).status == 304)
                kept.append((call, tag))
            }
            server.mask.lose()
            try await payer.pass(seconds: 120)
            #expect(try await payer.read()["anonymization_status"] == "COMPLETED")
            for (call, tag) in kept {
                let reply = try await server.send(call, as: server.shop.basic)
                #expect(reply.status == 200 && reply.header("ETag") != tag, "\(call)")
            }
            let intent = ObjectReference.paymentIntent(try #require(PaymentIntentID(paid.id)))
            let enrollment = ObjectReference.enrollment(try #require(EnrollmentID(payer.enrollment)))
            for object in [intent, enrollment] {
                let actions = try await server.store.auditEntries(of: object).map(\.action)
                #expect(actions.last == "anonymized" && actions.filter { $0 == "anonymized" }.count == 1)
            }
            #expect(try await server.findings() == [])
        }
    }

    @Test func untilTheBankHasRevokedTheEnrollmentTheKeyStays() async throws {
        try await withServer { server in
            let payer = try await Payer(server)
            server.mask.lose(.endEnrollment)
            _ = try await payer.anonymize()
            try await payer.pass(seconds: 10)
            #expect(try await payer.read()["anonymization_status"] == "PENDING")
            #expect(try await payer.stored().key != nil)
            server.mask.lose()
            try await payer.pass(seconds: 120)
            #expect(try await payer.read()["anonymization_status"] == "COMPLETED")
        }
    }

    @Test func nothingFindsAnErasedPersonAndTheSameCPFIsSomebodyNew() async throws {
        try await withServer { server in
            let payer = try await Payer(server, key: "create")
            let first = try await payer.anonymize()
            // Again, with a key and without: nothing changes.
            let path = "\(payer.path)anonymize/"
            let again = try await server.done(.post(path, nil, key: "erase"), as: server.shop.basic)
            #expect(again.status == 200 && again.id == first.id)
            try await payer.pass(seconds: 5)
            let replay = try await server.done(.post(path, nil, key: "erase"), as: server.shop.basic)
            #expect(replay.body == again.body)
            #expect(try await payer.anonymize()["anonymization_status"] == "COMPLETED")
            for query in ["identifier=\(Bodies.alice.cpf)", "external_id=cliente-1", "search=alice"] {
                let list = try await server.done(.get("/payments/br/customers/?\(query)"), as: server.shop.basic)
                #expect(list.resultIDs == [], "\(query)")
            }
            #expect(
                try await server.done(.get("/payments/br/customers/"), as: server.shop.basic).resultIDs == [first.id]
            )
            let refused: [Call] = [
                .post("/payments/br/enrollments/", Bodies.enrollment(customer: .string(first.id))),
                .post("/payments/api/widget-token/", ["customer": .string(first.id)]),
            ]
            for call in refused {
                expectRefusal(try await server.send(call, as: server.shop.basic), 400, "does_not_exist")
            }
            // The answer that was kept spoke of the person.
            expectRefusal(
                try await server.send(
                    .post("/payments/br/customers/", Bodies.customer(), key: "create"),
                    as: server.shop.basic
                ),
                409,
                "conflict"
            )
            let second = try await server.done(
                .post("/payments/br/customers/", Bodies.customer()),
                as: server.shop.basic
            )
            #expect(second.id != first.id && second["anonymization_status"]?.isNull == true)
            expectRefusal(try await payer.device.send(.post(path)), 403)
            expectRefusal(try await server.send(.post(path), as: server.rival.basic), 404)
        }
    }
}
