import ChaveBase
import ServerTestSupport
import SignInModel
import StoreTestSupport
import Testing

@testable import SignInCore

/// Reading, deciding and storing, while others do the same.
@Suite struct RecordBookTests {
    private let rig = TestSignIn()
    private let tenant = TenantID.named("sandbox")

    private var book: RecordBook { rig.signIn.records }

    private func insertTenant() async throws {
        var change = RecordChange()
        change.insert(Tenant(tenant: tenant, displayName: "0", createdAt: rig.now))
        #expect(try await book.commit(change) == .committed)
    }

    private func count() async throws -> Int {
        Int(try await book.find(Tenant.self, tenant.text, of: tenant)?.record.displayName ?? "") ?? -1
    }

    private func countingUp() async throws -> Int {
        try await book.changing {
            guard var loaded = try await book.find(Tenant.self, tenant.text, of: tenant) else {
                throw OAuthError(.notFound, "There is no tenant.", status: 404)
            }
            let next = (Int(loaded.record.displayName) ?? 0) + 1
            loaded.record.displayName = "\(next)"
            var change = RecordChange()
            change.replace(loaded)
            return (change, next)
        }
    }

    @Test func whoWasFasterIsSeenByWhoDecidesAnew() async throws {
        try await insertTenant()
        var attempts = 0
        let answer = try await book.changing {
            attempts += 1
            guard var loaded = try await book.find(Tenant.self, tenant.text, of: tenant) else {
                throw OAuthError(.notFound, "There is no tenant.", status: 404)
            }
            if attempts == 1 { _ = try await countingUp() }
            loaded.record.displayName += "!"
            var change = RecordChange()
            change.replace(loaded)
            return (change, loaded.record.displayName)
        }
        #expect(attempts == 2)
        #expect(answer == "1!")
        #expect(try await book.find(Tenant.self, tenant.text, of: tenant)?.version == 3)
    }

    /// What another one took is seen by the next decision, which can say so.
    @Test func aTakenValueIsDecidedAnew() async throws {
        try await insertTenant()
        var attempts = 0
        await #expect(throws: OAuthError(.conflict, "Taken.", status: 409)) {
            try await book.changing {
                attempts += 1
                let index = OIDCClient.index(id: "c")
                if try await book.find(OIDCClient.self, by: index, of: nil) != nil {
                    throw OAuthError(.conflict, "Taken.", status: 409)
                }
                // Another tenant's client of the same id comes between the look and the commit.
                var rival = RecordChange()
                rival.insert(client("c", of: .named("other")))
                _ = try await book.commit(rival)
                var change = RecordChange()
                change.insert(client("c", of: tenant))
                return (change, ())
            }
        }
        #expect(attempts == 2)
    }

    @Test func afterSixteenAttemptsItIsContended() async throws {
        try await insertTenant()
        var attempts = 0
        let fault = await #expect(throws: SignInFault.self) {
            try await book.changing {
                attempts += 1
                let loaded = try #require(try await book.find(Tenant.self, tenant.text, of: tenant))
                _ = try await countingUp()
                var change = RecordChange()
                change.replace(loaded)
                return (change, ())
            }
        }
        guard case .contended = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(attempts == 16)
    }

    @Test func aRefusalInTheDecisionStoresNothing() async throws {
        try await insertTenant()
        await #expect(throws: OAuthError.self) {
            try await book.changing { () async throws -> (RecordChange, Int) in
                throw OAuthError(.invalidRequest, "No.")
            }
        }
        #expect(try await count() == 0)
        #expect(try await rig.store.contents.count == 1)
    }

    @Test func aStoreThatIsGoneIsAFault() async throws {
        try await insertTenant()
        rig.store.close()
        let fault = await #expect(throws: SignInFault.self) { try await countingUp() }
        guard case .storage = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        rig.store.reopen()
        #expect(try await countingUp() == 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func noCountIsLostAmongSeveral() async throws {
        try await insertTenant()
        let answers = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 1...10 { group.addTask { try await countingUp() } }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(answers == Set(1...10))
        #expect(try await count() == 10)
    }

    private func client(_ id: String, of tenant: TenantID) -> OIDCClient {
        OIDCClient(
            tenant: tenant,
            id: id,
            name: "App",
            redirectURIs: [],
            tokenAuthentication: .none,
            createdAt: rig.now
        )
    }
}
