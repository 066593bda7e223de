import ChaveBase
import ChaveWire
import SignInModel
import Testing

@testable import SignInCore

/// What a suspension ends for good, and what it only stops.
struct SuspensionTests {
    /// Suspended for a second, and active again.
    private static func suspendAndActivate(_ rig: OAuthRig, after seconds: Int64 = 1) async throws {
        rig.world.advance(seconds: seconds)
        _ = try await rig.signIn.suspendUser(OAuthRig.user, of: TestSignIn.home)
        rig.world.advance(seconds: 1)
        let user = try await rig.signIn.activateUser(OAuthRig.user, of: TestSignIn.home)
        #expect(user.status == .active)
        rig.world.advance(seconds: 1)
    }

    /// By a device and in a browser, also where it comes in the very moment of the sign-in.
    @Test(arguments: [true, false], [0, 1] as [Int64])
    func noTokenLivesAgainAfterASuspension(_ onDevice: Bool, _ seconds: Int64) async throws {
        let rig = try await OAuthRig()
        let code = try await rig.code(onDevice: onDevice)
        let scope: [String: String?] = ["scope": "openid offline_access"]
        let answer = try await rig.exchange(try await rig.code("shop", scope, onDevice: onDevice), "shop")
        #expect(try await rig.introspect(answer.accessToken)["active"] == true)
        try await Self.suspendAndActivate(rig, after: seconds)
        #expect(try await refusal { try await rig.information(answer.accessToken) }.code == .invalidToken)
        #expect(try await rig.introspect(answer.accessToken) == ["active": false])
        #expect(try await rig.introspect(answer.refreshToken) == ["active": false])
        #expect(try await refusal { try await rig.refresh(answer.refreshToken, "shop") }.code == .invalidGrant)
        #expect(try await refusal { try await rig.exchange(code) }.code == .invalidGrant)
        // Whoever signs in anew is let in.
        let later = try await rig.exchange(try await rig.code("shop", onDevice: onDevice), "shop")
        #expect(try await rig.introspect(later.accessToken)["active"] == true)
    }

    @Test func aDeviceSignsInAgainAfterASuspension() async throws {
        let rig = try await ChallengeRig()
        _ = try await rig.signIn.suspendUser(rig.user, of: TestSignIn.home)
        rig.test.advance(seconds: 1)
        _ = try await rig.signIn.activateUser(rig.user, of: TestSignIn.home)
        rig.test.advance(seconds: 1)
        let tokens = try await rig.tokens(try await rig.signedIn().authorizationCode)
        #expect(tokens.json["access_token"] != nil)
    }

    @Test func aPasskeySignsInAgainAfterASuspension() async throws {
        var rig = try await BrowserRig()
        try await rig.signedInByDevice()
        try await rig.makePasskey()
        _ = try await rig.signIn.suspendUser(rig.user, of: rig.tenant)
        rig.test.advance(seconds: 1)
        _ = try await rig.signIn.activateUser(rig.user, of: rig.tenant)
        rig.test.advance(seconds: 1)
        try await rig.usePasskey(try await rig.begin())
        #expect(try await rig.signIn.browserPerson(rig.visit, of: rig.tenant)?.userName == "maria")
    }

    /// A device that had proven its key before lets no browser in after it.
    @Test func whatADeviceApprovedBeforeASuspensionSignsNobodyIn() async throws {
        var rig = try await BrowserRig()
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        rig.test.advance(seconds: 1)
        _ = try await rig.signIn.suspendUser(rig.user, of: rig.tenant)
        _ = try await rig.signIn.activateUser(rig.user, of: rig.tenant)
        guard case .refused = try await rig.turn(id) else {
            Issue.record("it is signed in")
            return
        }
    }

    /// Whoever was suspended by a version that did not write down when.
    @Test func anActivationAfterASuspensionWithoutATimeEndsWhatWasBefore() async throws {
        let rig = try await OAuthRig()
        let answer = try await rig.exchange(try await rig.code())
        try await rig.setUser(.suspended)
        rig.world.advance(seconds: 1)
        _ = try await rig.signIn.activateUser(OAuthRig.user, of: TestSignIn.home)
        #expect(try await rig.introspect(answer.accessToken) == ["active": false])
    }
}
