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
            var paid: PaymentIntentResource?
            let payment = NewPayment(intent: try shop.order(enrolled.id), accountTenure: Shop.tenure)
            for try await step in client.pay(payment) { if case .finished(let intent) = step { paid = intent } }
            return "payment \(paid?.failureCode?.rawValue ?? paid?.status.rawValue ?? "")"
        } catch let error as PixError {
            return error.code.description
        }
    }

    private func expected(_ scenario: PixTestScenario) -> String {
        switch scenario {
        case .succeeds, .answerToPaymentLost: "payment SUCCEEDED"
        case .personCancels: "user_cancelled"
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

    #if DEBUG
        @Test func anArgumentBringsItAndNothingElseDoes() async throws {
            let configuration = try PixConfiguration.testing(ifAskedBy: ["App", "-ChaveTesting", "personCancels"])
            #expect(try await end(try #require(configuration)) == "user_cancelled")
            #expect(try PixConfiguration.testing(ifAskedBy: ["App", "personCancels"])?.baseURL == nil)
            #expect(try PixConfiguration.testing(ifAskedBy: [])?.baseURL == nil)
            for arguments in [["-ChaveTesting"], ["-ChaveTesting", "persons"]] {
                #expect(throws: PixTestMisuse.self) { try PixConfiguration.testing(ifAskedBy: arguments) }
            }
        }
    #endif
}
