import InstitutionPort
import PostgresClient
import PostgresNodes
import PostgresTestSupport
import SQLPort
import SignInStores
import Testing

@testable import SandboxBank

/// The bank's role has its own schema, and no rights on the platform's.
@Suite(.inPostgres) struct RoleTests {
    @Test func theBanksRoleOwnsItsSchemaAndNothingElse() async throws {
        let databases = try #require(BankEngine.databases)
        let string = try await databases.next()
        let (bankRole, otherRole) = ("bank_\(UInt64.random(in: 0 ... .max))", "other_\(UInt64.random(in: 0 ... .max))")
        let admin = try BankPool.over(string, connections: 1)
        _ = try await SQLRecordStore(over: admin)
        for sql in [
            #"CREATE ROLE "\#(bankRole)" LOGIN"#, #"CREATE ROLE "\#(otherRole)" LOGIN"#,
            #"CREATE SCHEMA "bank" AUTHORIZATION "\#(bankRole)""#,
        ] {
            _ = try await admin.run(PostgresBatch(.writes, [PostgresStatement(sql)]))
        }
        let test = try await TestBank(
            at: .database(string.replacing("chave@", with: "\(bankRole)@")),
            clock: TestClock(TestBank.start),
            random: SeededBytes(1),
            configuration: SandboxBank.Configuration(publicBaseURL: "http://localhost:8080")
        )
        let initiator = Initiator(test)
        #expect(try await initiator.pay(try await initiator.enroll(), "10.00").status == .acsc)
        try await expectRefusals(
            as: bankRole,
            at: string,
            of: StoredBank.excursions + [
                #"CREATE TABLE "signin"."mine" ("n" BIGINT)"#, #"CREATE TABLE "public"."mine" ("n" BIGINT)"#,
                #"CREATE SCHEMA "mine""#,
            ]
        )
        try await expectRefusals(as: otherRole, at: string, of: StoredBank.intrusions)
        await test.remove()
        await admin.close()
    }

    /// Once the tables are there, a start makes nothing, and needs no right to.
    @Test func whoMayMakeNothingOpensTheBankThatIsThere() async throws {
        let databases = try #require(BankEngine.databases)
        let string = try await databases.next()
        let role = "teller_\(UInt64.random(in: 0 ... .max))"
        let admin = try BankPool.over(string, connections: 1)
        try await BankSchema.all.inPostgres.apply(over: admin)
        for sql in [
            #"CREATE ROLE "\#(role)" LOGIN"#, #"GRANT USAGE ON SCHEMA "bank" TO "\#(role)""#,
            #"GRANT SELECT ON ALL TABLES IN SCHEMA "bank" TO "\#(role)""#,
        ] {
            _ = try await admin.run(PostgresBatch(.writes, [PostgresStatement(sql)]))
        }
        let pool = try BankPool.over(string.replacing("chave@", with: "\(role)@"), connections: 1)
        try await BankSchema.all.inPostgres.apply(over: pool)
        await pool.close()
        await admin.close()
    }

    private func expectRefusals(as role: String, at string: String, of statements: [String]) async throws {
        let pool = try BankPool.over(string.replacing("chave@", with: "\(role)@"), connections: 1)
        for sql in statements {
            let error = await #expect(throws: PostgresError.self, "\(sql)") {
                try await pool.run(PostgresBatch(.writes, [PostgresStatement(sql)]))
            }
            #expect(error?.kind == .notAuthorised, "\(sql)")
        }
        await pool.close()
    }
}
