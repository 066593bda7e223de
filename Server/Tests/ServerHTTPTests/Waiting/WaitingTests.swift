import ChavePixModel
import ChaveWire
import InstitutionPort
import PaymentsCore
import PaymentsModel
import Testing

/// `Prefer: wait`, `ETag` and `If-None-Match` on the three reads (Payments API, section 3).
struct WaitingTests {
    @Test(arguments: DoorKind.allCases)
    func aHeldReadIsAnsweredWhenItsObjectChanges(_ door: DoorKind) async throws {
        try await door.withServerThatHolds { server, holding in
            let scene = try await HeldScene(server)
            let before = try await scene.tag
            async let held = holding.send(.get(scene.path).waiting(20), as: scene.device.credentials)
            try await server.untilHeld()
            try await scene.cancel()
            let reply = try await held
            #expect(reply.status == 200)
            #expect(reply["status"]?.string == "CANCELED")
            #expect(reply.header("Preference-Applied") == "wait=20")
            #expect(reply.header("Cache-Control") == "no-store")
            #expect(try await reply.header("ETag") == scene.tag)
            #expect(reply.header("ETag") != before)
        }
    }

    @Test(arguments: DoorKind.allCases)
    func aReadWithoutThePreferenceIsAnsweredAtOnce(_ door: DoorKind) async throws {
        try await door.withServer { server in
            let scene = try await HeldScene(server)
            let reply = try await scene.device.send(.get(scene.path))
            #expect(reply.status == 200)
            #expect(reply.header("Preference-Applied") == nil)
            let tag = try #require(reply.header("ETag"))
            #expect(tag.hasPrefix("\"") && tag.hasSuffix("\""), "a strong tag")
            let known = try await scene.device.send(.get(scene.path).knowing(tag))
            #expect(known.status == 304)
            #expect(known.body.isEmpty)
            #expect(known.header("ETag") == tag)
            #expect(try await scene.device.send(.get(scene.path).knowing("\"0\"")).status == 200)
        }
    }

