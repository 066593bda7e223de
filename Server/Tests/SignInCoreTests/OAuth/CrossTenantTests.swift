import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// Each endpoint below another tenant's address, and each thing of one tenant in another's hands.
@Suite struct CrossTenantTests {
    private static let other = TenantID.named("other")

    private static func rig() async throws -> OAuthRig {
        let rig = try await OAuthRig()
        _ = try await rig.signIn.createTenant(other, displayName: "Outra")
        var change = RecordChange()
        var client = rig.client("their-shop", .basic)
        client.tenant = other
        change.insert(client)
        try await rig.commit(change)
        return rig
    }

    /// A client is unknown below another tenant's address, whatever it brings.
    @Test func aClientIsNobodyBelowAnotherTenantsAddress() async throws {
        let rig = try await Self.rig()
        let (code, signIn) = (try await rig.code("shop"), rig.signIn)
        let tokens = try await rig.exchange(try await rig.code("shop", ["scope": "openid offline_access"]), "shop")
        let basic = OAuthRig.basic("shop")
        let exchange = try OAuthRig.form([
            "grant_type": "authorization_code", "code": code, "redirect_uri": OAuthRig.redirectURI,
            "code_verifier": OAuthRig.verifier,
        ])
        let refresh = try OAuthRig.form([
            "grant_type": "refresh_token", "refresh_token": try #require(tokens.refreshToken),
        ])
        let token = try OAuthRig.form(["token": tokens.accessToken])
        let request = try OAuthRig.form(OAuthRig.authorization("shop"))
        let headers = TokenRequestHeaders(authorization: basic)
        let calls: [() async throws -> Void] = [
            { _ = try await signIn.token(exchange, headers: headers, tenant: Self.other) },
            { _ = try await signIn.token(refresh, headers: headers, tenant: Self.other) },
            { try await signIn.revoke(token, authorization: basic, tenant: Self.other) },
            { _ = try await signIn.introspect(token, authorization: basic, tenant: Self.other) },
            { _ = try await signIn.pushRequest(request, authorization: basic, tenant: Self.other) },
        ]
        for call in calls { #expect(try await refusal(call) == ClientAuthentication.refusal) }
        for call in [
            { _ = try await signIn.authorizeChallenge(request, tenant: Self.other) },
            { _ = try await signIn.beginExtension(request, tenant: Self.other) },
        ] as [() async throws -> Void] {
            #expect(try await refusal(call).code == .invalidClient)
        }
        let opening = try await signIn.openAuthorization(
            OAuthRig.pairs(OAuthRig.authorization("shop")),
            tenant: Self.other
        )
        guard case .show = opening else {
            Issue.record("it is shown and sent nowhere")
            return
        }
        // Nothing was spent, and nothing taken back.
        _ = try await rig.information(tokens.accessToken)
        _ = try await rig.exchange(code, "shop")
        _ = try await rig.refresh(tokens.refreshToken, "shop")
    }

    /// Another tenant's client, by its own address and without a tenant in the path.
    @Test func anotherTenantsClientLearnsAndEndsNothing() async throws {
        let rig = try await Self.rig()
        let code = try await rig.code("shop")
        let tokens = try await rig.exchange(try await rig.code("shop", ["scope": "openid offline_access"]), "shop")
        let basic = OAuthRig.basic("their-shop")
        for tenant in [Self.other, nil] {
            for text in [tokens.accessToken, try #require(tokens.refreshToken)] {
                let form = try OAuthRig.form(["token": text])
                let told = try await rig.signIn.introspect(form, authorization: basic, tenant: tenant)
                #expect(JSONValue.object(told) == ["active": false])
                try await rig.signIn.revoke(form, authorization: basic, tenant: tenant)
            }
            for form in [
                [
                    "grant_type": "authorization_code", "code": code, "redirect_uri": OAuthRig.redirectURI,
                    "code_verifier": OAuthRig.verifier,
                ],
                ["grant_type": "refresh_token", "refresh_token": try #require(tokens.refreshToken)],
            ] {
                let error = try await refusal {
                    try await rig.signIn.token(
                        OAuthRig.form(form),
                        headers: TokenRequestHeaders(authorization: basic),
                        tenant: tenant
                    )
                }
                #expect(error == SignIn.unusable)
            }
        }
        _ = try await rig.information(tokens.accessToken)
        _ = try await rig.exchange(code, "shop")
        _ = try await rig.refresh(tokens.refreshToken, "shop")
    }

    @Test func anAccessTokenOpensNothingBelowAnotherTenantsAddress() async throws {
        let rig = try await Self.rig()
        let token = try await rig.exchange(try await rig.code()).accessToken
        let headers = TokenRequestHeaders(authorization: "Bearer \(token)")
        let error = try await refusal {
            try await rig.signIn.userInformation(headers, method: "GET", tenant: Self.other)
        }
        #expect(error.code == .invalidToken && error.status == 401)
        _ = try await rig.signIn.userInformation(headers, method: "GET", tenant: nil)
    }

    /// A request that was pushed by a client of one tenant is nothing to another's.
    @Test func aPushedRequestIsItsTenantsOwn() async throws {
        let rig = try await Self.rig()
        let pushed = try await rig.signIn.pushRequest(
            OAuthRig.form(OAuthRig.authorization("shop")),
            authorization: OAuthRig.basic("shop"),
            tenant: rig.tenant
        )
        let reference = try #require(pushed["request_uri"]?.string)
        let opening = try await rig.signIn.openAuthorization(
            OAuthRig.pairs(["client_id": "their-shop", "request_uri": reference]),
            tenant: Self.other
        )
        guard case .show(let error) = opening else {
            Issue.record("it was opened")
            return
        }
        #expect(error.code == .invalidRequestURI)
    }

    /// Both sides of an extension are found by their tokens, and not below another tenant's address.
    @Test func anExtensionsTokensOpenNothingBelowAnotherTenantsAddress() async throws {
        let pair = try await PairingRig()
        let (signIn, other) = (pair.rig.signIn, Self.other)
        _ = try await signIn.createTenant(other, displayName: "Outra")
        let (id, token) = (pair.begun.state.id, pair.begun.token)
        let approval = try pair.approval()
        for call in [
            { _ = try await signIn.extensionState(id, token: token, tenant: other) },
            { _ = try await signIn.followedExtension(id, token: token, tenant: other) },
            { _ = try await signIn.approvePairing(approval, of: id, token: token, tenant: other) },
            { _ = try await signIn.refusePairing(approval.pairing, of: id, token: token, tenant: other) },
            { _ = try await signIn.cancelExtension(id, token: token, tenant: other) },
        ] as [() async throws -> Void] {
            #expect(try await refusal(call) == .unknownExtension)
        }
        let (claim, claimToken) = (pair.claim.id, pair.claim.token)
        for call in [
            { _ = try await signIn.claimState(claim, token: claimToken, tenant: other) },
            { _ = try await signIn.followedClaim(claim, token: claimToken, tenant: other) },
            { _ = try await signIn.cancelClaim(claim, token: claimToken, tenant: other) },
            { _ = try await signIn.cancelledClaim(claim, token: claimToken, tenant: other) },
        ] as [() async throws -> Void] {
            #expect(try await refusal(call) == .unknownClaim)
        }
        // Nothing was refused and nothing ended.
        #expect(try await signIn.claimState(claim, token: claimToken, tenant: TestSignIn.home).status == .pending)
        let done = try await signIn.approvePairing(approval, of: id, token: token, tenant: TestSignIn.home)
        #expect(done.status == .done)
    }

    /// A mailed link is as good as unknown there, before it was spent and after.
    @Test func aMailedLinkIsNobodysBelowAnotherTenantsAddress() async throws {
        let test = try await TestSignIn().withTenant()
        _ = try await test.withTenant(Self.other)
        _ = try await test.user()
        let (signIn, token, device) = (test.signIn, test.mailedToken, TestDevice())
        let request = try await device.request()
        for _ in 1...2 {
            for call in [
                { _ = try await signIn.bindRedirection(token: token, tenant: Self.other) },
                { _ = try await signIn.bind(token: token, request: request, deviceName: "A", tenant: Self.other) },
            ] as [() async throws -> Void] {
                #expect(try await refusal(call) == SignIn.invalidToken)
            }
            _ = try await signIn.bindRedirection(token: token, tenant: TestSignIn.home)
            _ = try await signIn.bind(token: token, request: request, deviceName: "A", tenant: TestSignIn.home)
        }
    }
}
