import Testing
import Webhooks

/// Which URLs can be registered.
@Suite struct WebhookURLTests {
    /// One place has one form, so that it cannot be registered twice; where it leads, path and query stay as they are.
    @Test(arguments: [
        ("HTTPS://Loja.Example", "https://loja.example/"), ("https://loja.example:443/", "https://loja.example/"),
        ("https://loja.example:8443/A%2f?b=C", "https://loja.example:8443/A%2f?b=C"),
        ("https://loja.example?x=1", "https://loja.example/?x=1"), ("http://LOCALHOST:80", "http://localhost/"),
        ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"),
    ])
    func aURLHasOneForm(_ text: String, _ expected: String) throws {
        let url = try WebhookURL(text, rules: .sandbox)
        #expect(url.normalised == expected)
        let again = try WebhookURL(url.normalised, rules: .sandbox)
        #expect(again.normalised == expected)
        #expect([again.host, again.target, again.origin] == [url.host, url.target, url.origin])
    }

    @Test func anOriginIsSchemeHostAndPort() throws {
        func origin(_ text: String) throws -> String { try WebhookURL(text, rules: .sandbox).origin }
        #expect(try origin("https://A.example/x") == origin("https://a.example:443/y?z"))
        for other in ["https://b.example/", "https://a.example:8443/", "https://x.a.example/"] {
            #expect(try origin("https://a.example/") != origin(other))
        }
        #expect(try origin("http://localhost:443/") != origin("https://localhost/"))
    }

    private func refusal(_ text: String, _ rules: WebhookURL.Rules = .production) -> WebhookURL.Refusal? {
        do throws(WebhookURL.Refusal) {
            _ = try WebhookURL(text, rules: rules)
            return nil
        } catch {
            return error
        }
    }

    @Test func aURLIsTakenApartOnce() throws {
        let url = try WebhookURL("HTTPS://Hooks.Loja.example:8443/pix?tenant=1", rules: .production)
        #expect(url.isSecure)
        #expect(url.host == "hooks.loja.example")
        #expect(url.port == 8_443)
        #expect(url.target == "/pix?tenant=1")
        #expect(url.hostHeader == "hooks.loja.example:8443")
        let plain = try WebhookURL("https://loja.example?x=1", rules: .production)
        #expect(plain.target == "/?x=1")
        #expect(plain.hostHeader == "loja.example")
        #expect(try WebhookURL("https://loja.example", rules: .production).target == "/")
    }

