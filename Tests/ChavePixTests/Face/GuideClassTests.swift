import BiometricPixSDK
import ChaveBase
import ChaveSoftwareAuthenticator
import ChaveTransport
import Foundation
import Testing

@testable import ChavePix

/// Implements the other success only.
private final class OneValueListener: FidoRegistrationCallback, @unchecked Sendable {
    // Unchecked: written before the semaphore is signalled, read after it was waited for.
    private(set) var response: AttestationResponse?
    let arrived = DispatchSemaphore(value: 0)

    func onSuccess(response: AttestationResponse) {
        self.response = response
        arrived.signal()
    }
    func onError(error: String) { arrived.signal() }
}

/// Implements neither success.
private final class MuteListener: FidoRegistrationCallback, @unchecked Sendable {
    // Unchecked: written before the semaphore is signalled, read after it was waited for.
    private(set) var errors: [String] = []
    let arrived = DispatchSemaphore(value: 0)

    func onError(error: String) {
        errors.append(error)
        arrived.signal()
    }
}

/// Serialised: each test blocks threads, as apps do.
@Suite(.serialized) struct GuideClassTests {
    /// The seven steps, then the four.
    @Sendable private static func wholeFlow(_ sdk: BiometricPixSDK) throws -> Bool {
        let institution = try #require(try sdk.getPaymentInstitutions().first)
        let enrollment = try sdk.createEnrollment(
            cpf: Rig.cpf,
            institution: institution.id,
            accountTenure: "2024-11-26",
            callbackUrl: "https://shop.example/callback"
        )
        #expect(enrollment.details.redirectUrl == enrollment.redirectUrl)
        let back = try sdk.completeEnrollmentAfterRedirection(callbackUrl: Rig.callback)
        #expect(back.status == "PENDING")
        let options = try #require(sdk.getFidoRegistrationOptions(enrollmentId: enrollment.id))
        let registering = Listener()
        try sdk.startRegistration(fidoResponseString: options.toJsonString(), callback: registering)
        guard case .registered(let credential, let response) = registering.wait() else { return false }
        #expect(sdk.confirmEnrollment(enrollmentId: enrollment.id, credential: credential, response: response))
        let listed = try sdk.listEnrollments(deviceId: enrollment.details.riskSignals.deviceId)
        #expect(listed.first?.institution?.displayName == "Jequitibá")
        let intent = try sdk.createPaymentIntent(payload: payload(enrollment.id, 12.34))
        let sign = try #require(intent.paymentMethodInformation?.openFinanceBiometricPix?.fidoOptions)
        let signing = Listener()
        try sdk.startSigning(
            fidoResponseString: sign.toJsonString(),
            fallbackCredential: nil,
            callback: signing
        )
        guard case .signed(let assertion) = signing.wait() else { return false }
        #expect(assertion.rawId == assertion.encodedId)
        let signals = try sdk.collectRiskSignals(accountTenure: "2024-11-26")
        #expect(registering.count == 1 && signing.count == 1)
        #expect(!registering.wasOnMain && !signing.wasOnMain)
        return sdk.authorizePaymentIntent(
            paymentIntentId: intent.id,
            payload: AuthorizePaymentIntentPayload(platform: "ios", riskSignals: signals, assertion: assertion)
        )
    }

    private static func payload(_ enrollment: String, _ amount: Double) -> CreatePaymentIntentPayload {
        CreatePaymentIntentPayload(
            amount: amount,
            customer: Customer(identifier: Rig.cpf),
            description: "A book",
            statementDescription: "BOOKS",
            allowedPaymentMethodTypes: ["open_finance_biometric_pix"],
            paymentMethodDetails: PaymentMethodDetails(
                openFinanceBiometricPix: OpenFinanceBiometricPixPaymentMethodDetails(
                    beneficiaryBankAccount: FakeServer.beneficiaryText,
                    enrollment: enrollment
                )
            ),
            confirm: true
        )
    }

    @Test func theWholeFlowEndsOnAThreadOfItsOwn() async throws {
        let rig = try Rig()
        let sdk = rig.sdk()
        #expect(try await onThread { try Self.wholeFlow(sdk) })
        #expect(sdk.lastOutcome == .succeeded)
        #expect(rig.server.state.withLock { $0.authorizations } == 1)
    }

