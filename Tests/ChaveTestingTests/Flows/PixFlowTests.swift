import ChaveBase
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// What the documentation promises: whole flows without network, bank, telephone or waiting.
struct PixFlowTests {
    @Test func theSevenAndTheFourStepsEndWell() async throws {
        let shop = Shop()
        let client = shop.client()
        #expect(try await client.institutions().map(\.displayName) == ["Jequitibá", "Ipê"])
        #expect(try await client.requestPermission())
        let enrollment = try await shop.enrolled(client)
        let paid = try await shop.pay(client, from: enrollment)
        #expect(paid.status == .succeeded)
        #expect(paid.amount.decimal == "12.34")
        #expect(paid.charges.map(\.status) == [.succeeded])
        #expect(shop.authenticator.questions.map(\.ceremony) == [.registration, .authentication])
        #expect(shop.server.paymentIntents.map(\.id) == [paid.id])
    }

    @Test func theStreamsTellEachStep() async throws {
        let shop = Shop()
        let client = shop.client()
        var steps: [String] = []
        for try await step in client.enroll(try shop.newEnrollment()) {
            if case .redirect(let redirect) = step {
                redirect.complete(callbackURL: try shop.server.approve(redirect.url))
            }
            if case .finished(let enrollment) = step { #expect(enrollment.status == .succeeded) }
            steps.append("\(step)".prefix { $0 != "(" }.description)
        }
        #expect(
            steps == ["created", "redirect", "redirected", "optionsReceived", "credentialMade", "finished"]
        )
        let enrollment = try #require(shop.server.enrollments.first)
        let payment = NewPayment(intent: try shop.order(enrollment.id), accountTenure: Shop.tenure)
        var end: PaymentIntentStatus?
        for try await step in client.pay(payment) {
            if case .finished(let intent) = step { end = intent.status }
        }
        #expect(end == .succeeded)
    }

    @Test func anAppThatOpensTheRedirectIsCalledBackAtOnce() async throws {
        let shop = Shop()
        shop.server.setBank { $0.redirection = .straightBack }
        let client = shop.client()
        let created = try await client.createEnrollment(try shop.newEnrollment())
        let url = try #require(created.details.redirectURL)
        #expect(url.hasPrefix(Shop.callback + "?state="))
        #expect(try await client.completeRedirection(callbackURL: url).status == .pending)
        #expect(try await client.registrationOptions(created.id).relyingPartyID == "bank.chave.test")
    }

    @Test func timePassesByPausesOnly() async throws {
        let shop = Shop()
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        _ = try await shop.pay(client, from: enrollment)
        let bank = shop.server.bank
        let least =
            (bank.optionsAfterMilliseconds ?? 0) + bank.verdictAfterMilliseconds + bank.settlementAfterMilliseconds
        #expect(shop.server.clock.elapsedMilliseconds == least, "held answers come when the bank decides")
    }

    @Test func aServerThatHoldsNothingIsAskedAgainAndAgain() async throws {
        var shop = Shop()
        shop.configuration.polling.preferredWaitSeconds = 0
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        #expect(try await shop.pay(client, from: enrollment).status == .succeeded)
        #expect(shop.server.count(of: .registrationOptions) == 3)
        #expect(shop.server.count(of: .readPaymentIntent) == 2)
    }

    @Test func theSameSeedGivesTheSameIDs() async throws {
        var ids: [[String]] = []
        for _ in 0..<2 {
            let shop = Shop()
            let client = shop.client()
            let enrollment = try await shop.enrolled(client)
            let paid = try await shop.pay(client, from: enrollment)
            let credential = try #require(shop.authenticator.credentialIDs.first)
            ids.append([enrollment.text, paid.id.text, "\(credential)"])
        }
        #expect(ids[0] == ids[1])
        #expect(PixTestServer(seed: 1).makeAccessToken() != PixTestServer(seed: 2).makeAccessToken())
    }

    @Test func byHandAWaitEndsWhenTheTestSaysSo() async throws {
        let shop = Shop(.byHand)
        shop.server.setBank { bank in
            bank.optionsAfterMilliseconds = 0
            bank.verdictAfterMilliseconds = 0
            bank.settlement = .neverAnswers
        }
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        let paying = Task { try await shop.pay(client, from: enrollment) }
        await shop.server.clock.someoneToPause()
        let intent = try #require(shop.server.paymentIntents.first)
        #expect(intent.status == .processing)
        try shop.server.settle(intent.id, .settles)
        #expect(try await paying.value.status == .succeeded)
        #expect(shop.server.clock.elapsedMilliseconds == 0)
    }
}
