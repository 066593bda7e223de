import ChaveBase
import ChaveWire
import PaymentsModel
import SandboxCards
import SignInCore
import SignInModel
import Testing
import TokenActivationCore

@testable import CardsHTTP
@testable import HTTPKernel

/// Everything that may be refused below `/app2app`, each by its own fault.
struct ActivationRefusalTests {
    /// What is told by itself, beside the holder's own requests.
    private static let byHTTPAlone: Set<ProblemCode> = [.tooManyRequests, .serverError]

    @Test(arguments: ProblemCode.allCases.filter { !byHTTPAlone.contains($0) })
    func eachFaultIsNamed(_ code: ProblemCode) async throws {
        try await withActivations { rig in
            let scene = try await Scene(rig)
            let reply = try await scene.reply(for: code)
            expectProblem(reply, code)
            for sent in scene.payload.texts {
                #expect(!reply.text.contains(sent), "\(code.rawValue) tells what was sent")
            }
        }
    }

    /// Nothing was done and nothing will be: the same key is as free as before, and the sweep finds nothing to do.
    @Test func aNetworkThatCannotBeReadLeavesNothingBehind() async throws {
        try await withActivations { rig in
            let scene = try await Scene(rig)
            expectProblem(try await scene.reply(for: .networkUnavailable), .networkUnavailable)
            #expect(try await rig.activations.finishWhatWasLeft() == 0)
            #expect(try await rig.state(scene.payload) == .inactive)
            let again = ActivationRig.activate(scene.payload, by: scene.holder.token, key: "k")
            #expect(try await rig.send(again).status == 200)
        }
    }

    @Test func whatTheRulesRefuseHasACodeOfTheSameName() {
        for code in ActivationRefusal.Code.allCases where code != .linkInvalid {
            let problem = Problem(anything: ActivationRefusal(code), freshSeconds: 300)
            #expect(problem.code.rawValue == code.rawValue)
        }
    }

    @Test func whatFailsOnOurSideIsSaidWithoutAWordOfWhatItWas() {
        struct Secret: Error { let text = "secret" }
        #expect(Problem(anything: Secret(), freshSeconds: 1).code == .serverError)
        let fault = ActivationFault(underlying: Secret())
        #expect(Problem(anything: fault, freshSeconds: 1).code == .temporarilyUnavailable)
        #expect(Problem(anything: SignInFault.contended, freshSeconds: 1).code == .temporarilyUnavailable)
        #expect(Problem(anything: OAuthError(.serverError, "x", status: 500), freshSeconds: 1).code == .serverError)
    }

    @Test func whoAsksTooOftenIsToldWhenToComeAgain() async throws {
        var limits = AdmissionLimits.sandbox
        limits.address = RateLimit(perSecond: 0.001, burst: 2)
        try await withActivations(admission: Admission(limits)) { rig in
            let somewhere = IPAddress("203.0.113.7")
            for _ in 1...2 {
                expectProblem(try await rig.send(.get("/app2app/v1/cards"), from: somewhere), .invalidToken)
            }
            expectProblem(try await rig.send(.get("/app2app/v1/cards"), from: somewhere), .tooManyRequests)
        }
    }

    /// Each attempt leaves something behind; reading leaves nothing, and others have rates of their own.
    @Test func whoTriesTooOftenIsToldWhenToComeAgain() async throws {
        try await withActivations { rig in
            let (ana, rui) = (try await rig.holder(), try await rig.holder("rui"))
            let payload = try await rig.added(try ana.card())
            for _ in 1...30 {
                #expect(try await rig.send(ActivationRig.preview(payload, by: ana.token)).status == 200)
            }
            let activate = ActivationRig.activate(payload, by: ana.token, key: "k")
            let refused = try await rig.send(activate)
            expectProblem(refused, .tooManyRequests)
            #expect(refused.header("Retry-After") == "1")
            #expect(try await rig.state(payload) == .inactive)
            #expect(try await rig.send(.get("/app2app/v1/cards").bearer(ana.token)).status == 200)
            expectProblem(try await rig.send(ActivationRig.preview(payload, by: rui.token)), .cardNotFound)
            rig.clock.advance(seconds: 1)
            #expect(try await rig.send(activate).status == 200)
        }
    }

