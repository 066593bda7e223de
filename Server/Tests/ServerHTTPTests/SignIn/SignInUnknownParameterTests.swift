import ChaveBase
import ChaveWire
import SignInCore
import SignInModel
import Testing

@testable import HTTPKernel
@testable import ServerHost
@testable import SignInHTTP

/// What OAuth leaves to its extensions is ignored; a misspelt filter of a tenant's own lists is not.
struct SignInUnknownParameterTests {
    @Test(arguments: AddressForm.allCases)
    func aMisspeltFilterShowsNobodysPeople(_ form: AddressForm) async throws {
        try await withSignIn { rig in
            _ = try await rig.phone()
            let path = form.path("/v1/manage/users", rig.home)
            for query in ["externalid=ana", "external_Id=ana", "email=x"] {
                let reply = try await rig.send(.get("\(path)?\(query)").bearer(rig.apiToken))
                let name = String(query.prefix { $0 != "=" })
                expectSignInRefusal(reply, 400, .invalidRequest, field: name)
                #expect(reply["error_description"]?.string?.contains("external_id, page_size, page_token") == true)
            }
            let none = try await rig.send(.post("\(path)?notify=false", SignInRig.person).bearer(rig.apiToken))
            expectSignInRefusal(none, 400, .invalidRequest, field: "notify")
        }
    }

    /// RFC 6749, sections 3.1 and 3.2: unrecognised request parameters are ignored.
    @Test func eachAddressEitherRefusesWhatItDoesNotKnowOrIsOAuths() async throws {
        let ofOAuth = [
            "/v2/authorize-challenge", "/v2/token", "/v2/revoke", "/v2/introspect", "/v2/par", "/v2/userinfo",
            "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server/t/{tenant}",
            "/.well-known/jwks.json", "/bind",
        ]
        try await withSignIn { rig in
            for row in rig.face.everyRow {
                let bare = row.addresses.map { $0.replacing("/t/{tenant}/", with: "/") }
                #expect(
                    row.terms.ignoresUnknownParameters == bare.contains(where: ofOAuth.contains),
                    "\(row.addresses)"
                )
                guard !row.terms.ignoresUnknownParameters else { continue }
                let target = row.addresses[0].split(separator: "/", omittingEmptySubsequences: false).map { part in
                    part == "{tenant}" ? Substring(rig.home.text) : part.first == "{" ? "x" : part
                }.joined(separator: "/")
                let reply = try await rig.send(Call(method: row.method, target: "\(target)?unheard_of=1"))
                expectSignInRefusal(reply, 400, .invalidRequest, field: "unheard_of", at: "\(row.addresses)")
            }
            let home = rig.home.text
            #expect(try await rig.send(.get("/t/\(home)/.well-known/jwks.json?unheard_of=1")).status == 200)
        }
    }
}
