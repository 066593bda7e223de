import ChaveBase
import ChaveWebAuthn
import ChaveWire
import Testing

/// Where a ceremony may have happened; both procedures ask the same questions.
@Suite struct OriginTests {
    /// Suffix matches, and lists cut down to host names, were defects of four other libraries.
    @Test(arguments: [
        "https://evilexample.org", "https://evil-example.org", "https://www.example.org",
        "https://example.org.evil.net",
        "https://example.org.", "https://example.org/", "https://example.org:443", "https://example.org:8443",
        "http://example.org", "https://EXAMPLE.org", "HTTPS://example.org", "https://user@example.org",
        "https://example.org@evil.net", "https://example.org/path", "https://example.org?x", "https://example.org#x",
        "https://xn--example-9ua.org", "https://exämple.org", "https://127.0.0.1", "example.org", "", "null",
        " https://example.org", "https://example.org\u{0}", "https://example.or\u{261}",
        "android:apk-key-hash:AAAA",
    ])
    func anythingButTheListedOriginIsRefused(_ origin: String) async throws {
        var registration = try RegistrationSample()
        registration.clientData.origin = origin
        await #expect(throws: RegistrationRefusal.originNotAllowed) { try await registration.verify() }
        var authentication = try AuthenticationSample()
        authentication.clientData.origin = origin
        #expect(throws: AuthenticationRefusal.originNotAllowed) { try authentication.verify() }
    }

    /// Swift's `==` takes these for equal.
    @Test func originsAreComparedByTheirBytes() async throws {
        var sample = try RegistrationSample()
        sample.relyingParty.origins = ["https://K.example"]
        sample.clientData.origin = "https://\u{212A}.example"
        #expect(sample.relyingParty.origins[0] == sample.clientData.origin)
        await #expect(throws: RegistrationRefusal.originNotAllowed) { try await sample.verify() }
    }

    @Test(arguments: [
        "https://example.org", "https://shop.example.net", "android:apk-key-hash:AAAA", "http://localhost:8080",
    ])
    func everyListedOriginIsTaken(_ origin: String) async throws {
        let party = RelyingParty(
            id: "example.org",
            origins: [
                "https://example.org", "https://shop.example.net", "android:apk-key-hash:AAAA", "http://localhost:8080",
            ]
        )
        var registration = try RegistrationSample()
        registration.relyingParty = party
        registration.clientData.origin = origin
        _ = try await registration.verify()
        var authentication = try AuthenticationSample()
        authentication.relyingParty = party
        authentication.clientData.origin = origin
        _ = try authentication.verify()
    }

    struct Framing: Sendable {
        var crossOrigin: Bool?
        var topOrigin: String?
        var topOrigins: [String] = []
        var allowsUnnamed = false
        var registration: RegistrationRefusal?
        var authentication: AuthenticationRefusal?

        static let all = [
            Framing(crossOrigin: nil),
            Framing(crossOrigin: false),
            Framing(crossOrigin: false, topOrigins: ["https://a.example"], allowsUnnamed: true),
            Framing(crossOrigin: true, registration: .crossOriginNotAllowed, authentication: .crossOriginNotAllowed),
            Framing(
                crossOrigin: true,
                topOrigins: ["https://a.example"],
                registration: .crossOriginNotAllowed,
                authentication: .crossOriginNotAllowed
            ),
            Framing(crossOrigin: true, allowsUnnamed: true),
            Framing(
                crossOrigin: true,
                topOrigin: "https://a.example",
                registration: .crossOriginNotAllowed,
                authentication: .crossOriginNotAllowed
            ),
            Framing(
                crossOrigin: true,
                topOrigin: "https://a.example",
                allowsUnnamed: true,
                registration: .crossOriginNotAllowed,
                authentication: .crossOriginNotAllowed
            ),
            Framing(crossOrigin: true, topOrigin: "https://a.example", topOrigins: ["https://a.example"]),
            Framing(
                crossOrigin: true,
                topOrigin: "https://b.example",
                topOrigins: ["https://a.example"],
                registration: .topOriginNotAllowed,
                authentication: .topOriginNotAllowed
            ),
            // Our own origin on top would be no cross-origin frame; it is not in the list of top origins.
            Framing(
                crossOrigin: true,
                topOrigin: "https://example.org",
                topOrigins: ["https://a.example"],
                registration: .topOriginNotAllowed,
                authentication: .topOriginNotAllowed
            ),
            Framing(
                crossOrigin: false,
                topOrigin: "https://a.example",
                topOrigins: ["https://a.example"],
                registration: .topOriginWithoutCrossOrigin,
                authentication: .topOriginWithoutCrossOrigin
            ),
            Framing(
                crossOrigin: nil,
                topOrigin: "https://a.example",
                topOrigins: ["https://a.example"],
                registration: .topOriginWithoutCrossOrigin,
                authentication: .topOriginWithoutCrossOrigin
            ),
        ]
    }

    @Test(arguments: Framing.all)
    func aFrameCountsOnlyAsConfigured(_ framing: Framing) async throws {
        var registration = try RegistrationSample()
        registration.relyingParty.topOrigins = framing.topOrigins
        registration.relyingParty.allowsUnnamedTopOrigin = framing.allowsUnnamed
        registration.damageClientData = { $0 = framing.clientDataJSON("webauthn.create", RegistrationSample.challenge) }
        var authentication = try AuthenticationSample()
        authentication.relyingParty = registration.relyingParty
        authentication.damageClientData = {
            $0 = framing.clientDataJSON("webauthn.get", AuthenticationSample.challenge)
        }
        let refusedRegistration: RegistrationRefusal? = try await refusal { _ = try await registration.verify() }
        let refusedAuthentication: AuthenticationRefusal? = try await refusal { _ = try authentication.verify() }
        #expect(refusedRegistration == framing.registration)
        #expect(refusedAuthentication == framing.authentication)
    }

    /// What `body` refuses; `nil` when it succeeds.
    private func refusal<Refusal: Error>(_ body: () async throws -> Void) async throws -> Refusal? {
        do {
            try await body()
            return nil
        } catch let refusal as Refusal {
            return refusal
        }
    }
}

extension OriginTests.Framing {
    /// Written by hand: our own writer always says whether there was a frame.
    func clientDataJSON(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
        var object = JSONObject()
        object["type"] = .string(type)
        object["challenge"] = .string(Base64URL.encode(challenge))
        object["origin"] = "https://example.org"
        object["crossOrigin"] = crossOrigin.map { .bool($0) }
        object["topOrigin"] = topOrigin.map { .string($0) }
        return JSONValue.object(object).encoded()
    }
}
