import ChaveBase
import ChavePix
import ChavePixModel
import ChaveTesting
import Testing

/// One word for what happens, and the launch argument that brings it.
struct PixTestScenarioTests {
    /// How the whole flow ends, in words.
    private func end(_ configuration: PixConfiguration) async throws -> String {
        let client = PixClient(configuration: configuration)
        let shop = Shop()
        var enrolled: EnrollmentResource?
        do {
            for try await step in client.enroll(try shop.newEnrollment()) {
                // The app opens the URL, and is called back with it.
                if case .redirect(let redirect) = step { redirect.complete(callbackURL: redirect.url) }
                if case .finished(let end) = step { enrolled = end }
            }
            guard let enrolled, enrolled.status == .succeeded else {
                return "enrollment \(enrolled?.statusReasonCode?.rawValue ?? "")"
            }
            return try await paymentEnd(client, enrolled.id)
        } catch let error as PixError {
            return error.code.description
        }
    }

    /// How a payment ends that needs no enrolling, in words.
    private func endOfPayment(_ configuration: PixConfiguration) async throws -> String {
        let client = PixClient(configuration: configuration)
        do {
            let known = try await client.enrollments(deviceID: try await client.deviceID())
            #expect(known.map(\.status) == [.succeeded])
            return try await paymentEnd(client, try #require(known.first).id)
        } catch let error as PixError {
            return error.code.description
        }
    }

    private func paymentEnd(_ client: PixClient, _ enrollment: EnrollmentID) async throws -> String {
        var paid: PaymentIntentResource?
        let payment = NewPayment(intent: try Shop().order(enrollment), accountTenure: Shop.tenure)
        for try await step in client.pay(payment) { if case .finished(let intent) = step { paid = intent } }
        return "payment \(paid?.failureCode?.rawValue ?? paid?.status.rawValue ?? "")"
    }

    private func expected(_ scenario: PixTestScenario) -> String {
        switch scenario {
        case .succeeds, .answerToPaymentLost: "payment SUCCEEDED"
        case .personCancels, .personCancelsPayment: "user_cancelled"
        case .noDeviceLock: "authenticator"
        case .bankRefusesEnrollment: "enrollment institution_policy"
        case .bankRefusesPayment: "payment insufficient_funds"
        case .bankNeverSettles: "payment PROCESSING"
        case .offline: "not_connected"
        }
    }

    @Test(arguments: PixTestScenario.allCases)
    func eachEndsAsItIsCalled(_ scenario: PixTestScenario) async throws {
        #expect(try await end(scenario.configuration()) == expected(scenario))
    }

    @Test func onlyThePaymentMayBeCancelled() async throws {
        let server = PixTestServer()
        let answer = PixTestScenario.personCancelsPayment.begin(on: server)
        let authenticator = TestAuthenticator(answer, clock: server.clock)
        let client = PixClient(configuration: .testing(server, authenticator: authenticator))
        let enrollment = try await Shop.enroll(client, at: server)
        #expect(await pixError { _ = try await paymentEnd(client, enrollment) }?.code == .userCancelled)
    }

    /// What ends an enrollment cannot happen any more.
    @Test(arguments: PixTestScenario.allCases)
    func eachPaymentOfAnEnrolledDeviceEndsAsItIsCalled(_ scenario: PixTestScenario) async throws {
        let words = scenario == .bankRefusesEnrollment ? "payment SUCCEEDED" : expected(scenario)
        #expect(try await endOfPayment(scenario.configurationOfEnrolledDevice()) == words)
    }

    #if DEBUG
        @Test func anArgumentBringsItAndNothingElseDoes() async throws {
            let configuration = try PixConfiguration.testing(ifAskedBy: ["App", "-ChaveTesting", "personCancels"])
            #expect(try await end(try #require(configuration)) == "user_cancelled")
            #expect(try PixConfiguration.testing(ifAskedBy: ["App", "personCancels"])?.baseURL == nil)
            #expect(try PixConfiguration.testing(ifAskedBy: [])?.baseURL == nil)
            let enrolled = ["App", "-ChaveTesting", "bankRefusesPayment", "-ChaveTestingEnrolled"]
            let paying = try #require(try PixConfiguration.testing(ifAskedBy: enrolled))
            #expect(try await endOfPayment(paying) == "payment insufficient_funds")
            for arguments in [["-ChaveTesting"], ["-ChaveTesting", "persons"], ["-ChaveTestingEnrolled"]] {
                #expect(throws: PixTestMisuse.self) { try PixConfiguration.testing(ifAskedBy: arguments) }
            }
        }
    #endif
}
