import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

struct PairingApprovalTests {
    private struct Opened {
        let rig: ExtensionRig
        let session: ExtensionRig.Session
        let claim: BegunClaim
        let pairing: PairingView
        let key: TestDeviceKey

        init(extensions: ExtensionPolicy = ExtensionPolicy()) async throws {
            rig = try await ExtensionRig(extensions: extensions)
            session = try await rig.begin()
            key = TestDeviceKey()
            claim = try await rig.claim(session.code, key: key)
            pairing = try #require(try await session.look().pairing)
        }

        var importer: ClaimView {
            get async throws { try await rig.signIn.claimState(claim.id, token: claim.token, tenant: nil) }
        }
    }

    @Test
    func anApprovalRecordsTheChildAndEndsBothSides() async throws {
        let opened = try await Opened()
        let view = try await opened.session.approve(opened.pairing)
        #expect(view.status == .done)
        let importer = try await opened.importer
        let child = try #require(importer.credential)
        #expect(importer.status == .approved)
        #expect(child.parent == "ana-0" && child.depth == 1 && child.user == "ana")
        #expect(child.deviceName == "Telefone")
        #expect(child.keyDigest == opened.key.digest)
        #expect(child.chain.count == 2)
        #expect(child.certificate == opened.pairing.toBeSigned)
        #expect(try await opened.rig.credentials().count == 2)
    }

    @Test
    func theSameApprovalAgainGivesTheSameState() async throws {
        let opened = try await Opened()
        let view = try await opened.session.approve(opened.pairing)
        #expect(try await opened.session.approve(opened.pairing) == view)
        opened.rig.test.advance(seconds: 600)
        #expect(try await opened.session.approve(opened.pairing) == view)
        #expect(try await opened.rig.credentials().count == 2)
    }

