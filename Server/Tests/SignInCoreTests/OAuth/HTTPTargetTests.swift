import ChaveJOSE
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// `htu` is compared as RFC 9449, section 4.3, asks: after normalising (RFC 3986, sections 6.2.2 and 6.2.3).
struct HTTPTargetTests {
    private static let address = "https://chave.example/t/sandbox/v2/token"

    @Test(arguments: [
        "HTTPS://chave.example/t/sandbox/v2/token", "https://Chave.EXAMPLE/t/sandbox/v2/token",
        "https://chave.example:443/t/sandbox/v2/token", "https://chave.example:/t/sandbox/v2/token",
        "https://chave.example/t/sandbox/v2/token?a=b", "https://chave.example/t/sandbox/v2/token#a",
        "https://chave.example/t/%73andbox/v2/%74oken", "https://chave.example/t/./sandbox/x/../v2/token",
    ])
    func anEqualAddressIsTheSame(_ text: String) throws {
        let target = try #require(HTTPTarget(text))
        #expect(target == HTTPTarget(Self.address))
    }

    @Test(arguments: [
        "http://chave.example/t/sandbox/v2/token", "https://chave.example:8443/t/sandbox/v2/token",
        "https://chave.example:80/t/sandbox/v2/token", "https://chave.example/t/sandbox/v2/token/",
        "https://chave.example/T/sandbox/v2/token", "https://chave.example/t%2Fsandbox/v2/token",
        "https://other.example/t/sandbox/v2/token", "https://chave.example//t/sandbox/v2/token",
        "https://chave.example/v2/token",
    ])
    func anotherAddressIsAnother(_ text: String) throws {
        let target = try #require(HTTPTarget(text))
        #expect(target != HTTPTarget(Self.address))
    }

    @Test(arguments: [
        "", "https", "https:", "https://", "https:///a", "ftp://a/", "/v2/token", "https://u@a/", "https://a/%",
        "https://a/%4",
        "https://a/%zz", "https://a/%+1", "https://a/ b", "https://a/\u{e3}", "//a/b", "https://:443/",
    ])
    func whatIsNoAddressIsNone(_ text: String) { #expect(HTTPTarget(text) == nil) }

    @Test func escapesAreComparedInUpperCaseAndAnEmptyPathIsASlash() {
        #expect(HTTPTarget("https://a.example/%c3%a3") == HTTPTarget("https://a.example/%C3%A3"))
        #expect(HTTPTarget("http://a.example:80") == HTTPTarget("http://a.example/"))
        #expect(HTTPTarget("https://a.example/..") == HTTPTarget("https://a.example"))
    }

    /// As a client's library may write it.
    @Test func aProofWithAnotherSpellingOfTheAddressCounts() async throws {
        let rig = try await OAuthRig()
        let key = try SigningKey.generate(.es256)
        let proof = try rig.possession(by: key, ["htu": "HTTPS://CHAVE.example:443/t/sandbox/v2/token"])
        let answer = try await rig.exchange(try await rig.code(), proof: proof)
        #expect(answer.tokenType == "DPoP")
    }
}