    @Test(arguments: [("ios", "IOS"), ("Android", "ANDROID"), ("BROWSER", "BROWSER")])
    func thePlatformOfTheAuthorizationIsSentAsGiven(_ given: String, _ sent: String) async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        let sdk = rig.sdk()
        let isPaid = try await onThread {
            let payload = AuthorizePaymentIntentPayload(
                platform: given,
                riskSignals: try sdk.collectRiskSignals(accountTenure: "2024-11-26"),
                assertion: signed.assertionResponse
            )
            return sdk.authorizePaymentIntent(paymentIntentId: signed.intentText, payload: payload)
        }
        #expect(isPaid)
        let body = try #require(rig.server.requests(.post, "/authorize/").first?.body)
        #expect(String(decoding: body, as: UTF8.self).contains(#""platform":"\#(sent)""#))
    }

    @Test func whatTheServerSaysOfPayerAndNotesComesThrough() async throws {
        let rig = try Rig()
        let signed = try await rig.signed()
        rig.server.annotate()
        let sdk = rig.sdk()
        let (enrollment, intent) = try await onThread {
            (
                try #require(try sdk.listEnrollments(deviceId: "any").first),
                try sdk.getPaymentIntent(paymentIntentId: signed.intentText)
            )
        }
        #expect(enrollment.metadata == ["order": "7"])
        let account = try #require(enrollment.details.payerInformation?.bankAccount)
        #expect(account.agency == "1234")
        #expect(account.number == "*****6789")
        #expect(account.accountType == "CHECKINGS")
        #expect(account.institutionId != nil)
        #expect(intent.metadata == ["cart": "8"])
        let kept = try JSONDecoder().decode(Enrollment.self, from: JSONEncoder().encode(enrollment))
        #expect(kept == enrollment)
    }

    @Test @MainActor func theWholeFlowEndsOnTheMainThread() throws {
        #expect(try Self.wholeFlow(try Rig().sdk()))
    }

    @Test func blockingCallsInsideACallbackEnd() async throws {
        let rig = try Rig()
        let sdk = rig.sdk()
        let found = Locked(0)
        let listener = Listener { _ in
            let count = (try? sdk.getPaymentInstitutions().count) ?? 0
            found.withLock { $0 = count }
        }
        try sdk.startRegistration(fidoResponseString: FakeServer.creationOptionsText, callback: listener)
        _ = try await onThread { listener.wait() }
        #expect(found.withLock { $0 } == 2)
    }

    @Test func fiftyThreadsAtOnceEnd() async throws {
        let rig = try Rig()
        let sdk = rig.sdk()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask { try await onThread { try sdk.getPaymentInstitutions().count } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 2, count: 50))
    }

    @Test func theCallbackThatTakesOneValueIsCalledInPlace() async throws {
        let sdk = try Rig().sdk()
        let listener = OneValueListener()
        try sdk.startRegistration(fidoResponseString: FakeServer.creationOptionsText, callback: listener)
        try await onThread { listener.arrived.wait() }
        let response = try #require(listener.response)
        #expect(response.rawId == response.encodedId)
        #expect(!response.encodedAttestationObject.isEmpty)
    }

    @Test func aCallbackWithoutSuccessIsToldOnce() async throws {
        let sdk = try Rig().sdk()
        let listener = MuteListener()
        try sdk.startRegistration(fidoResponseString: FakeServer.creationOptionsText, callback: listener)
        try await onThread { listener.arrived.wait() }
        #expect(listener.errors.count == 1)
    }

    @Test func theCallbackObjectLivesUntilItWasCalled() async throws {
        let sdk = try Rig().sdk()
        let arrived = Locked(false)
        func begin() throws {
            let listener = Listener { _ in arrived.withLock { $0 = true } }
            try sdk.startRegistration(fidoResponseString: FakeServer.creationOptionsText, callback: listener)
        }
        try begin()
        try await eventually { arrived.withLock({ $0 }) }
    }

    @Test func aPersonWhoSaysNoIsAnErrorCallback() async throws {
        let sdk = try Rig(gesture: .always(.cancelled)).sdk()
        let listener = Listener()
        try sdk.startRegistration(fidoResponseString: FakeServer.creationOptionsText, callback: listener)
        guard case .failed = try await onThread({ listener.wait() }) else {
            Issue.record("no error was called back")
            return
        }
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"challenge":1}"#]) func unreadableOptionsAreThrownAtOnce(_ text: String)
        throws
    {
        let sdk = try Rig().sdk()
        #expect { try sdk.startRegistration(fidoResponseString: text, callback: Listener()) } throws: { error in
            guard case .invalidParameters = error as? BiometricPixSDKError else { return false }
            return true
        }
        #expect(throws: BiometricPixSDKError.self) {
            try sdk.startSigning(fidoResponseString: text, fallbackCredential: nil, callback: Listener())
        }
    }

    @Test(arguments: [nil, "", " ", "!!", "não é base64url", "====", "AA=="])
    func aFallbackThatNamesNoCredentialIsNone(_ fallback: String?) async throws {
        let rig = try Rig()
        let options = try await rig.signed().signOptionsText()
        let sdk = rig.sdk()
        let listener = Listener()
        try sdk.startSigning(fidoResponseString: options, fallbackCredential: fallback, callback: listener)
        guard case .signed = try await onThread({ listener.wait() }) else {
            Issue.record("it was not signed")
            return
        }
    }

    @Test func cleanupEndsTheSessionThatTheSDKMadeItself() async throws {
        let own = BiometricPixSDK(accessToken: "token")
        let transport = own.client.configuration.transport
        own.cleanup()
        let request = HTTPRequest(method: .get, url: "http://127.0.0.1:1/")
        await #expect(throws: TransportError(.cancelled, mayHaveReachedServer: false)) {
            try await transport.send(request)
        }
    }

    @Test func cleanupLeavesASharedTransportOpen() async throws {
        let rig = try Rig()
        let one = rig.sdk()
        let other = rig.sdk()
        one.cleanup()
        #expect(!rig.server.state.withLock { $0.isInvalidated })
        #expect(try await onThread { try other.getPaymentInstitutions().count } == 2)
    }

    @Test func callbacksComeOnTheQueueThatTheConfigurationNames() async throws {
        var rig = try Rig()
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "app")
        queue.setSpecific(key: key, value: true)
        rig.configuration.callbackQueue = queue
        let sdk = rig.sdk()
        let isThere = await withCheckedContinuation { continuation in
            sdk.requestPermission { granted in
                continuation.resume(returning: granted && DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isThere)
    }
}
