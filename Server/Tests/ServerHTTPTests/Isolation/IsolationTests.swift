import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import PaymentsModel
import SandboxBank
import Testing

/// What is somebody else's does not exist: each endpoint × each caller × each state, and no row changes.
struct IsolationTests {
    private static func setUp(_ server: TestServer) async throws -> (victim: TestDevice, attackers: [Attacker]) {
        var victim = try await TestDevice(server, of: server.shop)
        let stale = try await TestDevice(server, of: server.shop)
        server.clock.advance(seconds: 16 * 60)
        // The victim's own first token has expired with the waiting.
        victim.access = try await TestDevice(server, of: server.shop).access
        let attackers = try await Attacker.all(server, knowing: victim, stale: stale)
        return (victim, attackers)
    }

    @Test(arguments: Victim.EnrollmentStage.allCases)
    func aForeignEnrollmentDoesNotExist(stage: Victim.EnrollmentStage) async throws {
        try await withServer { server in
            let (device, attackers) = try await IsolationTests.setUp(server)
            let victim = try await Victim.reaching(stage, device)
            let before = try await victim.storedEnrollment()
            #expect(stage.isReached(before.state))
            let path = "/payments/br/enrollments/\(victim.enrollment.id)"
            for attacker in attackers {
                let intent = Bodies.intent(
                    customer: attacker.customer,
                    enrollment: victim.enrollment.id,
                    beneficiary: attacker.isDevice ? server.shop.beneficiary : server.rival.beneficiary
                )
                let session = victim.callback.replacing(["enrollment"], with: .string(victim.enrollment.id))
                let unbound = Call.post("/payments/br/enrollments/complete-redirection/", victim.callback)
                let untied = try await server.send(unbound, as: attacker.credentials)
                // Of API keys the field is asked for before anything is looked up.
                let isAsked = !attacker.isDevice && attacker.status == 404
                expectRefusal(untied, isAsked ? 400 : attacker.status, at: "\(attacker.name): the guides' callback")
                let calls: [Call] = [
                    .get("\(path)/"), .get("\(path)/fido-registration-options/"),
                    .post("\(path)/confirm/", victim.confirmation), .post("\(path)/cancel/"),
                    .post("/payments/br/enrollments/complete-redirection/", session),
                    .post("/payments/br/payment-intents/", intent),
                ]
                for call in calls {
                    let reply = try await server.send(call, as: attacker.credentials)
                    expectRefusal(reply, attacker.status, at: "\(attacker.name): \(call.method) \(call.target)")
                    #expect(!reply.text.contains(victim.enrollment.id))
                }
                let list = try await server.send(
                    .get("/payments/br/enrollments/?device_id=device-1"),
                    as: attacker.credentials
                )
                #expect(list.status == (attacker.status == 401 ? 401 : 200), "\(attacker.name)")
                #expect(list.resultIDs.isEmpty, "\(attacker.name)")
                #expect(attacker.status == 401 || list["count"] == 0, "\(attacker.name)")
            }
            try await server.settle()
            #expect(try await victim.storedEnrollment() == before)
            #expect(try await device.done(.get("\(path)/")).id == victim.enrollment.id)
        }
    }

    @Test(arguments: Victim.IntentStage.allCases)
    func aForeignIntentDoesNotExist(stage: Victim.IntentStage) async throws {
        // A payment that the bank has taken is read again after a while.
        try await withServer(settlementDelaySeconds: stage == .settling ? 60 : 0) { server in
            let (device, attackers) = try await IsolationTests.setUp(server)
            let victim = try await Victim.reaching(.authorised, device)
            let (id, authorisation) = try await victim.intent(stage)
            let before = try await victim.storedIntent(id)
            #expect(stage.isReached(before.state))
            let path = "/payments/br/payment-intents/\(id)"
            for attacker in attackers {
                let calls: [Call] = [
                    .get("\(path)/"), .post("\(path)/authorize/", authorisation), .post("\(path)/cancel/"),
                ]
                for call in calls {
                    let reply = try await server.send(call, as: attacker.credentials)
                    expectRefusal(reply, attacker.status, at: "\(attacker.name): \(call.method) \(call.target)")
                }
                for query in ["", "?enrollment=\(victim.enrollment.id)"] {
                    let list = try await server.send(
                        .get("/payments/br/payment-intents/\(query)"),
                        as: attacker.credentials
                    )
                    #expect(list.status == (attacker.status == 401 ? 401 : 200), "\(attacker.name)")
                    #expect(list.resultIDs.isEmpty, "\(attacker.name)")
                }
            }
            try await server.settle()
            #expect(try await victim.storedIntent(id) == before)
        }
    }

