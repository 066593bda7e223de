import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsModel
import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import HTTPKernel

/// What the edge refuses by itself, in sign-in's form; and what happens when the records do not answer.
struct SignInRefusalTests {
    private static func answer(_ rig: SignInRig, _ body: ServerRequest.Body, _ path: String = "/v2/token") async
        -> Reply
    {
        var request = SignInRig.request(.form(path, ["client_id": "x"]))
        request.body = body
        return Reply(answer: await rig.api.respond(to: request).answer)
    }

    @Test func whatDidNotComeWholeIsRefusedInForm() async throws {
        try await withSignIn { rig in
            expectSignInRefusal(await Self.answer(rig, .tooLarge), 413, .invalidRequest)
            let late = await Self.answer(rig, .overdue)
            expectSignInRefusal(late, 408, .invalidRequest)
            #expect(late.header("Connection") == "close")
            let crowded = await Self.answer(rig, .withoutRoom)
            expectSignInRefusal(crowded, 503, .temporarilyUnavailable)
            #expect(crowded.header("Retry-After") == "1")
            let long = Call.get("/v2/userinfo").bearer(String(repeating: "a", count: 33 * 1_024))
            expectSignInRefusal(try await rig.send(long), 431, .invalidRequest)
        }
    }

    @Test(arguments: DoorKind.allCases) func aBodyHasALimit(_ door: DoorKind) async throws {
        try await withSignIn(door) { rig in
            let call = Call.form("/v2/token", ["client_id": String(repeating: "a", count: 64 * 1_024)])
            let reply = try await rig.send(call)
            #expect(reply.status == (door == .socket ? 413 : 400))
            expectSignInForm(reply)
        }
    }

    @Test func eachKindOfProofHasItsChallenge() async throws {
        try await withSignIn { rig in
            let basic = #"Basic realm="chave", charset="UTF-8""#
            let client = try await rig.send(.form("/v2/introspect", ["token": "x", "client_id": "nobody"]))
            expectSignInRefusal(client, 401, .invalidClient)
            #expect(client.header("WWW-Authenticate") == basic)
            let wrong = Call.form("/v2/token", ["grant_type": "refresh_token"])
                .with("Authorization", "Basic \(Base64.encode("a:b".utf8))")
            #expect(try await rig.send(wrong).header("WWW-Authenticate") == basic)
            for headers in [[], [("Authorization", "Bearer x")], [("Authorization", "Basic eDp5")]] {
                var call = Call.get("/v1/manage/users")
                call.headers = headers
                let refused = try await rig.send(call)
                expectSignInRefusal(refused, 401, .invalidToken)
                let isBearer = headers.first?.1.hasPrefix("Bearer") ?? false
                let challenge = try #require(refused.header("WWW-Authenticate"))
                #expect(challenge.hasPrefix(#"Bearer realm="chave""#))
                #expect(challenge.contains(#"error="invalid_token", error_description=""#) == isBearer)
            }
            let information = try await rig.send(.get("/v2/userinfo"))
            let ways = information.answer.headers.filter { $0.name == "WWW-Authenticate" }.map(\.value)
            #expect(ways == [#"Bearer realm="chave""#, #"DPoP algs="ES256""#])
        }
    }

    @Test func aTokenWithoutTheScopeIsToldWhichOne() async throws {
        try await withSignIn { rig in
            let client = try await rig.clientID()
            let code = try await rig.code(try await rig.phone(), client, scope: "profile")
            let access = try #require(try await rig.done(rig.exchange(code, client))["access_token"]?.string)
            let refused = try await rig.send(.get("/v2/userinfo").bearer(access))
            expectSignInRefusal(refused, 403, .insufficientScope)
            let challenge = try #require(refused.header("WWW-Authenticate"))
            #expect(challenge.contains(#"error="insufficient_scope""#))
            #expect(challenge.hasSuffix(#"scope="openid""#))
        }
    }

    @Test func recordsThatDoNotAnswerAreNoFaultOfTheCallers() async throws {
        try await withSignIn { rig in
            let phone = try await rig.phone()
            rig.store.close()
            let calls: [Call] = [
                .get("/t/\(rig.home.text)/.well-known/jwks.json"), .get("/v1/manage/users").bearer(rig.apiToken),
                .form("/v2/token", ["client_id": "x", "grant_type": "refresh_token"]),
                .post(
                    "/v2/credentials",
                    ["token": "x", "csr": .string(try await phone.request()), "device_name": "x"]
                ),
            ]
            for call in calls {
                let reply = try await rig.send(call)
                expectSignInRefusal(reply, 503, .temporarilyUnavailable)
                #expect(reply.header("Retry-After") == "2")
            }
        }
    }

