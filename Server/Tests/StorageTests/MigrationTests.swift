import ChavePixModel
import GRDB
import PaymentsCore
import SQLiteWriter
import ServerTestSupport
import Testing

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
                INSERT INTO "enrollment" VALUES (?, ?, 1, 'PENDING', ?, 'i', NULL, 'phone', NULL, NULL, NULL, NULL, NULL, ?)
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
        ]
        try await writer.write { database in
            for (sql, arguments) in rows {
                try database.execute(sql: sql, arguments: StatementArguments(arguments))
            }
        }
        await writer.close()
    }

    @Test func rowsOfTheFirstSchemaAreFoundByWhatCameLater() async throws {
        try await withTemporaryDirectory { directory async throws in
            try await writeFirstSchema(in: directory)
            let store = try SQLitePaymentsStore(directory: directory, options: .fast)
            let organisation = sample.organisation.id
            #expect(try await store.paymentIntent(charge: sample.intent().charge, of: organisation) == sample.intent())
            #expect(try await store.registeredApps().isEmpty)
            var change = Change()
            change.insert(sample.app(), actor: "test")
            #expect(await store.outcome(of: change) == .stored)
            await store.close()
        }
    }
}