    @Test func whatIsTheMerchantsAloneIs403ForADeviceAnd404ForAnotherMerchant() async throws {
        try await withServer { server in
            let (device, attackers) = try await IsolationTests.setUp(server)
            let customer = try await server.done(
                .post("/payments/br/customers/", Bodies.customer()),
                as: server.shop.basic
            )
            let account = server.shop.beneficiary.text
            let app = try await server.done(.post("/payments/br/apps/", Bodies.app()), as: server.shop.basic)
            let key = try await server.done(.post("/payments/br/api-keys/", ["label": "caixa"]), as: server.shop.basic)
            let charge = try await IsolationTests.charge(of: device)
            let calls: [(call: Call, isNamed: Bool)] = [
                (.post("/payments/br/customers/", Bodies.customer(SandboxHolder.all[4])), false),
                (.get("/payments/br/customers/"), false), (.get("/payments/br/customers/\(customer.id)/"), true),
                (.post("/payments/br/bank-accounts/", Bodies.bankAccount()), false),
                (.get("/payments/br/bank-accounts/"), false), (.get("/payments/br/bank-accounts/\(account)/"), true),
                (.patch("/payments/br/bank-accounts/\(account)/", ["active": false]), true),
                (.post("/payments/br/apps/", Bodies.app(appID: "ABCDE12345.br.com.outra")), false),
                (.get("/payments/br/apps/"), false), (.get("/payments/br/apps/\(app.id)/"), true),
                (.delete("/payments/br/apps/\(app.id)/"), true),
                (.post("/payments/br/api-keys/", ["label": "outra"]), false),
                (.get("/payments/br/api-keys/"), false), (.get("/payments/br/api-keys/\(key.id)/"), true),
                (.post("/payments/br/api-keys/\(key.id)/revoke/"), true),
                (.get("/payments/br/charges/"), false), (.get("/payments/br/charges/\(charge)/"), true),
                (.post("/payments/api/widget-token/"), false),
                (.post("/payments/api/widget-token/", ["customer": .string(customer.id)]), false),
            ]
            let before = try await server.census(server.shop)
            for (call, isNamed) in calls {
                expectRefusal(
                    try await device.send(call),
                    403,
                    "permission_denied",
                    at: "\(call.method) \(call.target)"
                )
                for attacker in attackers {
                    let reply = try await server.send(call, as: attacker.credentials)
                    let place: Comment = "\(attacker.name): \(call.method) \(call.target)"
                    if attacker.status == 401 {
                        expectRefusal(reply, 401, at: place)
                    } else if attacker.isDevice {
                        expectRefusal(reply, 403, at: place)
                    } else if isNamed {
                        expectRefusal(reply, 404, at: place)
                    }
                    #expect(!reply.text.contains(customer.id), place)
                    #expect(!reply.resultIDs.contains { [account, app.id, key.id, charge].contains($0) }, place)
                }
            }
            let after = try await server.census(server.shop)
            #expect(Array(after.dropLast()) == Array(before.dropLast()))
            let read = try await server.done(.get("/payments/br/bank-accounts/\(account)/"), as: server.shop.basic)
            #expect(read["active"] == true)
            #expect(try await server.done(.get("/payments/br/apps/"), as: server.shop.basic).resultIDs == [app.id])
            let kept = try await server.done(.get("/payments/br/api-keys/\(key.id)/"), as: server.shop.basic)
            #expect(kept["revoked_at"] == .null)
        }
    }