    @Test(arguments: [
        ("", WebhookURL.Refusal.tooLong), ("https://a.example/" + String(repeating: "a", count: 2_048), .tooLong),
        ("https://127.0.0.1\\@evil.example/", .oddCharacter), ("https://a.example/\\", .oddCharacter),
        ("https://a.example/ x", .oddCharacter), ("https://a.example/\n", .oddCharacter),
        ("https://a.example/\u{0}", .oddCharacter), ("https://a.example/é", .oddCharacter),
        ("https://127。0。0。1/", .oddCharacter), ("https://①②⑦.0.0.1/", .oddCharacter),
        ("https://１２７.0.0.1/", .oddCharacter), ("https://a.example/{x}", .oddCharacter),
        ("http://a.example/", .notHTTPS), ("ftp://a.example/", .notHTTPS), ("https:a.example", .notHTTPS),
        ("//a.example/", .notHTTPS), ("file:///etc/passwd", .notHTTPS), ("gopher://a.example/", .notHTTPS),
        ("https://user@a.example/", .userInfo), ("https://user:pw@a.example/", .userInfo),
        ("https://a.example@127.0.0.1/", .userInfo), ("https:///x", .oddHost), ("https://", .oddHost),
        ("https://?x", .oddHost), ("https://[::1]/", .oddHost), ("https://[::ffff:127.0.0.1]/", .oddHost),
        ("https://127.1/", .oddHost), ("https://2130706433/", .oddHost), ("https://0x7f000001/", .oddHost),
        ("https://017700000001/", .oddHost), ("https://0x7f.0.0.1/", .oddHost), ("https://127.0.0.0x1/", .oddHost),
        ("https://0177.0.0.1/", .oddHost), ("https://256.0.0.1/", .oddHost), ("https://1.2.3.4.5/", .oddHost),
        ("https://good.com%00.evil.com/", .oddHost), ("https://a_b.example/", .oddHost),
        ("https://-a.example/", .oddHost), ("https://a-.example/", .oddHost), ("https://a..example/", .oddHost),
        ("https://.example/", .oddHost), ("https://a.example./", .oddHost),
        ("https://" + String(repeating: "a", count: 64) + ".example/", .oddHost),
        ("https://a.example:/", .oddPort), ("https://a.example:0/", .oddPort), ("https://a.example:0443/", .oddPort),
        ("https://a.example:22/", .oddPort), ("https://a.example:65536/", .oddPort),
        ("https://a.example:443x/", .oddPort), ("https://a.example:+443/", .oddPort),
        ("https://a.example:443:443/", .oddPort), ("https://a.example/#x", .fragment),
        ("https://a.example#", .fragment),
        ("https://a.example/%", .oddPath), ("https://a.example/%zz", .oddPath), ("https://a.example/%0d%0a", .oddPath),
        ("https://a.example/%00", .oddPath), ("https://a.example/%+1", .oddPath),
    ])
    func whatReadersDisagreeAboutIsRefused(_ text: String, _ expected: WebhookURL.Refusal) {
        #expect(refusal(text) == expected, "\(text)")
    }

    @Test(arguments: [
        "https://a.example/", "https://a.example:443/x", "https://xn--caf-dma.example/", "https://1.a.example/",
        "https://8.8.8.8/", "https://localhost.example/", "https://a.example/%C3%A9?a=b%20c&d=~!$'()*+,;=:@",
        "https://mylocal/", "https://172.32.0.1/",
    ])
    func plainOnesAreTaken(_ text: String) {
        // Where a name leads is judged when it is resolved, not here.
        #expect(refusal(text) == nil, "\(text)")
    }

    /// Before, these were registered and refused only when they were dialled.
    @Test(arguments: [
        "127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "localhost", "LOCALHOST",
        "a.localhost",
        "localhost.localdomain", "printer.local", "metadata.google.internal", "router.home.arpa", "ip6-localhost",
    ])
    func anAddressThatNoWebhookIsSentToIsNotRegistered(_ host: String) {
        #expect(refusal("https://\(host)/hook") == .privateHost, "\(host)")
        #expect(refusal("https://\(host):8443/hook") == .privateHost, "\(host)")
        let isHere = host.hasPrefix("127.") || host.lowercased() == "localhost"
        #expect(refusal("https://\(host)/hook", .sandbox) == (isHere ? nil : .privateHost), "\(host)")
    }

    @Test(arguments: [
        "http://127.0.0.1:9000/hook", "http://localhost:3000", "http://127.9.9.9/", "https://localhost:9443/",
        "https://a.example/",
    ])
    func theSandboxTakesThisMachine(_ text: String) {
        #expect(refusal(text, .sandbox) == nil, "\(text)")
    }

    @Test(arguments: [
        ("http://a.example/", WebhookURL.Refusal.notHTTPS), ("http://10.0.0.1/", .privateHost),
        ("https://192.168.0.1/", .privateHost),
        ("http://127.0.0.1.a.example/", .notHTTPS), ("http://127.1/", .oddHost), ("https://a.example:9000/", .oddPort),
        ("http://localhost@a.example/", .userInfo),
    ])
    func theSandboxTakesNothingElse(_ text: String, _ expected: WebhookURL.Refusal) {
        #expect(refusal(text, .sandbox) == expected, "\(text)")
    }
}
