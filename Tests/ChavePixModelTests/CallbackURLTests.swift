import ChaveBase
import ChavePixModel
import ChaveWire
import Testing

struct CallbackURLTests {
    @Test(arguments: [
        "https://shop.example/back", "https://shop.example", "https://shop.example:8443/back?tab=1&x=a%20b",
        "https://SHOP.example/Back", "https://192.0.2.1/back", "https://xn--caf-dma.example/", "https://a-b.example/?",
        "https://[::1]/back", "HTTPS://shop.example/",
    ])
    func anHTTPSAddressIsTaken(_ text: String) throws {
        let url = try CallbackURL(parsing: text)
        #expect(url.text == text)
        #expect(url.scheme == "https")
    }

    @Test(arguments: [
        ("https://shop.example/" + String(repeating: "a", count: 1_980), CallbackURL.Refusal.tooLong),
        ("https://shop.example/a b", .character), ("https://shop.example/\\", .character),
        ("https://shop.example/\u{0}", .character), ("https://shop.example/\r\n", .character),
        ("https://shöp.example/", .character), ("https://shop.example/%zz", .character),
        ("https://shop.example/%4", .character), ("https://shop.example/<b>", .character), ("", .scheme),
        ("deeplink-to-your-application", .scheme), ("http://shop.example/", .scheme), ("myapp://callback", .scheme),
        ("javascript:alert(1)", .scheme), ("//shop.example/", .scheme), (":https://shop.example", .scheme),
        ("https://user@shop.example/", .userInfo), ("https://user:pw@shop.example/", .userInfo),
        ("https://shop.example@evil.example/", .userInfo), ("https:///back", .host), ("https:shop.example", .host),
        ("https://", .host), ("https://-a.example/", .host), ("https://a..example/", .host),
        ("https://shop.example./", .host), ("https://a_b.example/", .host), ("https://127.1/", .host),
        ("https://2130706433/", .host), ("https://0x7f.1/", .host), ("https://256.0.0.1/", .host),
        ("https://01.2.3.4/", .host), ("https://[::2]/", .host), ("https://[::1/", .host),
        ("https://shop.example:0/", .port), ("https://shop.example:65536/", .port),
        ("https://shop.example:80a/", .port), ("https://shop.example:/", .port), ("https://[::1]x/", .port),
        ("https://shop.example/#top", .fragment), ("https://shop.example/?a=1#", .fragment),
        ("https://shop.example/?state=1", .reservedParameter), ("https://shop.example/?%73tate=1", .reservedParameter),
        ("https://shop.example/?error", .reservedParameter), ("https://shop.example/?a=1&a=2", .repeatedParameter),
        ("https://shop.example/?a=1&%61", .repeatedParameter), ("https://shop.example/?a=%FF", .character),
    ])
    func eachFaultIsNamed(text: String, refusal: CallbackURL.Refusal) {
        #expect(throws: refusal) { try CallbackURL(parsing: text) }
        #expect(CallbackURL(text) == nil)
    }

    @Test func everyRefusalHasACase() {
        // Compiles only while the list above is complete.
        for refusal in CallbackURL.Refusal.allCases {
            switch refusal {
            case .tooLong, .character, .scheme, .userInfo, .host, .port, .fragment, .reservedParameter,
                .repeatedParameter:
                break
            }
        }
    }

    @Test(arguments: [
        "http://localhost:8080/back", "http://127.0.0.1/back", "http://127.8.9.1:1/", "http://[::1]:3000/back",
        "meuapp://callback", "meuapp:///callback", "meuapp:/callback", "com.example.shop://x/y?z=1",
    ])
    func theSandboxTakesLoopbackAndAppSchemes(_ text: String) {
        #expect(CallbackURL(text, rules: .sandbox)?.text == text)
        #expect(CallbackURL(text, rules: .production) == nil)
    }

    @Test(arguments: [
        "http://shop.example/", "http://127.0.0.1.evil.example/", "http://localhost.evil.example/", "http://128.0.0.1/",
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "intent://x", "JAVASCRIPT:alert(1)", "meuapp:",
        "meuapp://user@x/", "meuapp://callback#x", "meuapp://callback?code=1", "http:localhost",
    ])
    func theSandboxRefusesTheRest(_ text: String) {
        #expect(CallbackURL(text, rules: .sandbox) == nil)
    }

