import ChaveCredentialChain
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// Two who decide by the same records at the same time: whoever is slower sees what the other one did.
@Suite struct OvertakingTests {
    private let home = TestSignIn.home

    /// What may end a credential, or its person's standing.
    private enum Ending: String, CaseIterable { case revoked, revokedAlone, recovered, suspended, deleted }

    /// What it does, made ready so that its first commit is the one that counts.
    private func act(_ ending: Ending, _ opened: PairingRig) async throws -> @Sendable () async throws -> Void {
        let (signIn, user, id) = (opened.rig.signIn, opened.rig.user, opened.rig.credential.id)
        switch ending {
        case .revoked: return { try await signIn.revokeDevice(id, of: user, TestSignIn.home) }
        case .revokedAlone: return { try await signIn.revokeDevice(id, of: user, TestSignIn.home, below: false) }
        case .suspended: return { _ = try await signIn.suspendUser(user, of: TestSignIn.home) }
        case .deleted: return { _ = try await signIn.deleteUser(user, of: TestSignIn.home) }
        case .recovered:
            _ = try await signIn.recoverUser(externalID: "maria", of: home)
            let (request, token) = (try await TestDevice().request(), opened.rig.test.mailedToken)
            return { _ = try await signIn.bind(token: token, request: request, deviceName: "Telefone", tenant: nil) }
        }
    }

    /// The child is recorded in the moment before the other one's commit.
    @Test(arguments: Ending.allCases)
    private func aChildThatIsRecordedMeanwhileIsSeen(_ ending: Ending) async throws {
        let opened = try await PairingRig()
        let act = try await act(ending, opened)
        opened.store.beforeNextCommit { _ = try? await opened.approve() }
        try await act()
        let child = try #require(try await opened.child())
        let told = try await opened.rig.test.refusal {
            let holder = try await opened.rig.signIn.holder(of: child.chain, tenant: home)
            #expect(ending == .suspended || holder.chain.depth == 0, "it goes on under the root")
        }
        switch ending {
        case .revoked, .recovered, .deleted: #expect(child.status == .revoked)
        case .revokedAlone: #expect(child.status == .active && told == nil)
        case .suspended: #expect(told == CredentialState.userSuspended.refusal)
        }
    }

    /// The other way round: what ends the first device comes before the approval's commit.
    @Test(arguments: Ending.allCases)
    private func whatEndsAFirstDeviceMeanwhileIsSeen(_ ending: Ending) async throws {
        let opened = try await PairingRig()
        let act = try await act(ending, opened)
        opened.store.beforeNextCommit { try? await act() }
        let told = try await opened.rig.test.refusal { _ = try await opened.approve() }
        let expected: CredentialState =
            switch ending {
            case .suspended: .userSuspended
            case .deleted: .userDeleted
            case .revoked, .revokedAlone, .recovered: .deviceDeleted
            }
        #expect(told == expected.refusal)
        #expect(try await opened.child() == nil)
    }

    @Test func aDeviceThatIsBoundWhileItsUserIsDeletedEndsWithThem() async throws {
        let store = WatchedRecordStore(WorldRecordStore())
        let test = try await TestSignIn(watching: { _ in store }).withTenant()
        let user = try await test.user()
        let request = try await TestDevice().request()
        store.beforeNextCommit { [token = test.mailedToken] in
            _ = try? await test.signIn.bind(
                token: token,
                request: request,
                deviceName: "Telefone da Maria",
                tenant: nil
            )
        }
        _ = try await test.signIn.deleteUser(user.id, of: home)
        let devices = try await test.signIn.devices(of: user.id, home)
        #expect(devices.map(\.status) == [.revoked])
        #expect(devices.map(\.deviceName) == [""])
    }

    @Test func aLinkThatIsMadeWhileItsUserIsSuspendedIsDropped() async throws {
        let store = WatchedRecordStore(WorldRecordStore())
        let test = try await TestSignIn(watching: { _ in store }).withTenant()
        let user = try await test.user()
        store.beforeNextCommit { _ = try? await test.signIn.recoverUser(externalID: "maria", of: TestSignIn.home) }
        _ = try await test.signIn.suspendUser(user.id, of: home)
        #expect(test.mail.mails.count == 2)
        _ = try await test.signIn.activateUser(user.id, of: home)
        #expect(try await test.refusal { _ = try await test.bind(TestDevice()) } == SignIn.invalidToken)
    }

    @Test func ofTwoTwentiethTokensOneIsMade() async throws {
        let store = WatchedRecordStore(WorldRecordStore())
        let test = try await TestSignIn(watching: { _ in store }).withTenant()
        for number in 1...19 { _ = try await test.signIn.makeAPIToken(of: home, name: "token \(number)") }
        store.beforeNextCommit { _ = try? await test.signIn.makeAPIToken(of: TestSignIn.home, name: "faster") }
        let refusal = try await test.refusal { _ = try await test.signIn.makeAPIToken(of: home, name: "slower") }
        #expect(refusal?.code == .conflict)
        #expect(try await test.signIn.apiTokens(of: home).count == 20)
    }

    @Test func ofTwoSecondRootsOneIsMade() async throws {
        let store = WatchedRecordStore(WorldRecordStore())
        let test = try await TestSignIn(watching: { _ in store }).withTenant()
        store.beforeNextCommit { _ = try? await test.signIn.addRoot(of: TestSignIn.home) }
        #expect(try await test.refusal { _ = try await test.signIn.addRoot(of: home) }?.code == .conflict)
        #expect(try await test.signIn.roots(of: home).count == 2)
    }
}