    private static func charge(of device: TestDevice) async throws -> String {
        let intent = try await device.createIntent(try await device.enroll())
        return intent["charges"]?.array?.first?["id"]?.string ?? ""
    }

    @Test func aTokenBoundToItsCustomerOpensWhatTheMerchantsServerMadeForThem() async throws {
        try await withServer { server in
            let alice = try await server.done(
                .post("/payments/br/customers/", Bodies.customer()),
                as: server.shop.basic
            )
            let made = try await server.done(
                .post("/payments/br/enrollments/", Bodies.enrollment(customer: .string(alice.id))),
                as: server.shop.basic
            )
            let path = "/payments/br/enrollments/\(made.id)/"
            let bound = try await TestDevice(server, of: server.shop, boundTo: alice.id)
            #expect(try await bound.done(.get(path)).body == made.body)
            let list = try await bound.done(.get("/payments/br/enrollments/?device_id=device-1"))
            #expect(list.resultIDs == [made.id])
            let free = try await TestDevice(server, of: server.shop)
            expectRefusal(try await free.send(.get(path)), 404)
            #expect(try await free.done(.get("/payments/br/enrollments/?device_id=device-1")).resultIDs == [])
            // Its holder's callback is the merchant's to hand in, from that person's own session.
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(made)
            let redirection = "/payments/br/enrollments/complete-redirection/"
            expectRefusal(try await bound.send(.post(redirection, callback)), 404)
            expectRefusal(try await server.send(.post(redirection, callback), as: server.shop.basic), 400, "required")
            let other = callback.replacing(["enrollment"], with: .string(alice.id))
            expectRefusal(try await server.send(.post(redirection, other), as: server.shop.basic), 404)
            let own = callback.replacing(["enrollment"], with: .string(made.id))
            #expect(try await server.done(.post(redirection, own), as: server.shop.basic)["status"] == "PENDING")
        }
    }

    @Test func aBoundTokenMakesNothingForAnotherCustomer() async throws {
        try await withServer { server in
            let alice = try await server.done(
                .post("/payments/br/customers/", Bodies.customer()),
                as: server.shop.basic
            )
            let bound = try await TestDevice(server, of: server.shop, boundTo: alice.id)
            let before = try await server.census(server.shop)
            for customer in [Bodies.person(Bodies.bruno), .string("00000000-0000-7000-8000-000000000000")] {
                let reply = try await bound.send(
                    .post("/payments/br/enrollments/", Bodies.enrollment(customer: customer))
                )
                expectRefusal(reply, 400, "does_not_exist", field: "details.customer")
            }
            #expect(try await server.census(server.shop) == before)
            #expect(try await bound.create(for: Bodies.person(Bodies.alice)).status == 201)
        }
    }
}

/// Device A creates, holder B approves: A never gets options for B's account (Payments API, sections 2 and 5).
struct HolderMismatchTests {
    private static let redirection = "/payments/br/enrollments/complete-redirection/"

    @Test func aBankThatLetsAnotherHolderApproveEndsTheEnrollment() async throws {
        try await withServer { server in
            let a = try await TestDevice(server, of: server.shop)
            let created = try await a.create(for: Bodies.person(Bodies.alice))
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            server.mask.tell(Bodies.bruno, insteadOf: Bodies.alice)
            let path = "/payments/br/enrollments/\(created.id)/"

            // It arrives at B, whose phone did not ask.
            let b = try await TestDevice(server, of: server.shop, deviceID: "device-2")
            expectRefusal(try await b.send(.post(HolderMismatchTests.redirection, callback)), 404)
            expectRefusal(try await b.send(.get("\(path)fido-registration-options/")), 404)

            // It arrives at A, twice.
            for _ in 0..<2 {
                _ = try await a.done(.post(HolderMismatchTests.redirection, callback))
                expectNoOptions(try await a.send(.get("\(path)fido-registration-options/")))
                try await server.settle()
                expectNoOptions(try await a.send(.get("\(path)fido-registration-options/")))
            }
            let ended = try await a.done(.get(path))
            #expect(ended["status"] == "FAILED")
            #expect(ended["status_reason_code"] == "holder_mismatch")
            #expect(ended.json.at("details", "payer_information")?.isNull == true)

            // As an error, after success.
            let error: JSONValue = ["state": callback["state"] ?? .null, "error": "access_denied"]
            expectRefusal(try await a.send(.post(HolderMismatchTests.redirection, error)), 409, "conflict")
            #expect(try await a.done(.get(path)).body == ended.body)
            expectRefusal(try await a.send(.post("\(path)confirm/", Victim.someConfirmation)), 409, "conflict")
        }
    }

