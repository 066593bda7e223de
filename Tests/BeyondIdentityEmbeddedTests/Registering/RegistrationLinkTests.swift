import Foundation
import Testing

@testable import BeyondIdentityEmbedded

struct RegistrationLinkTests {
    @Test(arguments: [
        "https://app.example/register?token=abc", "acme://host/register?token=abc",
        "https://app.example/beyond/register?x=1&token=abc", "https://app.example/register/?token=abc",
    ])
    func aLinkWithHostAndRegisterGivesItsToken(_ text: String) throws {
        #expect(try RegistrationLink.token(of: try #require(URL(string: text))) == "abc")
    }

    @Test(arguments: [
        "acme:register?token=abc", "https://app.example/?token=abc", "https://app.example/unregistered?token=abc",
        "https://app.example/register", "https://app.example/register?token=", "file:///register?token=abc",
        "https://app.example/register?token=a&token=b", "https://app.example/login?next=register&token=abc",
    ])
    func everyOtherURLIsNotWhatWasExpected(_ text: String) throws {
        let url = try #require(URL(string: text))
        let error = #expect(throws: SignInError.self) { try RegistrationLink.token(of: url) }
        #expect(error?.message.hasPrefix("Expected Registration, got ") == true)
        #expect(error?.message.contains("abc") == false)
    }
}
