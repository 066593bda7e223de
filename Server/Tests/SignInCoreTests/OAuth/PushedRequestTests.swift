import ChaveBase
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

@Suite struct PushedRequestTests {
    private func push(
        _ rig: OAuthRig,
        _ client: String = "app",
        _ changes: [String: String?] = [:]
    ) async throws -> String {
        var values = OAuthRig.authorization(client, ["prompt": "login", "max_age": "60", "login_hint": "ana"])
        for (name, value) in changes { values[name] = value }
        let answer = try await rig.signIn.pushRequest(
            try OAuthRig.form(values),
            authorization: rig.headers(client, nil).authorization,
            tenant: rig.tenant
        )
        #expect(answer["expires_in"] == 60)
        return try #require(answer["request_uri"]?.string)
    }

    private func open(
        _ rig: OAuthRig,
        _ reference: String,
        _ client: String = "app"
    ) async throws -> AuthorizationOpening {
        try await rig.signIn.openAuthorization(
            OAuthRig.pairs(["client_id": client, "request_uri": reference]),
            tenant: rig.tenant
        )
    }

    private func isRefused(_ opening: AuthorizationOpening) -> Bool {
        guard case .show(let error) = opening else { return false }
        return error.code == .invalidRequestURI
    }

    @Test func aPushedRequestIsOpenedOnceAsItWasPushed() async throws {
        let rig = try await OAuthRig()
        let reference = try await push(rig)
        let direct = try await rig.signIn.openAuthorization(
            OAuthRig.pairs(OAuthRig.authorization("app", ["prompt": "login", "max_age": "60", "login_hint": "ana"])),
            tenant: rig.tenant
        )
        #expect(try await open(rig, reference) == direct)
        #expect(isRefused(try await open(rig, reference)))
    }

    @Test func itIsItsOwnClientsAndGoodForAMinute() async throws {
        let rig = try await OAuthRig()
        let reference = try await push(rig)
        #expect(isRefused(try await open(rig, reference, "shop")))
        #expect(isRefused(try await open(rig, reference + "x")))
        rig.world.advance(seconds: 60)
        #expect(isRefused(try await open(rig, reference)))
    }

    @Test func whatTheAuthorizationEndpointWouldRefuseIsNotTaken() async throws {
        let rig = try await OAuthRig()
        let faults: [([String: String?], OAuthError.Code)] = [
            (["redirect_uri": "https://evil.example"], .invalidRequest),
            (["response_type": "token"], .unsupportedResponseType),
            (["code_challenge": nil], .invalidRequest), (["request_uri": "x"], .requestURINotSupported),
        ]
        for (changes, code) in faults {
            #expect(try await refusal { try await push(rig, "app", changes) }.code == code)
        }
        #expect(try await refusal { try await push(rig, "till") }.code == .invalidClient)
    }

    /// What a request needs of the person, for each of the ways in which one may come.
    @Test(
        arguments: [
            // prompt, max_age, seconds since sign-in, fresh, consented, expected
            (nil, nil, nil, false, true, "signIn"), (nil, nil, 1_000, false, true, "grant"),
            (nil, nil, 1_000, false, false, "consent"), ("none", nil, nil, false, true, "login_required"),
            ("none", nil, 1, false, false, "consent_required"), ("none", nil, 1, false, true, "grant"),
            ("login", nil, 1, false, true, "signIn"), ("login", nil, 1, true, true, "grant"),
            ("select_account", nil, 1, false, true, "signIn"), (nil, "60", 59, false, true, "grant"),
            (nil, "60", 60, false, true, "signIn"), ("none", "60", 60, false, true, "login_required"),
            (nil, "0", 0, false, true, "signIn"), (nil, "0", 5, true, true, "grant"),
            // A person needs longer than a second for a page: whoever signed in for this very request is not asked again.
            (nil, "1", 5, true, true, "grant"), (nil, "1", 5, false, true, "signIn"),
            (nil, "60", 61, true, false, "consent"),
            ("none", "1", 5, false, true, "login_required"), ("login", "1", 5, true, true, "grant"),
        ] as [(String?, String?, Int64?, Bool, Bool, String)]
    )
    func eachRequestAsksForWhatItNeeds(
        _ prompt: String?,
        _ age: String?,
        _ secondsAgo: Int64?,
        _ isFresh: Bool,
        _ hasConsented: Bool,
        _ expected: String
    ) async throws {
        let rig = try await OAuthRig()
        let pairs = OAuthRig.pairs(OAuthRig.authorization("app", ["prompt": prompt, "max_age": age]))
        guard case .proceed(let request) = try await rig.signIn.openAuthorization(pairs, tenant: rig.tenant) else {
            Issue.record("it was refused")
            return
        }
        let step = request.step(
            signedInAt: secondsAgo.map { rig.world.now.adding(seconds: -$0) },
            isFresh: isFresh,
            hasConsented: hasConsented,
            now: rig.world.now
        )
        switch step {
        case .signIn: #expect(expected == "signIn")
        case .consent: #expect(expected == "consent")
        case .grant: #expect(expected == "grant")
        case .refuse(let error):
            #expect(expected == error.code.rawValue)
            #expect(OAuthRig.query(request.refused(error, issuer: "i"))["error"] == expected)
        }
    }

    @Test func aPersonOrDeviceThatDoesNotCountGetsNoCode() async throws {
        let rig = try await OAuthRig()
        try await rig.revokeDevice()
        #expect(try await refusal { try await rig.code() }.code == .accessDenied)
    }
}
