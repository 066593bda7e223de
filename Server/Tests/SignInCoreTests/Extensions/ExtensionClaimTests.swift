import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

struct ExtensionClaimTests {
    @Test
    func aRightCodeOpensAPairingThatBothSidesSee() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let claim = try await rig.claim(session.code, name: "Telefone da Ana")
        let view = try await session.look()
        let pairing = try #require(view.pairing)
        #expect(view.status == .pairing)
        #expect(view.code == nil)
        #expect(pairing.id == claim.id)
        #expect(pairing.deviceName == "Telefone da Ana")
        #expect(pairing.number == claim.number)
        #expect(pairing.choices.contains(claim.number) && Set(pairing.choices).count == 3)
        #expect(pairing.expiresInSeconds == 60)
        #expect(try await rig.signIn.claimState(claim.id, token: claim.token, tenant: nil).status == .pending)
    }

    @Test
    func wrongExpiredAndUsedCodesHaveOneAnswerAndOneCost() async throws {
        let rig = try await ExtensionRig()
        let used = try await rig.begin()
        _ = try await rig.claim(used.code)
        let expired = try await rig.begin(by: rig.device("ana-b"))
        rig.test.advance(seconds: 95)
        let live = try await rig.begin(by: rig.device("ana-c"))
        var answers: [OAuthError?] = []
        var costs: [[WatchedRecordStore.Call]] = []
        for code in [live.code.wrong, expired.code, used.code] {
            _ = rig.store.takeCalls()
            answers.append(try await rig.refusal(code))
            costs.append(rig.store.takeCalls())
        }
        #expect(answers == [.invalidCode, .invalidCode, .invalidCode])
        #expect(Set(costs).count == 1)
        #expect(costs[0].count { $0 == .commit } == 1)
    }

    /// A code that was there costs the opening of its session's seal; one that never was costs it too.
    @Test
    func aCodeThatIsNoSessionsCostsAnOpeningToo() async throws {
        let rig = try await ExtensionRig()
        let expired = try await rig.begin()
        rig.test.advance(seconds: 95)
        let live = try await rig.begin(by: rig.device("ana-b"))
        var opened: [Int] = []
        for code in [live.code.wrong, live.code.wrong, expired.code, live.code] {
            let before = rig.signIn.noSession.opened
            _ = try await rig.refusal(code)
            opened.append(rig.signIn.noSession.opened - before)
        }
        #expect(opened == [1, 1, 0, 0])
    }

    /// What stands in is read as a session is, down to its last member.
    @Test
    func whatStandsInIsOpenedLikeARecord() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.session(try await rig.begin().id)
        let standIn = StandIn<ExtensionSession>()
        for _ in 1...2 { try standIn.open(like: session, in: rig.signIn.records) }
        #expect(standIn.opened == 2)
        let other = RecordBook(
            store: rig.store,
            vault: RecordVault(secret: Array(repeating: 8, count: 32)),
            world: rig.signIn.world
        )
        #expect(throws: SignInFault.self, "it is really opened") { try standIn.open(like: session, in: other) }
    }

    @Test
    func ofAHundredClaimsOfOneCodeOneOpensAPairing() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let answers = await withTaskGroup(of: OAuthError.Code??.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        return .some(try await rig.refusal(session.code)?.code)
                    } catch {
                        return nil
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 100)
        #expect(answers.count { $0 == .some(nil) } == 1)
        // Eleven wrong ones in a minute are the alarm; the others are then asked for work.
        #expect(answers.count { $0 == .invalidCode } == 11)
        #expect(answers.count { $0 == .proofOfWorkRequired } == 88)
        #expect(try await session.look().status == .pairing)
        let claims = try await rig.signIn.records.list(ExtensionClaimRecord.self, of: rig.tenant, limit: 200)
        #expect(claims.count == 1)
    }

    @Test
    func aCodeThatIsReplacedWhileItIsClaimedStillHasItsGrace() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        rig.store.beforeNextCommit {
            rig.test.advance(seconds: 91)
            _ = try? await session.look()
        }
        #expect(try await rig.refusal(session.code) == nil)
        #expect(try await session.look().status == .pairing)
    }

    @Test
    func aCodeWhoseGraceEndsWhileItIsClaimedOpensNothing() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        rig.store.beforeNextCommit {
            rig.test.advance(seconds: 96)
            _ = try? await session.look()
        }
        #expect(try await rig.refusal(session.code) == .invalidCode)
        #expect(try await session.look().status == .offering)
    }

    @Test
    func whatIsCancelledWhileItIsClaimedStaysCancelled() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        rig.store.beforeNextCommit { _ = try? await session.cancel() }
        #expect(try await rig.refusal(session.code) == .invalidCode)
        #expect(try await session.look().status == .aborted)
    }

    @Test
    func aFirstDeviceThatIsNeverHeardOfAgainRefusesAfterAMinute() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let claim = try await rig.claim(session.code)
        rig.test.advance(milliseconds: 59_999)
        let waiting = try await rig.signIn.claimState(claim.id, token: claim.token, tenant: nil)
        #expect(waiting.status == .pending && waiting.expiresInSeconds == 1 && waiting.version == 1)
        rig.test.advance(milliseconds: 1)
        let over = try await rig.signIn.claimState(claim.id, token: claim.token, tenant: nil)
        #expect(over.status == .refused && over.version == 2)
        rig.test.advance(seconds: 1_000)
        #expect(try await rig.signIn.claimState(claim.id, token: claim.token, tenant: nil) == over)
    }

    @Test
    func aCodeOfAnotherTenantOpensNothing() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let other = try #require(TenantID("outro"))
        let key = TestDeviceKey()
        var claim = ExtensionClaim(
            tenant: other,
            code: session.code,
            certificateRequest: try key.request(),
            deviceName: "Telefone",
            address: try #require(IPAddress(bytes: [192, 0, 2, 1]))
        )
        await #expect(throws: OAuthError.self) {
            try await rig.signIn.claimExtension(claim, certificates: rig.certificates)
        }
        try await rig.insert(Tenant(tenant: other, displayName: "Outro", createdAt: rig.test.now))
        await #expect(throws: OAuthError.invalidCode) {
            try await rig.signIn.claimExtension(claim, certificates: rig.certificates)
        }
        claim.tenant = rig.tenant
        _ = try await rig.signIn.claimExtension(claim, certificates: rig.certificates)
    }

    @Test
    func whoCannotProveItsKeyMakesNoGuess() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        var request = try TestDeviceKey().request()
        request[request.count - 1] ^= 1
        let claim = ExtensionClaim(
            tenant: rig.tenant,
            code: session.code,
            certificateRequest: request,
            deviceName: "Telefone",
            address: try #require(IPAddress(bytes: [192, 0, 2, 1]))
        )
        _ = rig.store.takeCalls()
        await #expect(throws: OAuthError.self) {
            try await rig.signIn.claimExtension(claim, certificates: rig.certificates)
        }
        #expect(rig.store.takeCalls().isEmpty)
    }

    @Test
    func aKeyThatHasACredentialLearnsNothingOfCodes() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        #expect(try await rig.refusal(session.code, key: rig.first) == .keyInUse)
        #expect(try await rig.refusal(session.code.wrong, key: rig.first) == .keyInUse)
        #expect(try await session.look().code == session.code)
    }

    @Test
    func aClaimsTokenOpensItsOwnClaimOnly() async throws {
        let rig = try await ExtensionRig()
        let one = try await rig.claim(try await rig.begin().code)
        let other = try await rig.claim(try await rig.begin(by: rig.device("ana-b")).code)
        for (id, token) in [(one.id, other.token), (other.id, one.token), (one.id, "")] {
            await #expect(throws: OAuthError.unknownClaim) {
                try await rig.signIn.claimState(id, token: token, tenant: nil)
            }
        }
    }
}
