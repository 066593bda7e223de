import ChaveBase
import ChaveDeviceKeys
import ChavePixModel
import Foundation
import Testing

@testable import BiometricPixSDK
@testable import ChavePix

/// What a person is told of a failure, in both languages.
@Suite struct SpokenErrorTests {
    private static let codes: [PixError.Code] = [
        .userCancelled, .cancelled, .closed, .authentication, .configuration, .invalidParameters, .notFound, .conflict,
        .enrollmentEnded, .refused, .notConnected, .timedOut, .serverUnavailable, .rateLimited, .outcomeUnknown,
        .unreadableAnswer, .authenticator,
    ]

    /// The codes by their source, so that a new one without texts fails here.
    @Test func everyCodeHasATextInBothLanguages() throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let root = tests.deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("Sources/Pix/ChavePix/Errors/PixError.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let written = source.components(separatedBy: " = Code(\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
        #expect(Set(written) == Set(PixError.texts.keys))
        #expect(Set(written) == Set(Self.codes.map(\.description)))
        for text in PixError.texts.values {
            #expect(!text.portuguese.isEmpty && !text.english.isEmpty && text.portuguese != text.english)
        }
    }

    /// The four cases with a text of the language; which case it is does not depend on the language.
    @Test(arguments: codes) func theGuidesClassHandsOnTheDevicesLanguage(_ code: PixError.Code) {
        let error = PixError(code, "for a developer")
        let (portuguese, english) = (
            BiometricPixSDKError(error, in: .portuguese), BiometricPixSDKError(error, in: .english)
        )
        switch (portuguese, english) {
        case (.networkError(let first), .networkError(let second)), (.unknown(let first), .unknown(let second)),
            (.invalidParameters(let first), .invalidParameters(let second)):
            #expect(first == PixError.texts[code.description]?.portuguese)
            #expect(second == "for a developer")
        case (.authenticationError, .authenticationError): #expect(code == .authentication)
        default: Issue.record("\(portuguese) and \(english)")
        }
    }

    @Test func aRefusedValueIsNamedInBothLanguages() {
        let error = PixError.invalid("cpf", "Send a CPF whose check digits are right.")
        #expect(error.told(in: .english) == "cpf: Send a CPF whose check digits are right.")
        #expect(error.told(in: .portuguese) == "Um dado não foi aceito. Confira e tente de novo. (cpf)")
        #expect(error.text(in: .english).hasSuffix("(cpf)"))
    }

    @Test func whatTheAuthenticatorSaidIsToldByItsOwnCode() {
        let error = PixError(authenticator: DeviceKeyError(.noDeviceLock, "the device is not set up (1010)"))
        #expect(error.told(in: .portuguese).contains("bloqueio de tela"))
        #expect(error.told(in: .english) == "the device is not set up (1010)")
        #expect(error.text(in: .english).contains("screen lock"))
    }

    @Test func aPixErrorDescribesItselfToPeople() {
        let error = PixError(.outcomeUnknown, "read the object")
        #expect(error.localizedDescription == error.text(in: .device))
        let refused = BiometricPixSDKError.authenticationError
        #expect(refused.localizedDescription == PixError.accessRefused.text(in: .device))
    }
}
