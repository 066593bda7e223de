import ChaveBase
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// Everything that a test can order to go wrong, each seen by a client as it would be with the real server.
struct OrderedFailureTests {
    /// One of each; a new one without a case here goes unseen.
    enum Failure: CaseIterable {
        case offline, answerLost, timesOut, tokenExpired, rateLimited, serverError, institutionUnavailable, gateway
        case unreadable, invalidField, unprocessable

        var order: PixTestFailure {
            switch self {
            case .offline: .offline
            case .answerLost: .answerLost
            case .timesOut: .timesOut
            case .tokenExpired: .tokenExpired
            case .rateLimited: .rateLimited(retryAfterSeconds: 7)
            case .serverError: .serverError
            case .institutionUnavailable: .institutionUnavailable
            case .gateway: .gateway(503)
            case .unreadable: .unreadable
            case .invalidField: .refused(400, .invalid, "Send a name.", field: "details.name")
            case .unprocessable:
                .refused(
                    422,
                    [
                        APIErrorItem(requestID: "", code: .invalid, message: "One."),
                        APIErrorItem(requestID: "", code: .required, message: "Two.", field: "amount"),
                    ]
                )
            }
        }

        /// What a call says that meets it once; `nil` where the client's own retry mends it.
        var code: PixError.Code? {
            switch self {
            case .offline, .answerLost, .timesOut, .tokenExpired, .rateLimited, .institutionUnavailable, .gateway: nil
            case .serverError, .unreadable: .outcomeUnknown
            case .invalidField, .unprocessable: .invalidParameters
            }
        }
    }

    @Test(arguments: Failure.allCases)
    func aCallThatMeetsItOnceSaysSo(_ failure: Failure) async throws {
        let shop = Shop()
        let client = shop.client()
        shop.server.fail(.createEnrollment, failure.order)
        #expect(shop.server.openFailures == [.createEnrollment])
        if let code = failure.code {
            let error = await pixError { _ = try await client.createEnrollment(try shop.newEnrollment()) }
            #expect(error?.code == code)
        } else {
            let created = try await client.createEnrollment(try shop.newEnrollment())
            #expect(created.status == .pending)
            #expect(shop.server.count(of: .createEnrollment) == 2)
        }
        #expect(shop.server.openFailures.isEmpty)
        let worked: [Failure] = [.answerLost, .unreadable]
        let isMade = failure.code == nil || worked.contains(failure)
        #expect(shop.server.enrollments.count == (isMade ? 1 : 0), "at most one, whatever was repeated")
    }

    @Test func theItemsOfARefusalArriveWithARequestID() async throws {
        let shop = Shop()
        let client = shop.client()
        shop.server.fail(.createEnrollment, Failure.unprocessable.order)
        let error = await pixError { _ = try await client.createEnrollment(try shop.newEnrollment()) }
        #expect(error?.status == 422)
        #expect(error?.items.map(\.code) == [.invalid, .required])
        #expect(error?.items.map(\.field) == [nil, "amount"])
        #expect(error?.items.allSatisfy { $0.requestID.utf8.count == 32 } == true)
    }

    @Test func failuresComeInTheirOrderAndNoMoreOftenThanOrdered() async throws {
        let shop = Shop()
        let client = shop.client()
        shop.server.fail(.listInstitutions, .offline, times: 2)
        shop.server.fail(.listInstitutions, .rateLimited(retryAfterSeconds: 3))
        #expect(try await client.institutions().count == 2)
        #expect(shop.server.requests.map(\.status) == [nil, nil, 429, 200])
        #expect(shop.server.clock.pauses.last.map { (3_000...3_150).contains($0) } == true)
        shop.server.fail(.listInstitutions, .offline, times: 0)
        #expect(shop.server.openFailures.isEmpty)
    }

    @Test func anExpiredTokenIsRenewedOnce() async throws {
        let shop = Shop()
        let client = shop.client()
        shop.server.expireTokens()
        #expect(try await client.institutions().count == 2)
        #expect(shop.server.requests.map(\.status) == [401, 200])
    }

    @Test func aTokenThatNobodyRenewsEndsTheCall() async throws {
        var shop = Shop()
        shop.configuration.tokenProvider = nil
        let client = shop.client(token: shop.server.makeAccessToken(lifetimeSeconds: 60))
        #expect(try await client.institutions().count == 2)
        shop.server.clock.advance(milliseconds: 60_000)
        let error = await pixError { _ = try await client.institutions() }
        #expect(error?.code == .authentication)
        #expect(await pixError { _ = try await shop.client(token: "made up").institutions() }?.code == .authentication)
    }

    @Test func aPaymentWhoseAnswersAreLostIsPaidOnceAndKnown() async throws {
        let shop = Shop()
        let client = shop.client()
        let enrollment = try await shop.enrolled(client)
        shop.server.fail(.authorizePaymentIntent, .answerLost, times: 4)
        let paid = try await shop.pay(client, from: enrollment)
        #expect(paid.status == .succeeded)
        #expect(shop.server.count(of: .authorizePaymentIntent) == 4)
        #expect(shop.server.paymentIntents.count == 1)
    }

    @Test func whatNobodyKnowsIsCarriedOverARestartOfTheApp() async throws {
        let shop = Shop()
        let client = shop.client()
        shop.server.fail(.createEnrollment, .answerLost, times: 4)
        let new = try shop.newEnrollment()
        let error = await pixError { _ = try await client.createEnrollment(new) }
        #expect(error?.code == .outcomeUnknown)
        let restarted = shop.client()
        #expect(try await restarted.pendingRequests().count == 1)
        #expect(try await restarted.createEnrollment(new).status == .pending)
        #expect(shop.server.enrollments.count == 1)
        #expect(shop.server.requests.contains { $0.isReplay })
    }

    @Test func aServerThatNeverAnswersIsLeftWhenTheTaskIs() async throws {
        let shop = Shop()
        let client = shop.client()
        shop.server.fail(.listInstitutions, .neverAnswered)
        let asking = Task { try await client.institutions() }
        while shop.server.requests.isEmpty { await Task.yield() }
        asking.cancel()
        #expect(await pixError { _ = try await asking.value }?.code == .cancelled)
    }

    @Test func aTransportThatWasInvalidatedSendsNothing() async throws {
        let shop = Shop()
        shop.server.invalidate()
        #expect(await pixError { _ = try await shop.client().institutions() }?.code == .cancelled)
        #expect(shop.server.requests.isEmpty)
    }
}