    @Test func theSandboxBankItselfRefusesAnotherHolder() async throws {
        try await withServer { server in
            let a = try await TestDevice(server, of: server.shop)
            let created = try await a.create(for: Bodies.person(Bodies.alice))
            let callback = try await HolderAtBank(server: server, holder: Bodies.bruno).approve(created)
            #expect(callback["error"] == "access_denied")
            let ended = try await a.done(.post(HolderMismatchTests.redirection, callback))
            #expect(ended["status"] == "FAILED")
            // The callback knows one word for every no; the bank, which is read, says whose it was.
            #expect(ended["status_reason_code"] == "holder_mismatch")
            #expect(ended["status_reason_message"]?.string?.isEmpty == false)
            let path = "/payments/br/enrollments/\(created.id)/fido-registration-options/"
            expectRefusal(try await a.send(.get(path)), 409, "conflict")
        }
    }

    private func expectNoOptions(_ reply: Reply, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(reply.status == 404 || reply.status == 409, sourceLocation: sourceLocation)
        #expect(!reply.text.contains("challenge"), sourceLocation: sourceLocation)
    }

    @Test func theSameCallbackAgainGetsTheSameAnswerAndAnotherOne409() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            let first = try await device.done(.post(HolderMismatchTests.redirection, callback))
            let second = try await device.done(.post(HolderMismatchTests.redirection, callback))
            #expect(first.id == second.id && second["status"] == "PENDING")
            for name in ["code", "id_token"] {
                let changed = callback.replacing([name], with: "other")
                expectRefusal(try await device.send(.post(HolderMismatchTests.redirection, changed)), 409, "conflict")
            }
            let unknown = callback.replacing(["state"], with: "other")
            expectRefusal(try await device.send(.post(HolderMismatchTests.redirection, unknown)), 404, "not_found")
            try await server.settle()
            let now = try await device.done(.get("/payments/br/enrollments/\(created.id)/"))
            #expect(now.json.at("details", "status") == "AWAITING_ENROLLMENT")
        }
    }

    @Test func aCallbackOfAnotherEnrollmentsStateEndsIt() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let first = try await device.create()
            let second = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(first)
            let other = try await HolderAtBank(server: server, holder: Bodies.alice).approve(second)
            let swapped = callback.replacing(["state"], with: other["state"])
            let reply = try await device.done(.post(HolderMismatchTests.redirection, swapped))
            #expect(reply.id == second.id)
            #expect(reply["status"] == "FAILED")
            #expect(reply["status_reason_code"] == "redirection_failed")
            #expect(try await device.done(.get("/payments/br/enrollments/\(first.id)/"))["status"] == "PENDING")
        }
    }

    @Test func anUnsignedErrorEndsTheEnrollmentAndRepeatsNothingPersonal() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            let error: JSONValue = [
                "state": callback["state"] ?? .null, "error": "access_denied",
                "error_description": "CPF 76109277673 recusou",
            ]
            let reply = try await device.done(.post(HolderMismatchTests.redirection, error))
            #expect(reply["status"] == "FAILED")
            #expect(!reply.text.contains("76109277673"))
            try await server.settle()
            expectRefusal(try await device.send(.post(HolderMismatchTests.redirection, callback)), 409, "conflict")
        }
    }
}
