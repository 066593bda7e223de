import ChaveWire
import Testing

@testable import ChaveDeviceKeys

@Suite struct PasskeyAnswerTests {
    @Test func aRegistrationBecomesACredential() throws {
        let created = try PasskeyAnswer.registration.created(reportingProperties: false)
        #expect(created.id == [1])
        #expect(created.clientDataJSON == [2])
        #expect(created.attestationObject == [3])
        #expect(created.authenticatorAttachment == "platform")
        #expect(created.transports == ["internal"])
        #expect(created.clientExtensionResults["credProps"] == nil)
    }

    @Test func credPropsSaysThatAPasskeyIsDiscoverableWhenAsked() throws {
        let created = try PasskeyAnswer.registration.created(reportingProperties: true)
        #expect(created.clientExtensionResults["credProps"] == ["rk": true])
    }

    @Test func whatThePlatformsProviderAnsweredIsThePlatformsWhereTheSystemDoesNotTell() throws {
        let created = try answer(.registration(attestationObject: [3]), nil).created(reportingProperties: false)
        #expect(created.authenticatorAttachment == "platform")
        #expect(created.transports == ["internal"])
        let signed = PasskeyAnswer.Content.assertion(authenticatorData: [3], signature: [4], userHandle: nil)
        #expect(try answer(signed, nil).asserted().authenticatorAttachment == "platform")
    }

    @Test func aPasskeyOfAnotherDeviceIsAnErrorThatSaysSo() {
        let signed = PasskeyAnswer.Content.assertion(authenticatorData: [3], signature: [4], userHandle: nil)
        let errors = [
            #expect(throws: DeviceKeyError.self) {
                try answer(.registration(attestationObject: [3]), .crossPlatform).created(reportingProperties: true)
            },
            #expect(throws: DeviceKeyError.self) { try answer(signed, .crossPlatform).asserted() },
        ]
        for error in errors {
            #expect(error?.code == .notAllowed)
            #expect(error?.message.contains("another device") == true)
        }
    }

    @Test func anAssertionKeepsItsBytes() throws {
        let assertion = try PasskeyAnswer.assertion.asserted()
        #expect(assertion.id == [1])
        #expect(assertion.clientDataJSON == [2])
        #expect(assertion.authenticatorData == [3])
        #expect(assertion.signature == [4])
        #expect(assertion.userHandle == [5])
        #expect(assertion.authenticatorAttachment == "platform")
    }

    @Test(arguments: [nil, []] as [[UInt8]?]) func anEmptyUserHandleIsNone(_ handle: [UInt8]?) throws {
        let answer = answer(.assertion(authenticatorData: [3], signature: [4], userHandle: handle))
        #expect(try answer.asserted().userHandle == nil)
    }

    @Test(
        arguments: [
            .registration(attestationObject: nil), .registration(attestationObject: []),
            .assertion(authenticatorData: [3], signature: [4], userHandle: nil),
        ] as [PasskeyAnswer.Content]
    )
    func anAnswerThatIsNoRegistrationIsAnError(_ content: PasskeyAnswer.Content) {
        let error = #expect(throws: DeviceKeyError.self) { try answer(content).created(reportingProperties: true) }
        #expect(error?.code == .notAllowed)
    }

    @Test(
        arguments: [
            .registration(attestationObject: [3]),
            .assertion(authenticatorData: nil, signature: [4], userHandle: nil),
            .assertion(authenticatorData: [3], signature: nil, userHandle: nil),
            .assertion(authenticatorData: [], signature: [4], userHandle: nil),
            .assertion(authenticatorData: [3], signature: [], userHandle: nil),
        ] as [PasskeyAnswer.Content]
    )
    func anAnswerThatIsNoAssertionIsAnError(_ content: PasskeyAnswer.Content) {
        let error = #expect(throws: DeviceKeyError.self) { try answer(content).asserted() }
        #expect(error?.code == .notAllowed)
    }

    private func answer(
        _ content: PasskeyAnswer.Content,
        _ told: PasskeyAnswer.Attachment? = .platform
    ) -> PasskeyAnswer {
        PasskeyAnswer(id: [1], clientDataJSON: [2], told: told, content: content)
    }
}