    /// An app that asks for activations without end does not keep its holder from suspending, nor the other way round.
    @Test func whoTriesTooOftenCanStillSuspend() async throws {
        try await withActivations { rig in
            let ana = try await rig.holder()
            let payload = try await rig.added(try ana.card())
            let active = try await rig.send(ActivationRig.activate(payload, by: ana.token, key: "k"))
            for _ in 1...30 { _ = try await rig.send(ActivationRig.preview(payload, by: ana.token)) }
            expectProblem(try await rig.send(ActivationRig.preview(payload, by: ana.token)), .tooManyRequests)
            let suspend = Call.post("\(ActivationRig.collection)/\(active.id)/suspend").bearer(ana.token)
            for _ in 1...30 { #expect(try await rig.send(suspend).status == 200) }
            expectProblem(try await rig.send(suspend), .tooManyRequests)
            rig.clock.advance(seconds: 1)
            #expect(try await rig.send(suspend).status == 200)
        }
    }

    /// A stranger learns nothing of a card by asking, and cannot lock it.
    @Test func anotherHoldersCardIsAsUnknownAsOneThatIsNowhere() async throws {
        try await withActivations { rig in
            let (ana, rui) = (try await rig.holder(), try await rig.holder("rui"))
            let payload = try await rig.added(try ana.card())
            let nowhere = payload.with(\.panReferenceID, "V-0000000000000000000000")
            for number in 1...5 {
                let theirs = try await rig.send(ActivationRig.activate(payload, by: rui.token, key: "a-\(number)"))
                let unknown = try await rig.send(ActivationRig.activate(nowhere, by: rui.token, key: "b-\(number)"))
                expectProblem(theirs, .cardNotFound)
                #expect(theirs.withoutID == unknown.withoutID)
                #expect(theirs.answer.headers.map(\.name) == unknown.answer.headers.map(\.name))
            }
            let withoutCard = payload.with(\.panReferenceID, nil)
            expectProblem(
                try await rig.send(ActivationRig.activate(withoutCard, by: rui.token, key: "c")),
                .tokenNotFound
            )
            let own = try await rig.send(ActivationRig.activate(payload, by: ana.token, key: "d"))
            #expect(own.status == 200, "\(own.text)")
            let read = Call.get("\(ActivationRig.collection)/\(own.id)")
            expectProblem(try await rig.send(read.bearer(rui.token)), .activationNotFound)
            let suspend = Call.post("\(ActivationRig.collection)/\(own.id)/suspend")
            expectProblem(try await rig.send(suspend.bearer(rui.token)), .activationNotFound)
            #expect(try await rig.state(payload) == .active)
        }
    }

    @Test func aTokenOfAnotherTenantIsNone() async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let headers = TokenRequestHeaders(authorization: "Bearer \(holder.token)")
            func found(_ tenant: TenantID) async throws -> TokenHolder {
                try await rig.signIn.signIn.holder(
                    of: headers,
                    method: "GET",
                    path: "/app2app/v1/cards",
                    tenant: tenant
                )
            }
            let own = try await found(rig.signIn.home)
            #expect(own.user == holder.phone.user && own.client == rig.client && own.tenant == rig.signIn.home)
            await #expect(throws: OAuthError.self) { try await found(rig.signIn.rival) }
            expectProblem(try await rig.send(.get("/app2app/v1/cards").bearer(rig.signIn.rivalToken)), .invalidToken)
        }
    }

    /// The ways to prove oneself are told to whoever did not, and why it was not enough to whoever did (RFC 9470).
    @Test func aChallengeSaysHowOldASignInMayBe() async throws {
        try await withActivations { rig in
            let none = try await rig.send(.get("/app2app/v1/cards"))
            let ways = none.answer.headers.filter { $0.name == "WWW-Authenticate" }.map(\.value)
            #expect(ways == [#"Bearer realm="chave""#, #"DPoP realm="chave", algs="ES256""#])
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card())
            rig.clock.advance(seconds: 301)
            let old = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k"))
            expectProblem(old, .insufficientUserAuthentication)
            #expect(
                old.header("WWW-Authenticate")
                    == #"Bearer realm="chave", error="insufficient_user_authentication", max_age=300"#
            )
            #expect(try await rig.send(ActivationRig.preview(payload, by: holder.token)).status == 200)
            let fresh = try await rig.token(of: holder.phone)
            #expect(try await rig.send(ActivationRig.activate(payload, by: fresh, key: "k")).status == 200)
        }
    }

    @Test(arguments: ActivationPayload.members.map { $0.name })
    func whatMayBeACardNumberIsRefusedInEveryMember(_ member: String) async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card())
            for number in ["4111111111111111", "4111 1111-1111.1111", "４１１１１１１１１１１１１１１１"] {
                let planted = payload.json.replacing([member], with: .string(number))
                let call = Call.post(ActivationRig.collection, planted, key: "k").bearer(holder.token)
                let reply = try await rig.send(call)
                expectProblem(reply, .cardNumberRefused, pointer: "#/\(member)")
                #expect(!reply.text.contains("1111"))
            }
            #expect(try await rig.state(payload) == .inactive)
        }
    }

    @Test func norMayOneStandInWhatIsLeftAlone() async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card()).json
            let harmless: JSONValue = ["version": "2", "more": [1, true, .null, ["a": "b"]]]
            for (extra, isRefused) in [
                ("4111111111111111" as JSONValue, true), (["deep": ["4111 1111 1111 1111"]], true),
                (["4111111111111111": "name"], true), (Bodies.number("4111111111111111"), true), (harmless, false),
            ] {
                let call = Call.post("\(ActivationRig.collection)/preview", payload.replacing(["extra"], with: extra))
                let reply = try await rig.send(call.bearer(holder.token))
                if isRefused { expectProblem(reply, .cardNumberRefused) } else { #expect(reply.status == 200) }
                #expect(!reply.text.contains("1111"))
            }
        }
    }

    @Test(arguments: [
        "", "x", "[]", "null", "7", #"{"deviceIndex":1}"#, #"{"deviceID":["a"]}"#, #"{"deviceID":"a","deviceID":"b"}"#,
        #"{"deviceID":"a""#, #"{"reasonCode":{"a":1}}"#, "{}{}", "{\"deviceID\":\"\u{7}\"}",
    ])
    func aBodyThatIsNoPayloadIsRefused(_ body: String) async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let call = Call.post(ActivationRig.collection, text: body, key: "k").bearer(holder.token)
            expectProblem(try await rig.send(call), .invalidPayload)
        }
    }
}

extension Reply {
    /// What it says, but for which request it answers.
    fileprivate var withoutID: JSONValue { json.replacing(["request_id"], with: nil) }
}

extension ActivationPayload {
    /// What nobody else may read, and no answer tells again.
    var texts: [String] {
        [panReferenceID, tokenRequestorID, tokenReferenceID, walletAccountID, deviceID].compactMap(\.self)
    }
}
