import CardsStores
import Foundation
import PaymentsStores
public import PostgresClient
import PostgresNodes
import PostgresTestSupport
import SignInStores
import Synchronization

/// A PostgreSQL database with the tables of every store, for one world as long as that lives; the next one finds it empty.
///
/// Databases are made from one that has the tables already, and used again: a world costs one statement then.
public final class WorldDatabase: Sendable {
    public let pool: PostgresPool
    private let turn: WorldTurns.Key
    private let isLost = Atomic(false)

    private init(pool: PostgresPool, turn: WorldTurns.Key) {
        self.pool = pool
        self.turn = turn
    }

    deinit {
        if !isLost.load(ordering: .acquiring) { Self.free.withLock { $0.append(pool) } }
        WorldTurns.leave(turn)
    }

    /// One that nobody else has, when it is this test's turn.
    public static func taken() async throws -> WorldDatabase {
        WorldStorage.countMade()
        let turn = await WorldTurns.enter()
        do {
            return WorldDatabase(pool: try await empty(), turn: turn)
        } catch {
            WorldTurns.leave(turn)
            throw error
        }
    }

    /// One that another world had, or a new one.
    private static func empty() async throws -> PostgresPool {
        if let pool = free.withLock({ $0.popLast() }) {
            _ = try await pool.run(PostgresBatch(.writes, [PostgresStatement(#"SELECT "world"."empty"()"#)]))
            return pool
        }
        let pool = try connected(to: try await SharedServer.database(from: try await original.value))
        numbers.add(1, ordering: .relaxed)
        return pool
    }

    /// From now on nothing can be asked of it, and no other world gets it.
    public func lose() async {
        isLost.store(true, ordering: .releasing)
        await pool.close()
    }

    /// How many there are.
    static var count: Int { numbers.load(ordering: .relaxed) }

    private static let numbers = Atomic(0)
    private static let free = Mutex<[PostgresPool]>([])

    /// The name of the one that all others are copies of; nobody may be connected to it.
    private static let original = Task {
        let string = try await SharedServer.database()
        let pool = try connected(to: string)
        _ = try await SQLPaymentsStore(over: pool)
        _ = try await SQLRecordStore(over: pool)
        _ = try await SQLTokenActivationStore(over: pool)
        _ = try await pool.run(PostgresBatch(.writes, emptying.map { PostgresStatement($0) }))
        await pool.close()
        return string.split(separator: "/").last.map(String.init) ?? ""
    }

    /// Few connections, since there are many databases, and much time: the machine has other things to do.
    private static func connected(to string: String) throws -> PostgresPool {
        var settings = try PostgresSettings(string)
        settings.connections = 4
        (settings.deadline, settings.longestWait) = (.seconds(120), .seconds(120))
        return PostgresPool(settings)
    }

    /// Makes a function that takes all rows away but those which the tables were made with.
    private static let emptying = [
        #"CREATE SCHEMA "world""#,
        """
        CREATE FUNCTION "world"."tables"() RETURNS TABLE ("of" text, "named" text) LANGUAGE sql AS $$
            SELECT "schemaname"::text, "tablename"::text FROM "pg_tables"
            WHERE "schemaname" IN ('payments', 'signin', 'token_activations', 'cards')
                AND "tablename" <> 'schema_migration' $$
        """,
        """
        DO $$ DECLARE "found" record; "some" boolean; BEGIN
            FOR "found" IN SELECT * FROM "world"."tables"() LOOP
                EXECUTE format('SELECT EXISTS (SELECT FROM %I.%I)', "found"."of", "found"."named") INTO "some";
                IF "some" THEN
                    EXECUTE format('CREATE TABLE "world".%I AS SELECT * FROM %I.%I',
                        "found"."named", "found"."of", "found"."named");
                END IF;
            END LOOP;
        END $$
        """,
        """
        CREATE FUNCTION "world"."empty"() RETURNS void LANGUAGE plpgsql AS $$
        DECLARE "found" record; BEGIN
            EXECUTE (SELECT 'TRUNCATE ' || string_agg(format('%I.%I', "of", "named"), ', ') || ' RESTART IDENTITY'
                FROM "world"."tables"());
            FOR "found" IN SELECT "of", "named" FROM "world"."tables"() AS "all"
                WHERE EXISTS (SELECT FROM "pg_tables" AS "kept"
                    WHERE "kept"."schemaname" = 'world' AND "kept"."tablename" = "all"."named")
            LOOP
                EXECUTE format('INSERT INTO %I.%I OVERRIDING SYSTEM VALUE SELECT * FROM "world".%I',
                    "found"."of", "found"."named", "found"."named");
            END LOOP;
        END $$
        """,
    ]
}
