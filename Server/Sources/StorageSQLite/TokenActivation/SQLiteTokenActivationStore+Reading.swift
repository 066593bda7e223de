public import ChavePixModel
import GRDB
import SQLiteWriter
public import TokenActivationCore

extension SQLiteTokenActivationStore {
    public func activation(_ id: String) async throws(ActivationStoreFault) -> Activation? {
        try await asking { database in
            try database.firstRow(ActivationStatement.one, [id.databaseValue]).map(Activation.init(columns:))
        }
    }

    public func standing(_ token: TokenKey) async throws(ActivationStoreFault) -> Activation? {
        try await asking { database in
            try database.firstRow(ActivationStatement.standing, token.values).map(Activation.init(columns:))
        }
    }

    public func claim(_ scope: ActivationDigest) async throws(ActivationStoreFault) -> IdempotencyClaim? {
        try await asking { database in
            guard let row = try database.firstRow(ActivationStatement.key, [scope.bytes.blob]) else { return nil }
            var columns = ColumnReader("idempotency_key", row)
            return IdempotencyClaim(
                scope: try columns.digest(),
                fingerprint: try columns.digest(),
                activation: try columns.text(),
                createdAt: try columns.time(),
                expiresAt: try columns.time()
            )
        }
    }

    public func refusals(
        ofCard card: String,
        since: Timestamp
    ) async throws(ActivationStoreFault) -> [Timestamp] {
        let arguments = [card.utf8Blob, since.microseconds.databaseValue]
        return try await asking { database in
            try database.rows(ActivationStatement.refusals, arguments).map { row in
                var columns = ColumnReader("card_refusal", row)
                return try columns.time()
            }
        }
    }

    public func notice(ofActivation id: String) async throws(ActivationStoreFault) -> PendingNotice? {
        try await asking { database in
            try database.firstRow(ActivationStatement.notice, [id.databaseValue]).map(PendingNotice.init(columns:))
        }
    }

    public func link(_ digest: ActivationDigest) async throws(ActivationStoreFault) -> SuspensionLink? {
        try await asking { database in
            guard let row = try database.firstRow(ActivationStatement.link, [digest.bytes.blob]) else { return nil }
            var columns = ColumnReader("suspension_link", row)
            return SuspensionLink(
                digest: try columns.digest(),
                activation: try columns.text(),
                expiresAt: try columns.time()
            )
        }
    }

    public func dueActivations(
        at time: Timestamp,
        limit: Int
    ) async throws(ActivationStoreFault) -> [Activation] {
        let arguments = [time.microseconds.databaseValue, limit.bounded]
        return try await asking { database in
            try database.rows(ActivationStatement.due, arguments).compactMap { row -> Activation? in
                do {
                    return try Activation(columns: row)
                } catch is ColumnReader.Unreadable {
                    return nil  // Others are due too; ``check()`` finds it.
                }
            }
        }
    }

    public func dueNotices(at time: Timestamp, limit: Int) async throws(ActivationStoreFault) -> [PendingNotice] {
        let arguments = [time.microseconds.databaseValue, limit.bounded]
        return try await asking { database in
            try database.rows(ActivationStatement.dueNotices, arguments).map(PendingNotice.init(columns:))
        }
    }

    public func audit(
        _ chain: ActivationAuditChain,
        after last: Int64,
        limit: Int
    ) async throws(ActivationStoreFault) -> [ActivationAuditEntry] {
        let arguments = [chain.text.utf8Blob, last.databaseValue, limit.bounded]
        return try await asking { database in
            try database.rows(ActivationStatement.audit, arguments).map { row in
                try StoredAuditEntry(chain, columns: row).entry
            }
        }
    }
}
