import ChaveBase
import ChaveJOSE
import ChavePixModel
import ChaveWire
import SandboxCards
import SignInCore
import SignInModel
import Testing
import TokenActivationCore

@testable import CardsHTTP
@testable import HTTPKernel
@testable import ServerHost

/// A card becomes active in a wallet, over HTTP.
struct ActivationFlowTests {
    /// Each network by its own messages.
    @Test(arguments: [0, 1])
    func aHolderSeesWhatTheyAreAskedAndMakesItActive(_ place: Int) async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card(place))
            let preview = try await rig.send(ActivationRig.preview(payload, by: holder.token))
            #expect(preview.status == 200, "\(preview.text)")
            #expect(throws: Never.self) { try Schema.activationPreview.check(preview.json) }
            #expect(preview["lastFour"] == holder.cards[place]["lastFour"])
            #expect(preview["walletName"]?.string == "Carteira Jacarandá")
            #expect(preview["state"]?.string == "INACTIVE" && preview["expiresAt"] != nil)
            #expect(try await rig.state(payload) == .inactive)
            let done = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k-1"))
            #expect(done.status == 200, "\(done.text)")
            #expect(done.names == ["id", "tokenReferenceID", "state"])
            #expect(done["tokenReferenceID"]?.string == payload.tokenReferenceID && done["state"]?.string == "ACTIVE")
            #expect(try await rig.state(payload) == .active)
            let read = try await rig.send(.get("\(ActivationRig.collection)/\(done.id)").bearer(holder.token))
            #expect(read.status == 200 && read["tokenState"]?.string == "ACTIVE", "\(read.text)")
            #expect(throws: Never.self) { try Schema.tokenActivation.check(read.json) }
            #expect(rig.attempts.all == ["preview INACTIVE", "activate ACTIVE"])
        }
    }

    @Test func theSameAgainIsTheSameAnswerAndSoIsAnotherKeyForIt() async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card())
            let first = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k-1"))
            let again = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k-1"))
            let other = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k-2"))
            #expect(first.status == 200 && again.body == first.body && other.body == first.body)
            #expect(rig.notices.all.count == 1)
        }
    }

    @Test func aHundredAtOnceMakeOneActivation() async throws {
        var limits = AdmissionLimits.sandbox
        limits.activations = .none
        try await withActivations(admission: Admission(limits)) { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card())
            let replies = try await withThrowingTaskGroup(of: Reply.self) { group in
                for number in 1...100 {
                    let call = ActivationRig.activate(payload, by: holder.token, key: "k-\(number)")
                    group.addTask { try await rig.send(call) }
                }
                return try await group.reduce(into: [Reply]()) { $0.append($1) }
            }
            for reply in replies where reply.status != 200 { expectProblem(reply, .activationInProgress) }
            let ids = Set(replies.filter { $0.status == 200 }.map(\.id))
            #expect(ids.count == 1)
            #expect(try await rig.state(payload) == .active)
            #expect(rig.notices.all.count == 1)
        }
    }

    /// What the network has done is read, not guessed.
    @Test(arguments: [NetworkTemper.timesOutAfter, .timesOutBefore])
    func aNetworkThatBrokeOffIsAskedWhatIsTrue(_ temper: NetworkTemper) async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card(), temper)
            var reply = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k-1"))
            for _ in 0..<3 where reply.status == 503 {
                rig.clock.advance(seconds: 60)
                reply = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k-1"))
            }
            #expect(reply.status == 200 && reply["state"]?.string == "ACTIVE", "\(reply.text)")
            #expect(try await rig.state(payload) == .active)
        }
    }

    @Test func aHolderWhoSaysNoIsNotAskedAgain() async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card())
            let declined = try await rig.send(ActivationRig.decline(payload, by: holder.token, key: "k-1"))
            #expect(declined.status == 200 && declined["state"]?.string == "DECLINED", "\(declined.text)")
            #expect(try await rig.state(payload) == .inactive)
            let after = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k-2"))
            expectProblem(after, .stepUpClosed)
            #expect(rig.notices.all.isEmpty)
        }
    }

    @Test func aHolderSuspendsWhatTheyMadeActiveAndSeesItAmongTheirCards() async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card())
            let done = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k-1"))
            let path = "\(ActivationRig.collection)/\(done.id)/suspend"
            let suspended = try await rig.send(.post(path).bearer(holder.token))
            #expect(suspended.status == 200 && suspended["tokenState"]?.string == "SUSPENDED", "\(suspended.text)")
            #expect(try await rig.state(payload) == .suspended)
            let listed = try await rig.send(.get("/app2app/v1/cards").bearer(holder.token))
            #expect(throws: Never.self) { try Schema.cards.check(listed.json) }
            let tokens = listed["cards"]?.array?.first?["tokens"]?.array ?? []
            #expect(tokens.map { $0["state"]?.string } == ["SUSPENDED"])
        }
    }

    /// A token that is bound to a key opens nothing without a new proof for this address (RFC 9449, section 7).
    @Test func aBoundTokenNeedsItsKeyAtThisAddress() async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let key = try SigningKey(p256: [UInt8](repeating: 9, count: 32))
            let address = "\(TestServer.baseURL)/t/\(rig.signIn.home.text)/v2/token"
            let proof = try DPoPText.proof("POST", address, by: key, at: rig.clock.now, id: "p-1")
            let code = try await rig.signIn.code(holder.phone, rig.client)
            let exchanged = try await rig.signIn.done(rig.signIn.exchange(code, rig.client).with("DPoP", proof))
            let token = try #require(exchanged["access_token"]?.string)
            let cards = "/app2app/v1/cards"
            func ask(_ path: String, _ id: String) throws -> Call {
                let url = TestServer.baseURL + path
                let proof = try DPoPText.proof("GET", url, by: key, at: rig.clock.now, id: id, token: token)
                return Call.get(cards).with("Authorization", "DPoP \(token)").with("DPoP", proof)
            }
            let good = try ask(cards, "p-2")
            #expect(try await rig.send(good).status == 200)
            expectProblem(try await rig.send(good), .invalidToken)
            expectProblem(try await rig.send(try ask("/v2/userinfo", "p-3")), .invalidToken)
            expectProblem(try await rig.send(.get(cards).bearer(token)), .invalidToken)
        }
    }

    @Test func whoIsMailedIsToldWhichCardInWhichWalletAndHowToSuspendIt() async throws {
        try await withActivations { rig in
            let holder = try await rig.holder()
            let payload = try await rig.added(try holder.card())
            _ = try await rig.send(ActivationRig.activate(payload, by: holder.token, key: "k-1"))
            let notice = try #require(rig.notices.all.first)
            try await ActivationMail(signIn: rig.signIn.signIn, metrics: ServerMetrics()).send(notice)
            let mail = try #require(rig.signIn.mail.last)
            #expect(mail.recipient == "ana@example.com")
            #expect(mail.subject.contains("•••• \(notice.lastFour)"))
            for words in ["Carteira Jacarandá", "Relógio da Ana", notice.suspendAddress] {
                #expect(mail.text.contains(words), "\(words)")
            }
            #expect(notice.suspendAddress.hasPrefix("\(TestServer.baseURL)/issuer/suspend?token="))
        }
    }
}