    @Test func aRecordThatWasChangedAtRestIsToldAsOurs() async throws {
        try await withSignIn { rig in
            let profile = RecordKey(tenant: rig.home.text, kind: "tenant", id: rig.home.text)
            try await rig.store.tamper(with: profile) { $0[$0.count - 1] ^= 1 }
            let reply = try await rig.send(.get("/v0/configs/profile").bearer(rig.apiToken))
            expectSignInRefusal(reply, 500, .serverError)
            #expect(!reply.text.contains("tenant"))
        }
    }

    // MARK: Limits

    private static func withLimits(
        _ change: (inout AdmissionLimits) -> Void,
        _ body: @Sendable @escaping (SignInRig) async throws -> Void
    ) async throws {
        var limits = AdmissionLimits.sandbox
        change(&limits)
        let admission = Admission(limits)
        try await withServer { server in try await body(try await SignInRig(server, admission: admission)) }
    }

    @Test func anAddressHasARate() async throws {
        try await Self.withLimits {
            $0.address = RateLimit(perSecond: 0.1, burst: 2)
        } _: { rig in
            let (here, there) = (IPAddress("198.51.100.1"), IPAddress("198.51.100.2"))
            let call = Call.get("/t/\(rig.home.text)/.well-known/jwks.json")
            for _ in 1...2 { #expect(try await rig.send(call, from: here).status == 200) }
            let refused = try await rig.send(call, from: here)
            expectSignInRefusal(refused, 429, .slowDown)
            #expect(refused.header("Retry-After") == "10")
            #expect(refused.header("Access-Control-Allow-Origin") == "*")
            #expect(try await rig.send(call, from: there).status == 200)
        }
    }

    @Test func wrongSecretsOfAClientAreCountedByItsNameAndAddress() async throws {
        try await Self.withLimits {
            $0.failures = RateLimit(perSecond: 1, burst: 100)
            $0.keyFailures = RateLimit(perSecond: 0.01, burst: 3)
        } _: { rig in
            let made = try await rig.client("client_secret_basic")
            let (id, secret) = (made["client_id"]?.string ?? "", made["client_secret"]?.string ?? "")
            let (here, there) = (IPAddress("198.51.100.1"), IPAddress("198.51.100.2"))
            func call(_ secret: String) -> Call {
                Call.form("/v2/introspect", ["token": "x"])
                    .with("Authorization", "Basic \(Base64.encode("\(id):\(secret)".utf8))")
            }
            for _ in 1...3 { expectSignInRefusal(try await rig.send(call("no"), from: here), 401, .invalidClient) }
            expectSignInRefusal(try await rig.send(call(secret), from: here), 429, .slowDown)
            let posted = Call.form("/v2/introspect", ["token": "x", "client_id": id, "client_secret": "no"])
            expectSignInRefusal(try await rig.send(posted, from: here), 429, .slowDown)
            #expect(try await rig.send(call(secret), from: there).status == 200)
        }
    }

    /// Each spelling of a client's name is the same client (RFC 6749, section 2.3.1).
    @Test func otherSpellingsOfAClientsNameGiveNoMoreTries() async throws {
        try await Self.withLimits {
            $0.failures = RateLimit(perSecond: 1, burst: 100)
            $0.keyFailures = RateLimit(perSecond: 0.01, burst: 3)
        } _: { rig in
            let id = try #require(try await rig.client("client_secret_basic")["client_id"]?.string)
            let here = IPAddress("198.51.100.1")
            for spelled in 0...3 {
                let name = id.utf8.enumerated().map { place, byte in
                    place < spelled ? "%\(String(byte, radix: 16))" : String(UnicodeScalar(byte))
                }
                let call = Call.form("/v2/introspect", ["token": "x"])
                    .with("Authorization", "Basic \(Base64.encode("\(name.joined()):no".utf8))")
                let reply = try await rig.send(call, from: here)
                let isLast = spelled == 3
                expectSignInRefusal(reply, isLast ? 429 : 401, isLast ? .slowDown : .invalidClient)
            }
        }
    }

    @Test func tokensThatDoNotHoldHaveARateToo() async throws {
        try await Self.withLimits {
            $0.address = RateLimit(perSecond: 0.1, burst: 3)
        } _: { rig in
            let here = IPAddress("198.51.100.1")
            let poll = Call.get("/v2/extensions/x").bearer("wrong")
            for _ in 1...3 { expectSignInRefusal(try await rig.send(poll, from: here), 401, .invalidToken) }
            expectSignInRefusal(try await rig.send(poll, from: here), 429, .slowDown)
        }
    }

    @Test func aHeldAnswerHasAPlaceAmongThoseThatWait() async throws {
        try await Self.withLimits {
            $0.waiting = 1
        } _: { rig in
            let scene = try await ExtensionScene(rig)
            let tag = try await scene.tag
            async let held = rig.send(scene.get.waiting(20, knowing: tag))
            try await rig.untilHeld()
            let crowded = try await rig.send(scene.get.waiting(20, knowing: tag))
            expectSignInRefusal(crowded, 503, .temporarilyUnavailable)
            #expect(try await rig.send(scene.get).status == 200, "who does not wait needs none")
            _ = try await rig.done(scene.delete)
            #expect(try await held["status"]?.string == "aborted")
            #expect(rig.api.admission.places.waiting == 0)
        }
    }

    @Test func oneTokenHoldsFewAnswersAndLeavesOthersTheirs() async throws {
        try await Self.withLimits {
            $0.waitingOfToken = 1
        } _: { rig in
            let (scene, other) = (try await ExtensionScene(rig), try await ExtensionScene(rig, person: "bia"))
            let (tag, othersTag) = (try await scene.tag, try await other.tag)
            let here = IPAddress("198.51.100.1")
            async let held = rig.send(scene.get.waiting(20, knowing: tag), from: here)
            try await rig.untilHeld()
            let crowded = try await rig.send(scene.get.waiting(20, knowing: tag), from: IPAddress("198.51.100.2"))
            expectSignInRefusal(crowded, 429, .slowDown)
            #expect(crowded.header("Retry-After") == "1")
            async let others = rig.send(other.get.waiting(20, knowing: othersTag), from: here)
            try await rig.untilHeld(2)
            for one in [scene, other] { _ = try await rig.done(one.delete) }
            #expect(try await held["status"]?.string == "aborted")
            #expect(try await others["status"]?.string == "aborted")
            #expect(rig.api.admission.places.waiting == 0)
        }
    }

    @Test func oneAddressHoldsOnlySoManyAnswers() async throws {
        try await Self.withLimits {
            $0.waitingOfAddress = 1
        } _: { rig in
            let (scene, other) = (try await ExtensionScene(rig), try await ExtensionScene(rig, person: "bia"))
            let (tag, othersTag) = (try await scene.tag, try await other.tag)
            let here = IPAddress("198.51.100.1")
            async let held = rig.send(scene.get.waiting(20, knowing: tag), from: here)
            try await rig.untilHeld()
            expectSignInRefusal(
                try await rig.send(other.get.waiting(20, knowing: othersTag), from: here),
                429,
                .slowDown
            )
            #expect(try await rig.send(other.get, from: here).status == 200, "who does not wait is answered")
            _ = try await rig.done(scene.delete)
            #expect(try await held["status"]?.string == "aborted")
        }
    }

    // MARK: Wrong codes

    @Test func wrongCodesAreCountedByTheClientsAddress() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let wrong = scene.code == "123456789" ? "987654321" : "123456789"
            for client in [IPAddress("198.51.100.1"), nil, IPAddress("2001:db8::1")] {
                for _ in 1...5 {
                    let claim = try await rig.send(rig.claim(wrong, by: PhoneInHand()), from: client)
                    expectSignInRefusal(claim, 400, .invalidCode)
                }
                let slow = try await rig.send(rig.claim(scene.code, by: PhoneInHand()), from: client)
                expectSignInRefusal(slow, 429, .slowDown)
                #expect((500...600).contains(Int(slow.header("Retry-After") ?? "") ?? 0))
                // So that the tenant as a whole raises no alarm.
                rig.clock.advance(seconds: 61)
            }
        }
    }
}
