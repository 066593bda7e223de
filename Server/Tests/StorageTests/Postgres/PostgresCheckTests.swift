import PaymentsCore
import ServerTestSupport
import StoredForms
import Testing

/// What a check of PostgreSQL sees of another hand; the references between rows and its own files are PostgreSQL's.
struct PostgresCheckTests {
    private let sample = StorageSample(1)
    private static let rules = Set(StoreFinding.Rule.allCases).subtracting([.fileDamaged, .parentMissing])

    @Test(arguments: rules.sorted { $0.rawValue < $1.rawValue })
    func eachTraceOfAnotherHandIsFound(_ rule: StoreFinding.Rule) async throws {
        try await DatabaseUnderTest.with(.postgres) { database in
            try await database.store.commit(sample.audited)
            #expect(try await database.store.anchorAudit(at: StorageSample.start).count == 1)
            #expect(try await database.store.check() == [])
            try await database.damage(Self.damage(rule))
            #expect(try await database.store.check().map(\.rule).contains(rule))
        }
    }

    /// More rows than a check fetches at once.
    @Test func aCheckReadsPastTheRowsThatItFetchesAtOnce() async throws {
        try await DatabaseUnderTest.with(.postgres) { database in
            try await database.store.commit(sample.audited)
            try await database.damage(
                """
                INSERT INTO "event" ("organisation", "id", "object_kind", "object_id", "version", "at", "body", "type")
                SELECT "organisation", 'forged' || "n", "object_kind", "object_id", 9 + "n", "at", "body", "type"
                FROM (SELECT * FROM "event" LIMIT 1) AS "e" CROSS JOIN generate_series(1, 2500) AS "n"
                """
            )
            let findings = try await database.store.check()
            #expect(findings.count == StoreFinding.largestReport)
            #expect(Set(findings.map(\.rule)) == [.eventWithoutChange])
        }
    }

    private static func damage(_ rule: StoreFinding.Rule) -> String {
        switch rule {
        case .fileDamaged, .parentMissing: ""
        case .columnDiffers: #"UPDATE "payment_intent" SET "status" = 'SUCCEEDED'"#
        case .recordUnreadable: #"UPDATE "enrollment" SET "body" = '{}'"#
        case .auditHashWrong: #"UPDATE "audit_entry" SET "actor" = 'somebody' WHERE "version" = 2"#
        case .auditLinkBroken:
            #"UPDATE "audit_entry" SET "previous" = decode(repeat('00', 32), 'hex') WHERE "version" = 2"#
        case .auditVersionGap: #"DELETE FROM "audit_entry" WHERE "version" = 1"#
        case .auditMissing: #"DELETE FROM "audit_entry" WHERE "object_kind" = 'enrollment'"#
        case .auditHeadDiffers: #"DELETE FROM "audit_entry" WHERE "version" = 2"#
        case .eventWithoutChange:
            """
            INSERT INTO "event" ("organisation", "id", "object_kind", "object_id", "version", "at", "body", "type")
            SELECT "organisation", 'forged', "object_kind", "object_id", 9, "at", "body", "type" FROM "event" LIMIT 1
            """
        case .changeWithoutEvent: #"DELETE FROM "event" WHERE "object_kind" = 'payment-intent'"#
        case .eventMissing:
            """
            INSERT INTO "webhook_delivery" ("organisation", "id", "endpoint", "event", "type", "object_id",
                "position", "created_at", "status", "attempts", "failures", "fence")
            VALUES ('o', 'd', 'e', 'nowhere', 't', 'x', 1, 1, 'pending', 0, 0, 0)
            """
        // A whole object is gone, with its chain and its events: no chain is broken.
        case .auditAnchorDiffers:
            #"DELETE FROM "audit_entry" WHERE "object_kind" = 'enrollment'; DELETE FROM "enrollment""#
        case .objectMissing: #"DELETE FROM "payment_intent""#
        }
    }
}
