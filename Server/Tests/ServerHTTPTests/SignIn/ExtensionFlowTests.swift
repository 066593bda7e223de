import ChaveBase
import ChavePixModel
import ChaveWire
import PaymentsCore
import SignInCore
import SignInModel
import Testing

@testable import ServerHost
@testable import SignInHTTP

/// A second device, from the digits to its first sign-in, with answers that are held.
struct ExtensionFlowTests {
    @Test(arguments: DoorKind.allCases, AddressForm.allCases)
    func aSecondDeviceIsLetInAndBothHearOfIt(_ door: DoorKind, _ form: AddressForm) async throws {
        try await withSignIn(door) { rig in
            let scene = try await ExtensionScene(rig, form: form)
            #expect(scene.begun.status == 201)
            #expect(
                scene.begun.names == [
                    "extension_id", "extension_token", "status", "code", "code_expires_in", "rotation",
                ]
            )
            let tag = try await scene.tag
            async let offered = rig.send(scene.get.waiting(20, knowing: tag))
            try await rig.untilHeld()
            var second = PhoneInHand()
            let claim = try await rig.done(rig.claim(scene.code, by: second, form: form))
            #expect(claim.names == ["claim_id", "claim_token", "match_number", "expires_in", "profile"])
            #expect(claim["profile"]?["name"]?.string == "Padaria Aurora")
            let pairing = try await offered
            #expect(pairing.status == 200)
            #expect(pairing.header("Preference-Applied") == "wait=20")
            #expect(pairing["status"]?.string == "pairing")
            try scene.expectPairing(pairing, claim)
            let waiting = scene.claim(claim)
            async let claimed = rig.send(waiting.waiting(20, knowing: try await scene.tag(of: waiting)))
            try await rig.untilHeld()
            let done = try await rig.done(scene.approval(pairing))
            #expect(done.json == ["status": "done", "rotation": 0])
            let approved = try await claimed
            #expect(approved["status"]?.string == "approved")
            try second.take(approved["credential"])
            #expect(second.user == scene.phone.user)
            #expect(second.chain.count == 3)
            _ = try await rig.done(rig.exchange(rig.code(second, scene.client), scene.client))
        }
    }

    @Test func anApprovalIsToldAgainAndAWrongNumberRefuses() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let first = try await scene.pairing()
            let wrong = try #require(
                first.pairing["pairing"]?["choices"]?.array?.first { $0 != first.pairing["pairing"]?["match_number"] }
            )
            let refused = try await rig.done(scene.approval(first.pairing, number: wrong.string))
            #expect(refused["status"]?.string == "offering")
            #expect(refused["rotation"] == 1)
            #expect(try await rig.done(scene.claim(first.claim)).json == ["status": "refused"])
            let second = try await scene.pairing()
            let call = try scene.approval(second.pairing)
            let done = try await rig.done(call)
            #expect(try await rig.done(call).json == done.json)
            expectSignInRefusal(try await rig.send(scene.approval(first.pairing)), 409, .conflict, field: "pairing_id")
        }
    }

    @Test func aRefusalAndAnEndAreHeardByTheOtherDevice() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            for act in ["refusal", "cancellation"] {
                let paired = try await scene.pairing()
                let waiting = scene.claim(paired.claim)
                let tag = try await scene.tag(of: waiting)
                async let held = rig.send(waiting.waiting(20, knowing: tag))
                try await rig.untilHeld()
                let state = try await rig.done(act == "refusal" ? scene.refusal(paired.pairing) : scene.delete)
                #expect(state["status"]?.string == (act == "refusal" ? "offering" : "aborted"))
                #expect(try await held.json == ["status": "refused"])
            }
        }
    }

    @Test func whoeverLosesItsStandingEndsTheExtensionThatWaits() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let tag = try await scene.tag
            async let held = rig.send(scene.get.waiting(20, knowing: tag))
            try await rig.untilHeld()
            _ = try await rig.manage(.post("/v1/manage/users/\(scene.phone.user)/suspend"))
            #expect(try await held["status"]?.string == "aborted")
        }
    }

    /// Time alone changes what is seen: a code that is replaced, a pairing that nobody answered.
    @Test func aHeldAnswerIsGivenAtTheDeadlineOfItsCode() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            rig.clock.advance(seconds: 75)
            let tag = try await scene.tag
            let held = Task { try await rig.send(scene.get.waiting(30, knowing: tag)) }
            try await rig.untilHeld()
            let before = rig.clock.now
            let next = try await rig.server.passing { try await held.value }
            #expect(next.status == 200)
            #expect(next["rotation"] == 1)
            #expect(next["code"]?.string != scene.code)
            #expect(rig.clock.now.seconds - before.seconds <= 17, "at the code's end, not at the wait's")
        }
    }

    @Test func aHeldAnswerIsGivenAtTheDeadlineOfItsPairing() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let paired = try await scene.pairing()
            rig.clock.advance(seconds: 50)
            let waiting = scene.claim(paired.claim)
            let tag = try await scene.tag(of: waiting)
            let held = Task { try await rig.send(waiting.waiting(30, knowing: tag)) }
            try await rig.untilHeld()
            #expect(try await rig.server.passing { try await held.value }.json == ["status": "refused"])
        }
    }

    @Test func theSecondDeviceMayEndItsClaim() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let paired = try await scene.pairing()
            var end = scene.claim(paired.claim)
            end.method = "DELETE"
            for _ in 1...2 { #expect(try await rig.done(end).json == ["status": "refused"]) }
            let state = try await rig.done(scene.get)
            #expect(state["status"]?.string == "offering")
            #expect(state["rotation"] == 1, "as after any refusal, and only one")
        }
    }

    @Test func aWaitEndsInItsTimeWithNothingNew() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let tag = try await scene.tag
            #expect(tag == #"W/"1""#)
            let held = Task { try await rig.send(scene.get.waiting(5, knowing: tag)) }
            try await rig.untilHeld()
            let same = try await rig.server.passing { try await held.value }
            #expect(same.status == 304 && same.body.isEmpty)
            #expect(same.header("ETag") == tag)
            #expect(same.header("Preference-Applied") == "wait=5")
            #expect(rig.face.waitingCount == 0)
        }
    }

    /// Neither by time that changes nothing nor by what happens to others.
    @Test func nothingIsAskedOfTheRecordsWhileAnAnswerIsHeld() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let tag = try await scene.tag
            let held = Task { try await rig.send(scene.get.waiting(30, knowing: tag)) }
            try await rig.untilHeld()
            let other = try await ExtensionScene(rig, person: "bia")
            _ = try await other.pairing()
            _ = try await rig.done(other.delete)
            // Not the server's time: whoever was woken would have read by then.
            try await Task.sleep(for: .milliseconds(20))
            let before = rig.counted.reads
            for _ in 1...20 {
                rig.clock.advance(seconds: 1)
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(rig.counted.reads == before)
            #expect(rig.face.waitingCount == 1)
            _ = try await rig.done(scene.delete)
            #expect(try await held.value["status"]?.string == "aborted")
        }
    }

    @Test func aWaitEndsWhenTheServerStops() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let tag = try await scene.tag
            async let held = rig.send(scene.get.waiting(20, knowing: tag))
            try await rig.untilHeld()
            rig.face.endWaits()
            #expect(try await held.status == 304)
            #expect(try await rig.send(scene.get.waiting(20, knowing: tag)).status == 304, "and none begins")
        }
    }

    @Test func nobodyIsHeldWhoKnowsNothingOrForWhomNothingComes() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            #expect(try await rig.send(scene.get.waiting(20)).status == 200)
            #expect(try await rig.send(scene.get.waiting(20, knowing: #""7""#)).status == 200)
            let end = try await rig.done(scene.delete)
            #expect(end["status"]?.string == "aborted")
            #expect(try await rig.send(scene.get.waiting(20, knowing: try await scene.tag)).status == 304)
        }
    }

    @Test func eachTokenOpensItsOwnAndNothingElse() async throws {
        try await withSignIn { rig in
            let scene = try await ExtensionScene(rig)
            let other = try await ExtensionScene(rig, person: "bia")
            let paired = try await scene.pairing()
            let path = "/v2/extensions/\(scene.id)"
            for token in [other.token, "", "x", rig.apiToken, paired.claim["claim_token"]?.string ?? ""] {
                expectSignInRefusal(try await rig.send(.get(path).bearer(token)), 401, .invalidToken)
                expectSignInRefusal(try await rig.send(.delete(path).bearer(token)), 401, .invalidToken)
            }
            for call in [try scene.approval(paired.pairing), scene.refusal(paired.pairing)] {
                var stolen = call
                stolen.headers.removeAll { $0.name == "Authorization" }
                expectSignInRefusal(try await rig.send(stolen.bearer(other.token)), 401, .invalidToken)
                let nameless = try await rig.send(stolen)
                expectSignInRefusal(nameless, 401, .invalidToken)
                #expect(nameless.header("WWW-Authenticate") == #"Bearer realm="chave""#)
            }
            let claim = paired.claim["claim_id"]?.string ?? ""
            let stolen = try await rig.send(.get("/v2/extension-claims/\(claim)").bearer(scene.token))
            expectSignInRefusal(stolen, 401, .invalidToken)
            let ended = try await rig.send(.delete("/v2/extension-claims/\(claim)").bearer(scene.token))
            expectSignInRefusal(ended, 401, .invalidToken)
            #expect(
                stolen.header("WWW-Authenticate")?.hasPrefix(#"Bearer realm="chave", error="invalid_token""#) == true
            )
        }
    }
}
