import Testing

@testable import ChaveDeviceKeys

@Suite struct PasskeyFaultTests {
    private static let assertion = PasskeyRequest.assertion(
        PasskeyAssertionRequest(relyingPartyID: "pay.example", challenge: [1], allowed: [], verification: .required)
    )
    private static let registration = PasskeyRequest.registration(
        PasskeyRegistrationRequest(
            relyingPartyID: "pay.example",
            challenge: [1],
            userID: [1],
            userName: "ana@example.com",
            verification: .required,
            excluded: []
        )
    )

    @Test(
        arguments: [
            (1000, .notAllowed, "code"), (1001, .userCancelled, "said no"), (1002, .notAllowed, "try again"),
            (1003, .notAllowed, "try again"), (1004, .notAssociated, "webcredentials:pay.example"),
            (1005, .notAllowed, "in front"), (1006, .credentialExcluded, "already holds"),
            (1007, .notAllowed, "1007"), (1010, .noDeviceLock, "code"), (-1, .notAllowed, "-1"),
        ] as [(Int, DeviceKeyError.Code, String)]
    )
    func eachNumberHasAMeaningAndARemedy(_ number: Int, _ code: DeviceKeyError.Code, _ words: String) {
        for request in [PasskeyFaultTests.assertion, PasskeyFaultTests.registration] {
            let error = PasskeyFault(domain: PasskeyFault.authorization, code: number).error(asking: request)
            #expect(error.code == code)
            #expect(error.message.contains(words))
            #expect(!error.message.contains("ana@example.com"))
        }
    }

    @Test func theDomainStandsInTheErrorOfAnAppThatIsNotAssociated() {
        let fault = PasskeyFault(domain: PasskeyFault.authorization, code: 1004)
        let message = fault.error(asking: PasskeyFaultTests.assertion).message
        #expect(message.contains("not associated with the domain: pay.example"))
        #expect(message.contains("https://pay.example/.well-known/apple-app-site-association"))
    }

    @Test func aCancelledAssertionMayAlsoHaveHadNoPasskey() {
        let fault = PasskeyFault(domain: PasskeyFault.authorization, code: 1001)
        #expect(fault.error(asking: PasskeyFaultTests.assertion).message.contains("no such passkey"))
        #expect(!fault.error(asking: PasskeyFaultTests.registration).message.contains("no such passkey"))
    }

    @Test(arguments: PasskeyFault.webKit) func anOlderSystemTellsOfAnExcludedPasskeyInWebKitsWords(_ domain: String) {
        let code = PasskeyFault(domain: domain, code: 8).error(asking: PasskeyFaultTests.registration).code
        #expect(code == .credentialExcluded)
    }

    @Test func aFaultOfAnotherDomainIsNamedAndNotGuessed() {
        let error = PasskeyFault(domain: "NSCocoaErrorDomain", code: 1001).error(asking: PasskeyFaultTests.assertion)
        #expect(error.code == .notAllowed)
        #expect(error.message.contains("NSCocoaErrorDomain 1001"))
    }

    @Test func withoutAWindowTheAppIsToldToGiveOne() {
        let error = PasskeyFault.noWindow.error(asking: PasskeyFaultTests.assertion)
        #expect(error.code == .notAllowed)
        #expect(error.message.contains("window"))
    }
}
