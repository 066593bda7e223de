import ChaveBase
import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsModel
import PaymentsStores
import SandboxBank
import Testing

/// The clock of deadlines jumps under platform and bank, and nothing else does (docs/decisions/0018).
@Suite(.timeLimit(.minutes(15))) struct PutForwardTests {
    private static func atBank(_ server: TestServer, _ enrollment: EnrollmentID) async throws -> OFBEnrollment {
        let stored = try #require(try await server.store.enrollment(enrollment))
        let call = InstitutionCall(
            institution: stored.institution,
            operation: .readEnrollment,
            subject: stored.bank?.enrollmentID ?? "",
            accessToken: nil,
            idempotencyKey: nil,
            interactionID: enrollment.text,
            body: []
        )
        guard case .answered(_, let body, _) = await server.bank.send(call, timeoutMilliseconds: 1_000) else {
            throw TestProblem("the bank does not answer")
        }
        return try OFBEnrollment(bytes: body)
    }

    @Test(arguments: [300, 900] as [Int64])
    func anEnrollmentThatWaitsAtTheBankEndsThereAndHere(_ jump: Int64) async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create()
            let id = try #require(EnrollmentID(created.id))
            let began = server.clock.now
            server.clock.jump(seconds: jump)
            try await server.settle()
            let read = try await device.done(.get("/payments/br/enrollments/\(created.id)/"))
            let bank = try await Self.atBank(server, id)
            if jump == 300 {
                #expect(read["status"] == "PENDING" && bank.status == .awaitingAccountHolderValidation)
            } else {
                #expect(read["status"] == "FAILED" && read["status_reason_code"] == "expired", "\(read.text)")
                #expect(bank.cancellation?.reason == .rejection(.holderValidationTimedOut))
                // Said in whole seconds.
                #expect(bank.statusUpdate.seconds >= began.seconds && bank.statusUpdate <= server.clock.now)
            }
            for name in ["created_at", "updated_at"] {
                let time = try #require(read[name]?.string.flatMap(Timestamp.init(rfc3339:)))
                #expect(time <= server.clock.now, "\(name)")
            }
        }
    }

    private static func end(of path: String, _ device: TestDevice) async throws -> Reply {
        while true {
            let reply = try await device.done(.get(path).waiting())
            if reply["status"]?.string != "PENDING" { return reply }
        }
    }

    /// The commit of each step wakes whoever asks; no time passes, so that nothing else does.
    @Test func aHeldReadIsAnsweredByAJumpThatEndsItsObject() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let waiting = try await scene.device.create()
            async let intent = Self.end(of: scene.path, scene.device)
            async let enrollment = Self.end(of: "/payments/br/enrollments/\(waiting.id)/", scene.device)
            try await server.untilHeld(2)
            server.clock.jump(seconds: 900)
            try await server.settle()
            #expect(try await intent["failure_code"] == "consent_expired")
            #expect(try await enrollment["status"] == "FAILED")
        }
    }

    @Test func anIntentThatWaitsForItsApprovalEndsAndItsApprovalIsRefused() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let approval = try await scene.device.authorisation(of: scene.intent)
            server.clock.jump(seconds: 300)
            let late = try await scene.device.send(.post("\(scene.path)authorize/", approval))
            expectRefusal(late, 409)
            try await server.settle()
            let read = try await scene.device.done(.get(scene.path))
            #expect(read["status"] == "FAILED" && read["failure_code"] == "consent_expired")
            #expect(try await server.bank.verdict().isSound)
        }
    }

    @Test func aPaymentThatIsUnderWayIsPaidInItsRealTime() async throws {
        try await withServer(settlementDelaySeconds: 30) { server in
            let scene = try await HeldScene(server)
            try await scene.authorize()
            try await server.settle()
            for _ in 0..<100 {
                server.clock.jump(seconds: 900)
                try await server.settle()
            }
            #expect(try await scene.device.done(.get(scene.path))["status"] == "PROCESSING")
            for _ in 0..<40 {
                server.clock.advance(seconds: 2)
                try await server.settle()
            }
            #expect(try await scene.device.done(.get(scene.path))["status"] == "SUCCEEDED")
            #expect(try await server.bank.verdict().isSound)
            #expect(server.alerts.all.isEmpty)
        }
    }

    private static func claims(_ token: String) throws -> JSONValue {
        let parts = token.split(separator: ".")
        return try JSONValue(parsing: try Base64URL.decode(String(try #require(parts.dropFirst().first))))
    }

    @Test func tokensLiveTheirRealTimeOnBothSidesOfAJump() async throws {
        try await withServer { server in
            var device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            server.clock.jump(seconds: 23 * 60 * 60)
            // A widget token, and the bank's token of the enrollment, from before.
            let paid = try await device.pay(enrollment)
            #expect(paid["status"] == "SUCCEEDED", "\(paid.text)")
            try await device.renew()
            let claims = try Self.claims(device.access)
            #expect(claims["iat"]?.number?.int64 == server.clock.now.seconds)
            #expect(claims["exp"]?.number?.int64 == server.clock.now.seconds + 900)
            server.clock.advance(seconds: 900)
            #expect(try await device.send(.get("/payments/br/institutions/")).status == 401)
        }
    }

    /// Trail, events, ids and answers of an enrollment and a payment under a clock that is a month ahead.
    @Test func whatIsSaidIsTheRealTime() async throws {
        try await withServer { server in
            server.clock.jump(seconds: 30 * 86_400)
            let began = server.clock.now
            let device = try await TestDevice(server, of: server.shop)
            let enrollment = try await device.enroll()
            let paid = try await device.pay(enrollment)
            #expect(paid["status"] == "SUCCEEDED")
            let real = began...server.clock.now
            let objects = [
                ObjectReference.enrollment(try #require(EnrollmentID(enrollment))),
                .paymentIntent(try #require(PaymentIntentID(paid.id))),
            ]
            for object in objects {
                let trail = try await server.store.auditEntries(of: object)
                #expect(trail.count > 3 && trail.allSatisfy { real.contains($0.at) })
            }
            let events = try await server.store.events(after: 0, limit: 1_000).map(\.event)
            #expect(events.count > 4)
            for event in events {
                let said = try JSONValue(parsing: Array(event.body.utf8))["timestamp"]?.string
                let time = try #require(said.flatMap(Timestamp.init(rfc3339:)))
                #expect(real.contains(event.at))
                // An RFC 3339 text of the contract has whole milliseconds or less.
                #expect(abs(time.microseconds(since: event.at)) < 1_000_000)
            }
            let endToEnd = paid.json.at("payment_method_information", "open_finance_biometric_pix", "end_to_end_id")
            let minute = try #require(endToEnd?.string.flatMap { EndToEndID($0) }).minute
            #expect(abs(minute.microseconds(since: server.clock.now)) < 120_000_000)
        }
    }
}
