import ChaveBase
import ChaveWire
import SignInCore
import SignInModel
import Testing

@testable import HTTPKernel
@testable import SignInHTTP

/// Addresses below a tenant where nothing is.
struct SignInNowhereTests {
    private static let nowhere = [
        "/t/padaria-aurora/v2/tokens", "/t/padaria-aurora/v2/token/", "/t/padaria-aurora", "/t/padaria-aurora/nothing",
        "/t/padaria-aurora/v2/authorize/x/nothing", "/t/padaria-aurora/account/passkeys/x", "/t/UPPER/v2/tokens", "/t/",
        "/v2/authorize/x",
    ]

    /// It was an HTML page with a cookie and 403.
    @Test func postingToAWrongAddressBelowATenantIs404InJSONForAProgram() async throws {
        try await withSignIn { rig in
            let api = Self.withPages(rig)
            for path in Self.nowhere {
                for method in ["POST", "GET", "PUT", "PATCH", "DELETE"] {
                    for accepted in [nil, "*/*", "application/json"] {
                        var call = Call(method: method, target: path)
                        if let accepted { call = call.with("Accept", accepted) }
                        let (answer, record) = await api.respond(to: SignInRig.request(call))
                        let reply = Reply(answer: answer)
                        expectSignInRefusal(reply, 404, .notFound, at: "\(method) \(path)")
                        #expect(reply.header("Set-Cookie") == nil, "\(method) \(path)")
                        #expect(record.errorCode == "not_found")
                    }
                }
            }
        }
    }

    @Test func aPersonsBrowserGetsThePageThatSaysSo() async throws {
        try await withSignIn { rig in
            let api = Self.withPages(rig)
            for path in Self.nowhere {
                for method in ["POST", "GET"] {
                    let call = Call(method: method, target: path)
                        .with("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")
                    let answer = await api.respond(to: SignInRig.request(call)).answer
                    #expect(answer.status == 404, "\(method) \(path)")
                    #expect(answer.header("Content-Type")?.hasPrefix("text/html") == true, "\(method) \(path)")
                    #expect(answer.header("Set-Cookie") == nil, "\(method) \(path)")
                }
            }
        }
    }

    /// What is there answers as before, whatever a caller accepts.
    @Test func pagesAndTheirFormsStayWhereTheyAre() async throws {
        try await withSignIn { rig in
            let api = Self.withPages(rig)
            let home = "/t/\(rig.home.text)"
            for (method, path, status) in [
                ("GET", "\(home)/account", 303), ("GET", "\(home)/account/sign-in", 303),
                ("GET", "\(home)/account/new-email?token=x", 400), ("POST", "\(home)/account/new-email", 403),
                ("POST", "\(home)/account/leave", 403), ("POST", "\(home)/v2/authorize/x/consent", 403),
                ("GET", "\(home)/v2/authorize/x", 410), ("GET", "\(home)/v2/browser-approvals/x", 200),
                ("GET", "/t/sign-in.css", 200), ("PUT", "\(home)/account", 405),
            ] {
                let answer = await api.respond(to: SignInRig.request(Call(method: method, target: path))).answer
                #expect(answer.status == status, "\(method) \(path)")
                #expect(answer.header("Content-Type") != "application/json", "\(method) \(path)")
            }
        }
    }

    private static func withPages(_ rig: SignInRig) -> APIServer {
        rig.api.with(
            pages: PageMounts(
                SignInMounts.all(
                    signIn: rig.signIn,
                    records: rig.face.records,
                    baseURL: TestServer.baseURL,
                    tellsOfTerminals: false
                )
            )
        )
    }
}
