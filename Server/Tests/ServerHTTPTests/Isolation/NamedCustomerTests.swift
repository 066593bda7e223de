import ChaveBase
import ChavePixModel
import ChaveWire
import Foundation
import PaymentsCore
import PaymentsModel
import SandboxBank
import Testing

/// Who says who a payer is: the merchant's server; a device's word is provisional.
struct NamedCustomerTests {
    private static let path = "/payments/br/customers/"

    private func person(name: String? = nil, externalID: String? = nil) -> JSONValue {
        var object = JSONObject()
        object["identifier"] = .string(Bodies.alice.cpf)
        object["name"] = name.map(JSONValue.string)
        object["external_id"] = externalID.map(JSONValue.string)
        return .object(object)
    }

    /// The payer of an enrollment, as the merchant sees it.
    private func customer(of enrollment: String, _ server: TestServer) async throws -> Reply {
        let seen = try await server.done(.get("/payments/br/enrollments/\(enrollment)/"), as: server.shop.basic)
        let id = seen.json.at("details", "customer")?.string ?? ""
        return try await server.done(.get("\(Self.path)\(id)/"), as: server.shop.basic)
    }

    @Test(arguments: [true, false])
    func aDeviceTakesNoExternalIDOfTheMerchants(_ isKnown: Bool) async throws {
        try await withServer { server in
            if isKnown { _ = try await server.done(.post(Self.path, Bodies.customer()), as: server.shop.basic) }
            let device = try await TestDevice(server, of: server.shop)
            let squat = person(name: "Ninguém", externalID: "cliente-1")
            let before = try await server.census(server.shop)
            let enrolling = try await device.send(
                .post("/payments/br/enrollments/", Bodies.enrollment(customer: squat))
            )
            expectRefusal(enrolling, 400, "invalid", field: "details.customer.external_id")
            #expect(enrolling.text.contains("from your server"))
            let paying = Bodies.intent(
                customer: squat,
                enrollment: "0197d3a0-0000-7000-8000-000000000000",
                beneficiary: server.shop.beneficiary
            )
            expectRefusal(
                try await device.send(.post("/payments/br/payment-intents/", paying)),
                400,
                "invalid",
                field: "customer.external_id"
            )
            #expect(try await server.census(server.shop) == before)
        }
    }

