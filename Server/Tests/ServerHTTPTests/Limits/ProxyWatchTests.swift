import Testing

@testable import HTTPKernel
@testable import ServerHost

/// A proxy that nobody named is noticed.
struct ProxyWatchTests {
    @Test(arguments: [
        ("127.0.0.1", "x-forwarded-for", true), ("::1", "forwarded", true), ("10.1.2.3", "x-forwarded-for", true),
        ("100.64.0.1", "x-forwarded-for", true), ("169.254.1.1", "forwarded", true),
        ("172.16.0.1", "x-forwarded-for", true), ("172.31.255.255", "x-forwarded-for", true),
        ("192.168.0.1", "x-forwarded-for", true), ("fd00::1", "x-forwarded-for", true),
        ("fe80::1", "x-forwarded-for", true), ("::ffff:10.0.0.1", "x-forwarded-for", true),
        // Of the internet: whoever sends the header there need be no proxy.
        ("203.0.113.7", "x-forwarded-for", false), ("172.32.0.1", "x-forwarded-for", false),
        ("2001:db8::1", "forwarded", false), ("fb00::1", "x-forwarded-for", false), ("nonsense", "forwarded", false),
        // Without a header.
        ("127.0.0.1", "via", false), ("10.0.0.1", "user-agent", false),
    ])
    func aProxyIsNearAndWritesItsHeader(_ peer: String, _ header: String, _ isNoticed: Bool) {
        #expect(ProxyWatch().isFirst(peer: peer, headers: [(name: header, value: "x")]) == isNoticed)
        #expect(!ProxyWatch().isFirst(peer: nil, headers: [(name: header, value: "x")]))
    }

    @Test func itIsNoticedOnce() {
        let watch = ProxyWatch()
        let headers = [(name: "x-forwarded-for", value: "192.0.2.1")]
        #expect(watch.isFirst(peer: "127.0.0.1", headers: headers))
        #expect(!watch.isFirst(peer: "127.0.0.1", headers: headers))
        #expect(!watch.isFirst(peer: "10.0.0.1", headers: headers))
    }

    /// Over a socket, as the log has it; nothing of the header or the address stands there.
    @Test func aProxyThatNobodyNamedIsSaidOnce() async throws {
        let log = LogCapture()
        try await withServer { server in
            for (watches, count) in [(false, 0), (true, 1)] {
                try await server.withSocket(logger: log.logger, watchesForProxies: watches) { door, _ in
                    var call = Call.get("/livez")
                    call.headers = [("X-Forwarded-For", "192.0.2.77")]
                    for _ in 0..<3 { _ = try await door.send(SignInRig.request(call)) }
                }
                let warnings = log.all.filter { $0.contains("--trusted-proxy") }
                #expect(warnings.count == count)
                #expect(!log.all.contains { $0.contains("192.0.2.77") })
            }
        }
    }

    @Test func settingsThatNeedAProxySayWhichOne() throws {
        var configuration = ServerConfiguration(dataDirectory: "/nowhere", isSandbox: false)
        configuration.publicBaseURL = "https://sign-in.example"
        #expect(configuration.proxyRisk == nil, "there is no sign-in")
        configuration.hasSignIn = true
        #expect(configuration.proxyRisk?.contains("--trusted-proxy") == true)
        var named = configuration
        named.proxies = try #require(TrustedProxies(["10.0.0.1"], header: .xForwardedFor))
        #expect(named.proxyRisk == nil)
        var own = configuration
        own.tls = TLSFiles(certificate: "a", key: "b")
        #expect(own.proxyRisk == nil)
        configuration.publicBaseURL = "http://localhost:8080"
        #expect(configuration.proxyRisk == nil)
    }
}