    @Test
    func anApprovalWhoseAnswerWasLostIsTakenOnceAmongMany() async throws {
        let opened = try await Opened()
        let done = await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { (try? await opened.session.approve(opened.pairing))?.status == .done ? 1 : 0 }
            }
            return await group.reduce(0, +)
        }
        #expect(done == 20)
        #expect(try await opened.rig.credentials().count == 2)
    }

    @Test
    func aWrongNumberRefusesThePairing() async throws {
        let opened = try await Opened()
        let wrong = try #require(opened.pairing.choices.first { $0 != opened.pairing.number })
        let view = try await opened.session.approve(opened.pairing, number: wrong)
        #expect(view.status == .offering)
        #expect(view.rotation == 1)
        #expect(view.code != nil && view.code != opened.session.code)
        #expect(try await opened.importer.status == .refused)
        // The right one comes too late.
        await #expect(throws: OAuthError.pairingEnded) { try await opened.session.approve(opened.pairing) }
        #expect(try await opened.rig.credentials().count == 1)
    }

    @Test
    func theRightCodeWithoutApprovalIsNoCredential() async throws {
        let opened = try await Opened()
        opened.rig.test.advance(seconds: 60)
        await #expect(throws: OAuthError.pairingEnded) { try await opened.session.approve(opened.pairing) }
        #expect(try await opened.importer.status == .refused)
        #expect(try await opened.rig.credentials().count == 1)
    }

    @Test
    func anotherKeysSignatureApprovesNothing() async throws {
        let opened = try await Opened()
        await #expect(throws: OAuthError.self) { try await opened.session.approve(opened.pairing, by: opened.key) }
        #expect(try await opened.session.look().status == .pairing)
        #expect(try await opened.session.approve(opened.pairing).status == .done)
    }

    @Test
    func threeRefusedOrUnansweredPairingsEndTheExtension() async throws {
        let opened = try await Opened()
        var view = try await opened.session.refuse(opened.pairing.id)
        #expect(view.status == .offering)
        // Saying no to the same pairing again counts once.
        #expect(try await opened.session.refuse(opened.pairing.id) == view)
        let second = try await opened.rig.claim(try #require(view.code))
        opened.rig.test.advance(seconds: 60)
        view = try await opened.session.look()
        #expect(view.status == .offering)
        #expect(try await opened.rig.signIn.claimState(second.id, token: second.token, tenant: nil).status == .refused)
        let third = try await opened.rig.claim(try #require(view.code))
        view = try await opened.session.refuse(third.id)
        #expect(view.status == .aborted)
        #expect(try await opened.rig.signIn.claimState(third.id, token: third.token, tenant: nil).status == .refused)
    }

    @Test
    func cancellingAPairingRefusesIt() async throws {
        let opened = try await Opened()
        #expect(try await opened.session.cancel().status == .aborted)
        #expect(try await opened.importer.status == .refused)
        await #expect(throws: OAuthError.pairingEnded) { try await opened.session.approve(opened.pairing) }
    }

    private enum Loss: String, CaseIterable { case parentRevoked, userSuspended, userDeleted }

    @Test(arguments: Loss.allCases, [false, true])
    private func aFirstDeviceThatLostItsStandingApprovesNothing(_ loss: Loss, _ isAtTheLastMoment: Bool) async throws {
        let opened = try await Opened()
        let lose: @Sendable () async throws -> Void = {
            switch loss {
            case .parentRevoked: try await opened.rig.revoke("ana-0")
            case .userSuspended: try await opened.rig.changeUser("ana", to: .suspended)
            case .userDeleted: try await opened.rig.changeUser("ana", to: .deleted)
            }
        }
        if isAtTheLastMoment {
            opened.rig.store.beforeNextCommit { try? await lose() }
        } else {
            try await lose()
        }
        let expected: CredentialState =
            switch loss {
            case .parentRevoked: .deviceDeleted
            case .userSuspended: .userSuspended
            case .userDeleted: .userDeleted
            }
        await #expect(throws: expected.refusal) { try await opened.session.approve(opened.pairing) }
        #expect(try await opened.session.look().status == .aborted)
        #expect(try await opened.importer.status == .refused)
        #expect(try await opened.rig.credentials().count == 1)
    }

    @Test
    func anAncestorThatWasRevokedEndsTheExtensionToo() async throws {
        let rig = try await ExtensionRig()
        let key = TestDeviceKey()
        try await rig.insert(rig.credential("ana-1", of: "ana", key: key, parent: "ana-0", depth: 1))
        let exporter = ExtensionExporter(tenant: rig.tenant, user: "ana", credential: "ana-1")
        let begun = try await rig.signIn.beginExtension(by: exporter)
        try await rig.revoke("ana-0")
        #expect(try await rig.signIn.extensionState(begun.state.id, token: begun.token, tenant: nil).status == .aborted)
    }

    /// Two sessions claimed with one key: the key becomes one credential.
    @Test
    func oneKeyBecomesOneCredential() async throws {
        let rig = try await ExtensionRig()
        let (one, other) = (try await rig.begin(), try await rig.begin(by: rig.device("ana-b")))
        let key = TestDeviceKey()
        _ = try await rig.claim(one.code, key: key)
        let second = try await rig.claim(other.code, key: key)
        _ = try await one.approve(try #require(try await one.look().pairing))
        let pairing = try #require(try await other.look().pairing)
        await #expect(throws: OAuthError.keyInUse) { try await other.approve(pairing) }
        #expect(try await rig.signIn.claimState(second.id, token: second.token, tenant: nil).status == .refused)
        #expect(try await rig.credentials().count == 3)
    }

    /// A session's approval is for the pairing it shows, whatever is signed elsewhere.
    @Test
    func anotherSessionsPairingIsNotApprovedHere() async throws {
        let opened = try await Opened()
        let other = try await opened.rig.begin(by: opened.rig.device("ana-b"))
        _ = try await opened.rig.claim(other.code)
        let others = try #require(try await other.look().pairing)
        await #expect(throws: OAuthError.pairingEnded) { try await opened.session.approve(others) }
        #expect(try await opened.session.look().status == .pairing)
        #expect(try await other.look().status == .pairing)
    }
}