    @Test func aReadIsHeldForItsTimeAndNoLonger() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let tag = try await scene.tag
            let asking = Task { try await scene.device.send(.get(scene.path).waiting(5)) }
            let knowing = Task { try await scene.device.send(.get(scene.path).waiting(5, knowing: tag)) }
            try await server.untilHeld(2)
            server.clock.advance(milliseconds: 4_900)
            #expect(try await scene.tag == tag)
            #expect(server.payments.waitingCount == 2, "held to the end")
            let (same, unchanged) = try await server.passing { (try await asking.value, try await knowing.value) }
            #expect(same.status == 200 && same["status"]?.string == "PENDING")
            #expect(same.header("ETag") == tag)
            #expect(unchanged.status == 304 && unchanged.body.isEmpty)
            #expect(unchanged.header("Preference-Applied") == "wait=5")
        }
    }

    @Test func anOlderVersionInHandIsAnsweredAtOnce() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let tag = try await scene.tag
            try await scene.authorize()
            let reply = try await scene.device.send(.get(scene.path).waiting(knowing: tag))
            #expect(reply.status == 200)
            #expect(reply["status"]?.string != "PENDING")
        }
    }

    @Test func whatHasEndedIsAnsweredAtOnce() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let enrolled = Call.get("/payments/br/enrollments/\(scene.enrollment)/")
            #expect(try await scene.device.send(enrolled.waiting())["status"]?.string == "SUCCEEDED")
            try await scene.cancel()
            let ended = try await scene.device.send(.get(scene.path).waiting())
            #expect(ended["status"]?.string == "CANCELED")
            let again = try await scene.device.send(
                .get(scene.path).waiting(knowing: ended.header("ETag") ?? "")
            )
            #expect(again.status == 304)
        }
    }

    @Test func theEndOfAnEnrollmentThatIsWatchedIsTold() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            let path = "/payments/br/enrollments/\(scene.enrollment)/"
            let tag = try #require(try await scene.device.done(.get(path)).header("ETag"))
            async let held = scene.device.send(.get(path).waiting(knowing: tag))
            async let intent = scene.device.send(.get(scene.path).waiting())
            try await server.untilHeld(2)
            _ = try await scene.device.done(.post("\(path)cancel/"))
            let reply = try await held
            #expect(reply["status"]?.string == "CANCELED")
            // Written in the enrollment's transaction, and told all the same.
            #expect(try await intent["failure_code"]?.string == "enrollment_revoked")
        }
    }

    @Test func stepsThatOnlyThePlatformSeesWakeNobodysDevice() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            server.mask.lose(.createPayment, .readConsent)
            try await scene.authorize()
            let processing = try await scene.device.done(.get(scene.path))
            let held = Task { try await scene.device.send(.get(scene.path).waiting()) }
            try await server.untilHeld()
            server.mask.lose(.readPayment, .createPayment)
            server.clock.advance(seconds: 2)
            try await server.settle()
            let later = try await scene.device.done(.get(scene.path))
            #expect(later.header("ETag") != processing.header("ETag"), "it went on")
            #expect(later["status"]?.string == "PROCESSING")
            server.mask.lose()
            for _ in 0..<4 {
                server.clock.advance(seconds: 2)
                try await server.settle()
            }
            // Not PROCESSING: the step between, which changed the version, was no answer.
            #expect(try await server.passing { try await held.value }["status"]?.string == "SUCCEEDED")
        }
    }

    // MARK: Registration options

    @Test(arguments: DoorKind.allCases)
    func registrationOptionsAreHeldUntilTheBankHasThem(_ door: DoorKind) async throws {
        try await door.withServerThatHolds { server, holding in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create(for: Bodies.person(Bodies.alice))
            let path = "/payments/br/enrollments/\(created.id)/fido-registration-options/"
            async let held = holding.send(.get(path).waiting(), as: device.credentials)
            try await server.untilHeld()
            let callback = try await HolderAtBank(server: server, holder: Bodies.alice).approve(created)
            _ = try await device.done(.post("/payments/br/enrollments/complete-redirection/", callback))
            try await server.settle()
            let reply = try await held
            #expect(reply.status == 200)
            #expect(reply["challenge"]?.string?.isEmpty == false)
            #expect(reply.header("ETag") != nil)
            #expect(reply.header("Preference-Applied") == "wait=30")
        }
    }

    @Test func optionsThatDoNotComeInTimeAreNotReady() async throws {
        try await withServer { server in
            let device = try await TestDevice(server, of: server.shop)
            let created = try await device.create(for: Bodies.person(Bodies.alice))
            let path = "/payments/br/enrollments/\(created.id)/fido-registration-options/"
            let reply = try await server.passing { try await device.send(.get(path).waiting(3)) }
            expectRefusal(reply, 404, "not_ready")
            #expect(reply.header("Retry-After") == "1")
            #expect(reply.header("Preference-Applied") == "wait=3")
            async let ended = device.send(.get(path).waiting())
            try await server.untilHeld()
            _ = try await device.done(.post("/payments/br/enrollments/\(created.id)/cancel/"))
            expectRefusal(try await ended, 409, "conflict")
            expectRefusal(try await device.send(.get(path).waiting()), 409, "conflict")
        }
    }

    // MARK: The end of the server

    @Test func aServerThatStopsAnswersWhomItHolds() async throws {
        try await withServer { server in
            let scene = try await HeldScene(server)
            async let held = scene.device.send(.get(scene.path).waiting())
            try await server.untilHeld()
            server.payments.endWaits()
            let reply = try await held
            #expect(reply.status == 200 && reply["status"]?.string == "PENDING")
            #expect(try await scene.device.send(.get(scene.path).waiting()).status == 200, "nobody is held any more")
        }
    }
}
