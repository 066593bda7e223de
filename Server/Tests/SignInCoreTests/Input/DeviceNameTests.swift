import ServerTestSupport
import SignInModel
import Testing

@testable import SignInCore

/// What a device may be called where a person decides.
@Suite struct DeviceNameTests {
    @Test(
        arguments: [
            ("Telefone da Ana", "Telefone da Ana"), (" iPhone ", "iPhone"), ("电话", "电话"), ("a", "a"),
            ("👨‍👩‍👧", "👨‍👩‍👧"), ("می‌خواهم", "می‌خواهم"), ("a \u{A0}b", "a \u{A0}b"),
            (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
            ("  " + String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
        ]
    )
    func aNameIsKeptWithoutTheSpacesRoundIt(_ text: String, _ expected: String) throws {
        #expect(try Array(DeviceName.checked(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        arguments: [
            "", "   ", "a\nb", "a\u{202E}b", "a\u{200B}b", "\u{FEFF}a", "\u{E000}", "a\u{0}", "a\u{2028}b", "a\tb",
            "\u{200D}", "\u{200C} \u{200D}", "\u{3164}", "\u{115F}\u{1160}", "\u{2800}", "\u{FE0F}", "\u{A0}",
            String(repeating: "a", count: 65),
        ]
    )
    func whatCouldDeceiveWhoReadsItIsRefused(_ text: String) {
        let error = #expect(throws: OAuthError.self) { try DeviceName.checked(text) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.field == "device_name")
    }

    /// By a mailed link and by nine digits alike.
    @Test func bothWaysInHaveOneRule() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        #expect(try await rig.bind(TestDevice(), named: " Telefone ").credential.deviceName == "Telefone")
        let extensions = try await ExtensionRig()
        let session = try await extensions.begin()
        for name in ["", "a\u{202E}b"] {
            let error = try await refusal { try await extensions.claim(session.code, name: name) }
            #expect(error.field == "device_name")
        }
        _ = try await extensions.claim(session.code, name: " Telefone ")
        #expect(try await session.look().pairing?.deviceName == "Telefone")
    }
}
