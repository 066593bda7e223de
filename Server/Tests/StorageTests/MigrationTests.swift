import ChavePixModel
import GRDB
import PaymentsCore
import SQLiteWriter
import ServerTestSupport
import StoredForms
import Testing
import Webhooks

@testable import StorageSQLite

/// A database that an earlier program wrote, with rows in it, is brought up to date.
@Suite struct MigrationTests {
    private let sample = StorageSample(1)

    /// The rows of `0001_payments` alone, written as the program of that time wrote them.
    private func writeFirstSchema(in directory: String) async throws {
        let writer = try GroupCommitWriter(
            path: directory + "/payments.sqlite",
            migrations: [.payments],
            options: .fast
        )
        let (sample, intent) = (sample, sample.intent())
        let rows: [(String, [DatabaseValue])] = [
            (
                #"INSERT INTO "organisation" VALUES (?, ?)"#,
                [sample.organisation.id.databaseValue, try RecordText.encode(sample.organisation)]
            ),
            (
                #"INSERT INTO "customer" VALUES (?, ?, ?, NULL, ?)"#,
                [
                    sample.organisation.id.databaseValue, sample.customer().id.databaseValue,
                    sample.customer().identifierIndex.databaseValue, try RecordText.encode(sample.customer()),
                ]
            ),
            (
                #"INSERT INTO "bank_account" VALUES (?, ?, 1, 0, ?)"#,
                [
                    sample.organisation.id.databaseValue, sample.bankAccount().id.databaseValue,
                    try RecordText.encode(sample.bankAccount()),
                ]
            ),
            (
                """
                INSERT INTO "enrollment" VALUES (?, ?, 1, 'PENDING', ?, 'i', NULL, NULL, 'phone', NULL, NULL, NULL, NULL, NULL, ?)
                """,
                [
                    sample.organisation.id.databaseValue, sample.enrollment().id.databaseValue,
                    sample.customer().id.databaseValue, try RecordText.encode(sample.enrollment()),
                ]
            ),
            (
                """
                INSERT INTO "payment_intent" VALUES (
                    ?, ?, 1, 'PENDING', ?, ?, ?, 'i', NULL, NULL, ?, ?, NULL, NULL, NULL, NULL, ?)
                """,
                [
                    sample.organisation.id.databaseValue, intent.id.databaseValue, intent.customer.databaseValue,
                    intent.enrollment.databaseValue, intent.beneficiary.databaseValue,
                    intent.endToEndID.text.databaseValue, intent.createdAt.databaseValue,
                    try RecordText.encode(intent),
                ]
            ),
            (
                """
                INSERT INTO "event" ("organisation", "id", "object_kind", "object_id", "version", "at", "body")
                VALUES (?, 'early', 'payment-intent', ?, 1, ?, '{"early":true}')
                """,
                [
                    sample.organisation.id.databaseValue, intent.id.databaseValue,
                    StorageSample.start.databaseValue,
                ]
            ),
        ]
        try await writer.write { database in
            for (sql, arguments) in rows {
                try database.execute(sql: sql, arguments: StatementArguments(arguments))
            }
        }
        await writer.close()
    }

    /// Webhooks came second: what was told before there were any is kept for its time and sent to nobody.
    @Test func eventsOfTheFirstSchemaAreKeptAndSentToNobody() async throws {
        try await withTemporaryDirectory { directory async throws in
            try await writeFirstSchema(in: directory)
            let store = try SQLitePaymentsStore(directory: directory, options: .fast)
            let (start, endpoint) = (StorageSample.start, sample.endpoint())
            let early = try await store.events(after: 0, limit: 9)
            #expect(early.map(\.event.id) == ["early"])
            #expect(early.map(\.event.body) == [#"{"early":true}"#])
            try await store.insert(endpoint, atMost: 9)
            let end = start.adding(seconds: 9)
            let missing = try await store.makeMissingDeliveries(
                to: endpoint.id,
                of: endpoint.organisation,
                from: start,
                to: end,
                at: end
            )
            #expect(missing == 0)
            try await store.commit(sample.events("later"))
            let claimed = try await store.claimAll(at: start, of: [endpoint])
            #expect(claimed.map(\.delivery.event.id) == ["1-later"])
            try await store.end(try #require(claimed.first), .delivered, at: start)
            #expect(try await store.events(after: 0, limit: 9).count == 2)
            while try await store.pruneDeliveries(before: end, limit: 9) > 0 {}
            #expect(try await store.events(after: 0, limit: 9).isEmpty)
            await store.close()
        }
    }

    @Test func rowsOfTheFirstSchemaAreFoundByWhatCameLater() async throws {
        try await withTemporaryDirectory { directory async throws in
            try await writeFirstSchema(in: directory)
            let store = try SQLitePaymentsStore(directory: directory, options: .fast)
            let organisation = sample.organisation.id
            #expect(try await store.paymentIntent(charge: sample.intent().charge, of: organisation) == sample.intent())
            #expect(try await store.enrollmentsOfAll(status: "PENDING", limit: 9).records.count == 1)
            #expect(try await store.paymentIntentsOfAll(status: "PENDING", limit: 9).records.count == 1)
            #expect(try await store.registeredApps().isEmpty)
            var change = Change()
            change.insert(sample.app(), actor: "test")
            #expect(await store.outcome(of: change) == .stored)
            let found = try await store.customers(wrappedOtherwiseThan: "another", limit: 9)
            #expect(found == [sample.customer()])
            #expect(try await store.customers(wrappedOtherwiseThan: "k1", limit: 9) == [])
            await store.close()
        }
    }

    /// What each step since has added to a table that had rows.
    @Test func everyColumnThatCameLaterSaysOfOldRowsWhatIsTrue() async throws {
        try await withTemporaryDirectory { directory async throws in
            try await writeFirstSchema(in: directory)
            let before = try columns(in: directory)
            await (try SQLitePaymentsStore(directory: directory, options: .fast)).close()
            let expected: [String: [String: DatabaseValue]] = [
                "customer": [
                    "version": 1.databaseValue, "erasure_at": .null, "wake_at": .null, "held_until": .null,
                    "key_id": "k1".databaseValue,
                ],
                "payment_intent": [
                    "charge": sample.intent().charge.databaseValue, "amount": 1_234.databaseValue,
                    "amount_band": 11.databaseValue,
                ],
                "event": ["type": "".databaseValue, "subject": "".databaseValue],
            ]
            let after = try columns(in: directory)
            try await DatabaseQueue(path: directory + "/payments.sqlite").read { database in
                for (table, known) in before {
                    let added = (after[table] ?? []).subtracting(known)
                    #expect(
                        added == Set(expected[table, default: [:]].keys),
                        "\(table): each new column has its line here"
                    )
                    for (column, value) in expected[table, default: [:]] {
                        let found = try DatabaseValue.fetchAll(database, sql: #"SELECT "\#(column)" FROM "\#(table)""#)
                        #expect(found == [value], "\(table).\(column)")
                    }
                }
            }
        }
    }

    /// The columns of each table, by its name.
    private func columns(in directory: String) throws -> [String: Set<String>] {
        try DatabaseQueue(path: directory + "/payments.sqlite").read { database in
            let tables = try String.fetchAll(
                database,
                sql: #"SELECT "name" FROM "sqlite_schema" WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite_%'"#
            )
            return try Dictionary(
                uniqueKeysWithValues: tables.map { ($0, Set(try database.columns(in: $0).map(\.name))) }
            )
        }
    }
}
