import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

/// How long a browser stays signed in.
struct BrowserSessionTests {
    private static func rig() async throws -> BrowserRig {
        var rig = try await BrowserRig()
        try await rig.signedInByDevice()
        return rig
    }

    private static func isIn(_ rig: BrowserRig) async throws -> Bool {
        try await rig.signIn.browserPerson(rig.visit, of: rig.tenant) != nil
    }

    @Test func twelveHoursWithoutUseEndIt() async throws {
        let rig = try await Self.rig()
        rig.test.advance(seconds: 12 * 3_600 - 1)
        #expect(try await Self.isIn(rig))
        rig.test.advance(seconds: 12 * 3_600 - 1)
        #expect(try await Self.isIn(rig))
        rig.test.advance(seconds: 12 * 3_600)
        #expect(try await !Self.isIn(rig))
    }

    @Test func sevenDaysEndItHoweverMuchItIsUsed() async throws {
        let rig = try await Self.rig()
        for _ in 0..<167 {
            rig.test.advance(seconds: 3_600)
            #expect(try await Self.isIn(rig))
        }
        rig.test.advance(seconds: 3_600)
        #expect(try await !Self.isIn(rig))
    }

    @Test func aSuspensionEndsItForGood() async throws {
        let rig = try await Self.rig()
        rig.test.advance(seconds: 1)
        _ = try await rig.signIn.suspendUser(rig.user, of: rig.tenant)
        #expect(try await !Self.isIn(rig))
        rig.test.advance(seconds: 1)
        _ = try await rig.signIn.activateUser(rig.user, of: rig.tenant)
        #expect(try await !Self.isIn(rig))
    }

    @Test func itEndsWithTheDeviceThatBeganIt() async throws {
        let rig = try await Self.rig()
        try await rig.signIn.revokeDevice(rig.challenges.credential.id, of: rig.user, rig.tenant)
        #expect(try await !Self.isIn(rig))
    }

    @Test func signingOutEndsOneOrAll() async throws {
        let first = try await Self.rig()
        var second = first
        second.visit = BrowserVisit(visit: "another browser", session: nil)
        try await second.signedInByDevice()
        try await first.signIn.signOut(first.visit, of: first.tenant, everywhere: false)
        #expect(try await !Self.isIn(first))
        #expect(try await Self.isIn(second))
        var third = first
        try await third.signedInByDevice()
        try await third.signIn.signOut(third.visit, of: third.tenant, everywhere: true)
        #expect(try await !Self.isIn(second))
        #expect(try await !Self.isIn(third))
        // Who is out stays out, without an error.
        try await third.signIn.signOut(third.visit, of: third.tenant, everywhere: true)
    }

    /// Two who count a person's sessions at once, or end them while one begins, must not overtake each other.
    @Test func whateverBeginsOrEndsSessionsChangesThePersonsVersion() async throws {
        var rig = try await BrowserRig()
        func version() async throws -> Int64 { try await rig.signIn.known(rig.user, of: rig.tenant).version }
        let id = try await rig.begin()
        try await rig.approveByDevice(id)
        let before = try await version()
        _ = try await rig.turn(id)
        let signedIn = try await version()
        #expect(signedIn > before)
        _ = try await rig.decide(true, id)
        let agreed = try await version()
        #expect(agreed > signedIn)
        try await rig.signIn.signOut(rig.visit, of: rig.tenant, everywhere: true)
        #expect(try await version() > agreed)
    }

    @Test func theCookieOfOneTenantOpensNoOther() async throws {
        let rig = try await Self.rig()
        let other = TenantID.named("other")
        _ = try await rig.signIn.createTenant(other, displayName: "Outra")
        #expect(try await rig.signIn.browserPerson(rig.visit, of: other) == nil)
    }

    @Test func theOldestEndsWhereThereWouldBeTooMany() async throws {
        let first = try await Self.rig()
        var last = first
        for number in 0..<20 {
            first.test.advance(seconds: 1)
            last.visit = BrowserVisit(visit: "browser \(number)", session: nil)
            try await last.signedInByDevice()
        }
        #expect(try await !Self.isIn(first))
        #expect(try await Self.isIn(last))
    }
}
