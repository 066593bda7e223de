import ChaveBase
import ChaveWire
import PaymentsCore
import SignInCore
import SignInModel
import Testing

@testable import HTTPKernel
@testable import ServerHost

/// Outside the sandbox the host that signs people in has no association file of merchants' apps (decision 0012).
struct HostsApartTests {
    private static let payments = "pay.example.com"
    private static let signIn = "id.example.com"

    private static func withServer(_ body: (ChaveServer, SignInParts) async throws -> Void) async throws {
        try await SignInHost.withDirectory(isSandbox: false) { directory in
            try await SignInHost.withServer(in: directory, isSandbox: false) {
                $0.publicBaseURL = "https://\(payments)"
                $0.signInURL = "https://\(signIn)"
            } _: { server, parts in
                let tenant = try #require(TenantID("padaria"))
                _ = try await parts.signIn.createTenant(tenant, displayName: "Padaria")
                try await body(server, parts)
            }
        }
    }

    private static func asked(
        _ path: String,
        at host: String?,
        of server: ChaveServer,
        method: String = "GET"
    ) async -> ServerAnswer {
        let request = ServerRequest(method: method, path: path, headers: host.map { [("Host", $0)] } ?? [])
        return await server.api.respond(to: request).answer
    }

    @Test(arguments: ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"])
    func aMerchantsAppStandsInNoFileOfTheHostThatSignsPeopleIn(_ path: String) async throws {
        try await Self.withServer { server, _ in
            #expect(await Self.asked(path, at: Self.payments, of: server).status == 200)
            for host in [Self.signIn, "ID.example.com", "id.example.com:443", "id.example.com:8443", "id.example.com."]
            {
                let answer = await Self.asked(path, at: host, of: server)
                #expect(answer.status == 404)
                let error = try JSONValue(parsing: answer.body)["error"]?.string
                #expect(error == "not_found")
            }
        }
    }

    /// Mailed links, passkeys and codes: nothing of them stands where a merchant's app may go.
    @Test(arguments: [
        "/t/padaria/.well-known/openid-configuration", "/t/padaria/.well-known/jwks.json", "/t/padaria/bind",
        "/t/padaria/account", "/t/padaria/v2/authorize", "/v2/authorize", "/v2/userinfo", "/v1/manage/users",
        "/.well-known/oauth-authorization-server/t/padaria", "/t/padaria/nothing", "/t", "/openapi-sign-in.json",
    ])
    func thePaymentsHostSignsNobodyIn(_ path: String) async throws {
        try await Self.withServer { server, _ in
            #expect(await Self.asked(path, at: "other.example.com", of: server).status == 421)
            for host in [Self.payments, nil] {
                let answer = await Self.asked(path, at: host, of: server)
                #expect(answer.status == 404)
                let error = try JSONValue(parsing: answer.body)
                #expect(error["error_description"]?.string?.contains("https://\(Self.signIn)") == true)
                #expect(answer.headers.allSatisfy { $0.name != "Set-Cookie" })
            }
            // A page that needs a parameter, a token or a person says so; a wrong address alone is not there.
            let isThere = !["/t/padaria/nothing", "/t"].contains(path)
            #expect((await Self.asked(path, at: Self.signIn, of: server).status != 404) == isThere)
        }
    }

    @Test(arguments: ["/payments/institutions/", "/institutions", "/payments/openapi.json", "/console", "/nothing"])
    func theHostOfSignInAnswersNothingElse(_ path: String) async throws {
        try await Self.withServer { server, _ in
            #expect(await Self.asked(path, at: Self.signIn, of: server).status == 404)
        }
    }

    @Test func issuersLinksAndPasskeysAreOfTheHostOfSignIn() async throws {
        try await Self.withServer { server, _ in
            let answer = await Self.asked("/t/padaria/.well-known/openid-configuration", at: Self.signIn, of: server)
            let document = try JSONValue(parsing: answer.body)
            #expect(document["issuer"]?.string == "https://id.example.com/t/padaria")
            #expect(document["token_endpoint"]?.string == "https://id.example.com/t/padaria/v2/token")
        }
    }

    @Test(arguments: ["/livez", "/readyz", "/assets/pages.css"])
    func bothHostsAnswerWhatIsNobodys(_ path: String) async throws {
        try await Self.withServer { server, _ in
            for host in [Self.payments, Self.signIn] {
                #expect(await Self.asked(path, at: host, of: server).status == 200)
            }
        }
    }
}