    @Test func parametersAreAppendedEncoded() throws {
        let items = [QueryItem(name: "state", value: "a b&c"), QueryItem(name: "code", value: "é+/=%")]
        let appended = "state=a%20b%26c&code=%C3%A9%2B%2F%3D%25"
        for (text, joint) in [
            ("https://a.example", "?"), ("https://a.example/b?c=d", "&"), ("https://a.example/?", ""),
            ("https://a.example/?c=d&", ""),
        ] {
            #expect(try CallbackURL(parsing: text).appending(items) == text + joint + appended)
        }
        #expect(try CallbackURL(parsing: "https://a.example").appending([]) == "https://a.example")
    }
}

struct RedirectionParametersTests {
    @Test func aCodeIsReadFromQueryOrFragment() throws {
        let expected = RedirectionParameters(state: "s", outcome: .approved(code: "c", idToken: "h.p.s"))
        for url in [
            "https://a.example/?state=s&code=c&id_token=h.p.s", "https://a.example/#state=s&code=c&id_token=h.p.s",
            "https://a.example/?tab=1&state=s#code=c&id_token=h.p.s",
            "meuapp:?id_token=h.p.s&code=c&state=s&iss=x&iss=y",
            "?state=s&code=%63&id_token=h%2Ep.s",
        ] {
            #expect(try RedirectionParameters(callback: url) == expected)
        }
    }

    @Test func anErrorIsReadWithOrWithoutDescription() throws {
        let read = try RedirectionParameters(
            callback: "https://a.example/?state=s&error=access_denied&error_description=N%C3%A3o+quero"
        )
        #expect(read.outcome == .refused(error: "access_denied", description: "Não quero"))
        let short = try RedirectionParameters(callback: "https://a.example/?state=s&error=x")
        #expect(short.outcome == .refused(error: "x", description: nil))
    }

    @Test(arguments: [
        ("https://a.example/?state=s&state=s&code=c&id_token=t", "state", ErrorCode.invalid),
        ("https://a.example/?state=s&code=c&id_token=t#code=d", "code", .invalid),
        ("https://a.example/?code=c&id_token=t", "state", .required),
        ("https://a.example/?state=s&id_token=t", "code", .required),
        ("https://a.example/?state=s&code=c", "id_token", .required),
        ("https://a.example/?state=s&code=c&id_token=t&error=e", "error", .invalid),
        ("https://a.example/?state=&code=c&id_token=t", "state", .invalid),
        ("https://a.example/?state=s&code=a%20b&id_token=t", "code", .invalid),
        ("https://a.example/?state=%zz&code=c&id_token=t", "", .invalid),
        ("https://a.example/?state=%FF&code=c&id_token=t", "", .invalid),
        ("https://a.example/", "state", .required), ("", "state", .required),
    ])
    func eachFaultIsNamed(url: String, field: String, code: ErrorCode) {
        do throws(FieldErrors) {
            _ = try RedirectionParameters(callback: url)
            Issue.record("it was taken")
        } catch {
            #expect(error.items.first?.field == field)
            #expect(error.items.first?.code == code)
        }
    }

    @Test func anEndlessCallbackIsRefused() {
        let url = "https://a.example/?state=" + String(repeating: "s", count: 100_000)
        #expect(throws: FieldErrors.self) { try RedirectionParameters(callback: url) }
    }

    @Test func whatABankAppendsIsReadAgain() throws {
        let url = try CallbackURL(parsing: "https://a.example/?tab=1")
        for parameters in [
            RedirectionParameters(state: "s-_~.", outcome: .approved(code: "c+/=", idToken: "h.p.s")),
            RedirectionParameters(state: "s", outcome: .refused(error: "e", description: "Não & nunca = 100 %")),
            RedirectionParameters(state: "s", outcome: .refused(error: "e", description: nil)),
        ] {
            #expect(try RedirectionParameters(callback: url.appending(parameters.items)) == parameters)
        }
    }

    @Test func itsDescriptionShowsNothing() {
        let parameters = RedirectionParameters(
            state: "planted",
            outcome: .approved(code: "planted", idToken: "planted")
        )
        var dumped = ""
        dump(parameters, to: &dumped)
        dump(CompleteRedirectionRequest(parameters: parameters), to: &dumped)
        #expect(!"\(parameters)\(String(reflecting: parameters))\(parameters.outcome)\(dumped)".contains("planted"))
    }
}
