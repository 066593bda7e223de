import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

/// Which addresses may be registered.
@Suite struct RedirectAddressTests {
    @Test(
        arguments: [
            "https://app.example/callback", "https://app.example", "https://app.example:8443/a?b=c",
            "https://a.b-c.example/%41",
            "http://127.0.0.1/callback", "http://127.0.0.1:8080/", "http://[::1]:1/x", "http://[::1]",
            "https://127.0.0.1:8443/",
        ]
    )
    func theseAreTakenWithoutAWord(_ text: String) throws {
        #expect(try RedirectAddress(text, field: "f").risk == nil)
    }

    @Test(
        arguments: [
            "com.example.app:/callback", "com.example.app://callback", "com.example.app://host/path", "br.com.loja-x:/",
            "http://localhost:5000/callback", "http://localhost/",
        ]
    )
    func theseAreTakenAndTheirRiskIsNamed(_ text: String) throws {
        #expect(try RedirectAddress(text, field: "f").risk?.isEmpty == false)
    }

    @Test(
        arguments: [
            "", "app.example/callback", "//app.example/x", ":/x", "HTTPS://app.example/", "https://App.example/",
            "https:///callback", "https:/callback", "https:callback", "https://", "https://app.example/#x",
            "https://app.example#",
            "https://u@app.example/", "https://u:p@app.example/", "https://*.app.example/", "https://app.example/*",
            "http://app.example/", "http://127.0.0.1.example/", "http://127.1/", "http://[::2]/",
            "http://127.0.0.1@app.example/",
            "https://app.example\\@evil.example/", "https://app.example:0/", "https://app.example:65536/",
            "https://app.example:/",
            "https://app.example:08/", "https://app.example:8x/", "https://-a.example/", "https://a..example/",
            "https://a.1/",
            "https://app.example/ x", "https://app.example/\n", "https://app.example/é", "https://app.example/%4",
            "https://app.example/%zz",
            "https://[::1/", "https://[::1]x/", "myapp:/callback", "app.:/x", ".app:/x", "com.1app:/x",
            "javascript:alert(1)",
            "data:text/html,x", "com.example.app:callback", "https://" + String(repeating: "a", count: 2_048),
        ]
    )
    func theseAreRefusedWithTheFieldsName(_ text: String) {
        let refusal = #expect(throws: OAuthError.self) { try RedirectAddress(text, field: "f") }
        #expect(refusal?.code == .invalidRequest)
        #expect(refusal?.field == "f")
        #expect(text.isEmpty || text.utf8.count < 20 || refusal?.description.contains(text) == false)
    }

    /// One fault at a time; a new refusal without a case here does not compile.
    @Test(arguments: PlainURI.Refusal.allCases)
    func eachFaultIsNamed(_ expected: PlainURI.Refusal) {
        let text =
            switch expected {
            case .tooLong: ""
            case .oddCharacter: "https://a.example/<"
            case .fragment: "https://a.example/#"
            case .wildcard: "https://*.example/"
            case .noScheme: "a.example"
            case .userInfo: "https://u@a.example"
            case .oddHost: "https://A.example"
            case .oddPort: "https://a.example:0"
            case .oddPath: "https://a.example/%"
            }
        #expect(throws: expected) { try PlainURI(text) }
    }

    @Test func anAddressIsTakenApart() throws {
        let uri = try PlainURI("https://a.example:8443/b/c?d=e?f")
        #expect(uri.scheme == "https")
        #expect(uri.host == "a.example")
        #expect(uri.port == 8_443)
        #expect(uri.path == "/b/c")
        #expect(uri.query == "d=e?f")
        #expect(try PlainURI("com.example.app:/x").host == nil)
        #expect(try PlainURI("http://[::1]:7?x").host == "[::1]")
    }
}