    @Test func aPersonThatADeviceMisnamedIsTheMerchantsToName() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.create(for: person(name: "Zé Ninguém")).id
            let squatted = try await customer(of: enrollment, server)
            #expect(squatted["name"] == "Zé Ninguém" && squatted["created_by_type"] == "sdk")
            let named = try await server.done(
                .post(Self.path, Bodies.customer(), key: "create"),
                as: server.shop.basic
            )
            #expect(named.status == 200 && named.id == squatted.id && named["created_by_type"] == "api_key")
            #expect(named["name"] == .string(Bodies.alice.name) && named["external_id"] == "cliente-1")
            #expect(named["email"] == "alice@exemplo.com.br")
            let replay = try await server.done(
                .post(Self.path, Bodies.customer(), key: "create"),
                as: server.shop.basic
            )
            #expect(replay.body == named.body && replay.status == 200)
            // Found by what the merchant says, no more by what the device said.
            for (query, ids) in [
                ("search=alice", [named.id]), ("external_id=cliente-1", [named.id]), ("search=ninguem", []),
            ] {
                let list = try await server.done(.get("\(Self.path)?\(query)"), as: server.shop.basic)
                #expect(list.resultIDs == ids, "\(query)")
            }
            // Once, and no device changes it.
            expectRefusal(
                try await server.send(.post(Self.path, Bodies.customer()), as: server.shop.basic),
                400,
                "already_registered",
                field: "identifier"
            )
            _ = try await device.create(for: person(name: "Outro Nome"))
            #expect(try await customer(of: enrollment, server)["name"] == .string(Bodies.alice.name))
            let id = try #require(CustomerID(named.id))
            let trail = try await server.store.auditEntries(of: .customer(id))
            #expect(trail.map(\.action) == ["named"] && trail.map(\.version) == [1])
            #expect(try await server.findings() == [])
        }
    }

    /// The merchant's inline reference names a person like its create does.
    @Test func theMerchantNamesAPersonInPassing() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.create(for: person(name: "Zé Ninguém")).id
            let body = Bodies.enrollment(customer: person(name: "Alice", externalID: "cliente-7"))
            _ = try await server.done(.post("/payments/br/enrollments/", body), as: server.shop.basic)
            let named = try await customer(of: enrollment, server)
            #expect(named["name"] == "Alice" && named["external_id"] == "cliente-7")
            #expect(named["created_by_type"] == "api_key")
        }
    }

    @Test func ofManyWhoNameAPersonAtOnceOneDoes() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            _ = try await device.create(for: person(name: "Zé Ninguém"))
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await server.send(.post(Self.path, Bodies.customer()), as: server.shop.basic).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200] + Array(repeating: 400, count: 7))
        }
    }

    @Test func theMerchantChangesWhatIsKnownOfAPayer() async throws {
        try await withServer { server in
            let shop = server.shop.basic
            let made = try await server.done(.post(Self.path, Bodies.customer()), as: shop)
            let path = "\(Self.path)\(made.id)/"
            let tag = try #require(try await server.done(.get(path), as: shop).header("ETag"))
            let body: JSONValue = [
                "name": "Alice Nova", "phone": .null, "external_id": "cliente-2",
                "identifier": .string(Bodies.bruno.cpf),
            ]
            let changed = try await server.done(.patch(path, body), as: shop)
            #expect(changed["name"] == "Alice Nova" && changed["phone"]?.isNull == true)
            #expect(changed["email"] == made["email"] && changed["external_id"] == "cliente-2")
            #expect(changed["identifier"] == made["identifier"])
            var known = Call.get(path)
            known.headers.append(("If-None-Match", tag))
            let read = try await server.send(known, as: shop)
            #expect(read.status == 200 && read.header("ETag") != tag && read.body == changed.body)
            known.headers = [("If-None-Match", try #require(read.header("ETag")))]
            #expect(try await server.send(known, as: shop).status == 304)
            for (query, ids) in [
                ("search=nova", [made.id]), ("external_id=cliente-1", []), ("external_id=cliente-2", [made.id]),
            ] {
                #expect(try await server.done(.get("\(Self.path)?\(query)"), as: shop).resultIDs == ids, "\(query)")
            }
            // Sealed like what was there before.
            for file in try FileManager.default.contentsOfDirectory(atPath: server.directory)
            where file.hasPrefix("payments.sqlite") {
                let bytes = FileManager.default.contents(atPath: "\(server.directory)/\(file)") ?? Data()
                #expect(bytes.range(of: Data("Alice Nova".utf8)) == nil)
            }
            let id = try #require(CustomerID(made.id))
            #expect(try await server.store.auditEntries(of: .customer(id)).map(\.action) == ["updated"])
            // Whoever is erased is changed by nobody, and the chain goes on where it stood.
            _ = try await server.done(.post("\(path)anonymize/"), as: shop)
            try await server.settle()
            expectRefusal(try await server.send(.patch(path, ["name": "Alice"]), as: shop), 409, "conflict")
            let trail = try await server.store.auditEntries(of: .customer(id))
            #expect(trail.map(\.action) == ["updated", "anonymization-requested", "anonymized"])
            #expect(trail.map(\.version) == [1, 2, 3])
            #expect(try await server.findings() == [])
        }
    }

    @Test func aChangeThatDoesNotNameThePersonLeavesItProvisional() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.create(for: person(name: "Zé Ninguém")).id
            let id = try await customer(of: enrollment, server).id
            let noted = try await server.done(
                .patch("\(Self.path)\(id)/", ["external_id": "cliente-3"]),
                as: server.shop.basic
            )
            #expect(noted["created_by_type"] == "sdk" && noted["external_id"] == "cliente-3")
            var body = Bodies.customer().object ?? JSONObject()
            body["external_id"] = nil
            let named = try await server.done(.post(Self.path, .object(body)), as: server.shop.basic)
            #expect(named.status == 200 && named["external_id"] == "cliente-3" && named["created_by_type"] == "api_key")
        }
    }

    @Test func onlyTheMerchantOfAPayerChangesOne() async throws {
        try await withServer { server in
            let made = try await server.done(.post(Self.path, Bodies.customer()), as: server.shop.basic)
            let call = Call.patch("\(Self.path)\(made.id)/", ["name": "Outra"])
            expectRefusal(try await server.send(call, as: server.rival.basic), 404, "not_found")
            for bound in [nil, made.id] {
                let device = try await TestDevice(server, of: server.shop, boundTo: bound)
                expectRefusal(try await device.send(call), 403, "permission_denied")
            }
            expectRefusal(try await server.send(call), 401)
        }
    }
}
