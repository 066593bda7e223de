import ChaveBase
import SignInModel
import Testing

@testable import SignInCore

/// A second device that lost the answer to its claim, or gives its claim up.
@Suite struct RepeatedClaimTests {
    @Test func theSameKeyAndCodeAreTheSameClaimWhileItWaits() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let key = TestDeviceKey()
        let first = try await rig.claim(session.code, key: key)
        rig.test.advance(milliseconds: 59_999)
        let again = try await rig.claim(session.code, key: key)
        #expect(again.id == first.id && again.number == first.number && again.tenant == first.tenant)
        #expect(again.expiresInSeconds == 1)
        #expect(try await rig.signIn.claimState(again.id, token: again.token, tenant: nil).status == .pending)
        // No token is kept, so the one whose answer was lost is replaced.
        await #expect(throws: OAuthError.unknownClaim) {
            try await rig.signIn.claimState(first.id, token: first.token, tenant: nil)
        }
        #expect(try await session.look().pairing?.id == first.id)
        rig.test.advance(milliseconds: 1)
        #expect(try await rig.refusal(session.code, key: key) == .invalidCode)
    }

    /// Neither part alone is enough, and whoever tries is counted.
    @Test func anotherKeyOrAnotherCodeIsAnotherClaim() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let key = TestDeviceKey()
        _ = try await rig.claim(session.code, key: key)
        #expect(try await rig.refusal(session.code) == .invalidCode)
        for _ in 0..<5 { #expect(try await rig.refusal(session.code.wrong, key: key) == .invalidCode) }
        #expect(try await rig.refusal(session.code, key: key)?.code == .slowDown)
    }

    /// The person was quicker than the second try.
    @Test func aClaimThatWasApprovedMeanwhileIsGivenToo() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let key = TestDeviceKey()
        let first = try await rig.claim(session.code, key: key)
        _ = try await session.approve(try #require(try await session.look().pairing))
        let again = try await rig.claim(session.code, key: key)
        #expect(again.id == first.id && again.number == first.number)
        let view = try await rig.signIn.claimState(again.id, token: again.token, tenant: nil)
        #expect(view.status == .approved && view.credential?.keyDigest == key.digest)
        rig.test.advance(seconds: 60)
        #expect(try await rig.refusal(session.code, key: key) == .keyInUse)
    }

    @Test func aClaimThatWasRefusedIsNotGivenAgain() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let key = TestDeviceKey()
        let first = try await rig.claim(session.code, key: key)
        _ = try await session.refuse(first.id)
        #expect(try await rig.refusal(session.code, key: key) == .invalidCode)
    }

    @Test func ofTwoRepetitionsAtOnceTheLastTokenOpensTheOneClaim() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let key = TestDeviceKey()
        let first = try await rig.claim(session.code, key: key)
        let answers = try await withThrowingTaskGroup(of: BegunClaim.self) { group in
            for _ in 0..<8 { group.addTask { try await rig.claim(session.code, key: key) } }
            return try await group.reduce(into: [BegunClaim]()) { $0.append($1) }
        }
        #expect(Set(answers.map(\.id)) == [first.id])
        var good = 0
        for answer in answers
        where (try? await rig.signIn.claimState(answer.id, token: answer.token, tenant: nil)) != nil {
            good += 1
        }
        #expect(good == 1)
    }

    @Test func aSecondDeviceEndsItsOwnClaim() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let claim = try await rig.claim(session.code)
        let pairing = try #require(try await session.look().pairing)
        let view = try await rig.signIn.cancelClaim(claim.id, token: claim.token, tenant: nil)
        #expect(view.status == .refused && view.id == claim.id)
        let after = try await session.look()
        #expect(after.status == .offering && after.rotation == 1 && after.code != session.code)
        await #expect(throws: OAuthError.pairingEnded) { try await session.approve(pairing) }
        #expect(
            try await rig.signIn.cancelClaim(claim.id, token: claim.token, tenant: nil) == view,
            "a second time changes nothing"
        )
        #expect(try await session.look() == after)
        #expect(try await rig.credentials().count == 1)
    }

    @Test func whatIsOverIsNotEndedByItsClaim() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let claim = try await rig.claim(session.code)
        _ = try await session.approve(try #require(try await session.look().pairing))
        #expect(try await rig.signIn.cancelClaim(claim.id, token: claim.token, tenant: nil).status == .approved)
        #expect(try await session.look().status == .done)
        await #expect(throws: OAuthError.unknownClaim) {
            try await rig.signIn.cancelClaim(claim.id, token: "x", tenant: nil)
        }
    }

    /// A claim that ran out leaves the next device's pairing alone.
    @Test func anOldClaimEndsNoNewerOne() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        let old = try await rig.claim(session.code)
        rig.test.advance(seconds: 60)
        let new = try await rig.claim(try #require(try await session.look().code))
        #expect(try await rig.signIn.cancelClaim(old.id, token: old.token, tenant: nil).status == .refused)
        #expect(try await rig.signIn.claimState(new.id, token: new.token, tenant: nil).status == .pending)
    }

    /// Three refused pairings end the extension, whoever refused.
    @Test func claimsThatAreGivenUpCountAsRefused() async throws {
        let rig = try await ExtensionRig()
        let session = try await rig.begin()
        var code: String? = session.code
        for _ in 0..<3 {
            let claim = try await rig.claim(try #require(code))
            _ = try await rig.signIn.cancelClaim(claim.id, token: claim.token, tenant: nil)
            code = try await session.look().code
        }
        #expect(try await session.look().status == .aborted)
    }
}
