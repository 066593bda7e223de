import CardsStores
import ChaveBase
import ChavePixModel
import Hashing
import PaymentsStores
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import SQLiteWriter
import ServerTestSupport
import TokenActivationCore

/// Everything that stands behind the storage port of activations, and so must keep the same contract.
enum ActivationBackend: String, CaseIterable, Sendable {
    case memory, sqlite, postgres

    /// Runs `body` with an empty store and the way to close it, and leaves nothing behind.
    func withStore(
        _ body: (_ store: any TokenActivationStore, _ close: @Sendable () async -> Void) async throws -> Void
    ) async throws {
        switch self {
        case .memory:
            let store = MemoryTokenActivationStore()
            try await body(store) { store.close() }
        case .sqlite:
            try await withTemporaryDirectory { directory async throws in
                let store = try SQLTokenActivationStore(directory: directory, options: .fast)
                do {
                    try await body(store) { await store.close() }
                } catch {
                    await store.close()
                    throw error
                }
                await store.close()
            }
        case .postgres:
            try await SharedServer.withPool("a test of the contract over PostgreSQL") { pool async throws in
                try await body(try await SQLTokenActivationStore(over: pool)) { await pool.close() }
            }
        }
    }
}

/// Activations that differ in what a test is about.
enum ActivationSample {
    static let token = TokenKey(network: .visa, id: "DNITHE1")
    static let chain = ActivationAuditChain.card("V-1")

    static func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

    static func activation(
        _ id: String = "a",
        token: TokenKey = ActivationSample.token,
        state: ActivationState = .active,
        version: Int64 = 1,
        createdAt: Int64 = 100,
        wakeAt: Int64? = nil
    ) -> Activation {
        Activation(
            id: id,
            version: version,
            holder: CardHolder(tenant: "padaria-aurora", user: "maria"),
            client: "app",
            card: "V-1",
            token: token,
            particulars: Activation.Particulars(
                cardName: "Cartão",
                lastFour: "1234",
                requestorID: nil,
                walletName: nil,
                deviceID: nil,
                deviceIndex: nil,
                deviceName: nil
            ),
            state: state,
            tokenState: nil,
            stepUpOpenedAt: nil,
            createdAt: time(createdAt),
            updatedAt: time(createdAt),
            heldUntil: nil,
            wakeAt: wakeAt.map { time($0) }
        )
    }

    static func claim(_ scope: String, of activation: String = "a", at: Int64 = 100, until: Int64) -> IdempotencyClaim {
        IdempotencyClaim(
            scope: Digest(ofText: scope),
            fingerprint: Digest(ofText: "fingerprint"),
            activation: activation,
            createdAt: time(at),
            expiresAt: time(until)
        )
    }

    static func link(_ secret: String, of activation: String = "a", until: Int64 = 200) -> SuspensionLink {
        SuspensionLink(digest: Digest(ofText: secret), activation: activation, expiresAt: time(until))
    }

    static func notice(_ activation: String = "a", version: Int64 = 1, dueAt: Int64 = 100) -> PendingNotice {
        PendingNotice(activation: activation, version: version, createdAt: time(100), dueAt: time(dueAt))
    }

    static func fact(_ outcome: String, _ chain: ActivationAuditChain = ActivationSample.chain) -> ActivationAuditFact {
        ActivationAuditFact(
            chain: chain,
            at: time(100),
            actor: "server",
            action: .settle,
            outcome: outcome,
            activation: "a",
            content: Digest(ofText: "content")
        )
    }
}

extension TokenActivationStore {
    /// A commit of these steps alone.
    func commit(_ writes: ActivationChange.Write...) async throws -> ActivationCommitOutcome {
        var change = ActivationChange()
        change.writes = writes
        return try await commit(change)
    }
}
