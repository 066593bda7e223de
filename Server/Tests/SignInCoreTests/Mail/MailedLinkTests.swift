import ChaveBase
import ChaveWire
import Hashing
import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// The link that is mailed, and the one time that it is good.
@Suite struct MailedLinkTests {
    private let home = TestSignIn.home

    private func isRefused(_ rig: TestSignIn, _ token: String? = nil) async throws -> Bool {
        let refusal = try await rig.refusal { _ = try await rig.bind(TestDevice(), token: token) }
        #expect(refusal == nil || refusal == SignIn.invalidToken, "one answer for every reason")
        return refusal != nil
    }

    @Test func openingALinkLeadsToTheAppAndChangesNothing() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let before = try await Set(rig.store.contents)
        for _ in 1...3 {
            let address = try await rig.signIn.bindRedirection(token: rig.mailedToken, tenant: nil)
            #expect(address == "\(TestSignIn.app)/register?token=\(rig.mailedToken)")
        }
        #expect(try await Set(rig.store.contents) == before)
        _ = try await rig.bind(TestDevice())
        // The device may have lost the answer and open it again.
        #expect(try await rig.signIn.bindRedirection(token: rig.mailedToken, tenant: nil).hasPrefix(TestSignIn.app))
        await #expect(throws: SignIn.invalidToken) { try await rig.signIn.bindRedirection(token: "wrong", tenant: nil) }
    }

    @Test func aDeviceIsBoundOnce() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let bound = try await rig.bind(TestDevice())
        #expect(bound.credential.user == user.id)
        #expect(bound.credential.parent == nil)
        #expect(bound.chain.count == 2)
        #expect(bound.chain.allSatisfy { $0.hasPrefix("-----BEGIN CERTIFICATE-----") })
        #expect(try await rig.signIn.roots(of: home) == [bound.rootFingerprint])
        var proven = user
        proven.hasProvenMail = true
        #expect(try await rig.signIn.holder(of: bound.credential.chain, tenant: home).user.record == proven)
        #expect(try await isRefused(rig), "another key")
    }

    @Test func aLostAnswerIsGivenAgainToTheSameKeyAlone() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let device = TestDevice()
        let first = try await rig.bind(device)
        #expect(try await rig.bind(device) == first)
        #expect(try await rig.signIn.devices(of: user.id, home).count == 1)
        try await rig.signIn.revokeDevice(first.credential.id, of: user.id, home)
        #expect(try await rig.refusal { _ = try await rig.bind(device) } == SignIn.invalidToken)
    }

    /// To the microsecond, by the clock of deadlines.
    @Test func aLinkEndsAfterADay() async throws {
        let rig = try await TestSignIn().withTenant()
        let (device, other) = (TestDevice(), TestDevice())
        _ = try await rig.user()
        let token = rig.mailedToken
        _ = try await rig.user("joao")
        rig.advance(milliseconds: 86_399_999)
        _ = try await rig.bind(device, token: token)
        rig.advance(milliseconds: 1)
        #expect(try await rig.refusal { _ = try await rig.bind(other) } == SignIn.invalidToken)
        let again = try await rig.refusal { _ = try await rig.bind(device, token: token) }
        #expect(again == SignIn.invalidToken, "the answer too is given within the link's life only")
        await #expect(throws: SignIn.invalidToken) { try await rig.signIn.bindRedirection(token: token, tenant: nil) }
        #expect(try await rig.store.removeExpired(at: rig.now, limit: 9) == 2)
    }

    @Test func aNewerLinkOvertakesAnOlderOne() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let older = rig.mailedToken
        _ = try await rig.signIn.recoverUser(externalID: "maria", of: home)
        #expect(try await isRefused(rig, older))
        #expect(try await !isRefused(rig))
    }

    @Test func noTokenIsStored() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let link = try await rig.signIn.records.list(MailedLink.self, of: home, limit: 9)
        let text = String(decoding: JSONValue.object(try #require(link.first?.record.content)).encoded(), as: UTF8.self)
        #expect(!text.contains(rig.mailedToken))
        #expect(text.contains(Digest(ofText: rig.mailedToken).text))
    }

    @Test func aSuspendedOrDeletedUserBindsNothing() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        _ = try await rig.signIn.suspendUser(user.id, of: home)
        #expect(try await isRefused(rig))
        _ = try await rig.signIn.activateUser(user.id, of: home)
        #expect(try await isRefused(rig), "the link was dropped: whoever is active again is mailed another")
        _ = try await rig.signIn.recoverUser(externalID: "maria", of: home)
        let token = rig.mailedToken
        _ = try await rig.signIn.deleteUser(user.id, of: home)
        #expect(try await isRefused(rig, token))
        #expect(try await rig.signIn.devices(of: user.id, home).isEmpty)
    }

    @Test func whatADeviceSendsIsChecked() async throws {
        let rig = try await TestSignIn().withTenant()
        _ = try await rig.user()
        let device = TestDevice()
        for name in ["", "  ", "a\u{7}", "a\u{202E}b", String(repeating: "x", count: 65)] {
            #expect(try await rig.refusal { _ = try await rig.bind(device, named: name) }?.field == "device_name")
        }
        var request = try await device.request()
        request[request.count - 1] ^= 1
        for bytes in [[], [0x30], request] {
            let refusal = try await rig.refusal {
                _ = try await rig.signIn.bind(
                    token: rig.mailedToken,
                    request: bytes,
                    deviceName: "Telefone",
                    tenant: nil
                )
            }
            #expect(refusal?.field == "csr")
        }
        _ = try await rig.bind(device)
        _ = try await rig.user("joao")
        let used = try await rig.refusal { _ = try await rig.bind(device) }
        #expect(used?.code == .conflict)
        #expect(used?.field == "csr", "a key is one credential")
    }

    /// The user goes on by the old device until the new one is bound.
    @Test func aRecoveryEndsTheOtherDevicesWhenItIsSpent() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let (first, second) = (TestDevice(), TestDevice())
        let old = try await rig.bind(first).credential
        let child = try await rig.extend(old, by: first.key, to: second)
        _ = try await rig.signIn.recoverUser(externalID: "maria", of: home)
        _ = try await rig.signIn.holder(of: child.chain, tenant: home)
        let new = try await rig.bind(TestDevice()).credential
        let devices = try await rig.signIn.devices(of: user.id, home)
        #expect(devices.filter { $0.status == .active }.map(\.id) == [new.id])
        for gone in [old, child] {
            let refusal = try await rig.refusal { _ = try await rig.signIn.holder(of: gone.chain, tenant: home) }
            #expect(refusal == CredentialState.deviceDeleted.refusal)
        }
        _ = try await rig.signIn.holder(of: new.chain, tenant: home)
    }

    @Test(.timeLimit(.minutes(15)))
    func ofAHundredBindingsByOneTokenOneIsMade() async throws {
        let rig = try await TestSignIn().withTenant()
        let user = try await rig.user()
        let refusals = try await withThrowingTaskGroup(of: OAuthError?.self) { group in
            for _ in 1...100 { group.addTask { try await rig.refusal { _ = try await rig.bind(TestDevice()) } } }
            return try await group.reduce(into: [OAuthError?]()) { $0.append($1) }
        }
        #expect(refusals.count { $0 == nil } == 1)
        #expect(refusals.count { $0 == SignIn.invalidToken } == 99)
        #expect(try await rig.signIn.devices(of: user.id, home).count == 1)
    }
}
