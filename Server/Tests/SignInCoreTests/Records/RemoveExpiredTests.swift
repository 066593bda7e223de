import ChaveBase
import Hashing
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// What is thrown away, and when.
@Suite struct RemoveExpiredTests {
    @Test func whatIsOverIsThrownAwayInPortions() async throws {
        let store = WatchedRecordStore(WorldRecordStore())
        let test = TestSignIn(watching: { _ in store })
        var change = RecordChange()
        for number in 0..<401 {
            change.insert(
                PushedRequest(
                    digest: Digest(ofText: "\(number)"),
                    request: try request(test),
                    deadline: test.now.adding(seconds: 60)
                )
            )
        }
        #expect(try await test.signIn.records.commit(change) == .committed)
        _ = store.takeCalls()
        test.advance(milliseconds: 59_999)
        #expect(try await test.signIn.removeExpired() == 0)
        #expect(store.takeCalls() == [.removeExpired])
        test.advance(milliseconds: 1)
        #expect(try await test.signIn.removeExpired() == 401)
        #expect(store.takeCalls() == Array(repeating: .removeExpired, count: 3))
        #expect(try await test.signIn.removeExpired() == 0)
    }

    @Test func aStoreThatIsGoneIsAFault() async throws {
        let test = TestSignIn()
        test.store.close()
        await #expect(throws: SignInFault.self) { try await test.signIn.removeExpired() }
    }

    private func request(_ test: TestSignIn) throws -> AuthorizationRequest {
        let client = OIDCClient(
            tenant: TestSignIn.home,
            id: "app",
            name: "App",
            redirectURIs: [OAuthRig.redirectURI],
            tokenAuthentication: .none,
            createdAt: test.now
        )
        let parameters = try OAuthRig.form(OAuthRig.authorization())
        return try AuthorizationRequest(
            parameters,
            client: client,
            redirectURI: OAuthRig.redirectURI,
            looked: AuthorizationRequest.LookedUp()
        )
    }
}
