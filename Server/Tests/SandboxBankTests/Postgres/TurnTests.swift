import ChaveBase
import InstitutionPort
import PostgresClient
import PostgresTestSupport
import SQLPort
import Synchronization
import Testing

@testable import SandboxBank

/// What shares a transaction, and what becomes of it.
@Suite(.inPostgres) struct TurnTests {
    private struct Refusal: Error, Hashable {
        var number: Int
    }

    /// Writes something, and then does what its number says: every third refuses, every third breaks a rule of the tables.
    private static func work(_ number: Int, in database: any SQLDatabase) throws -> Int {
        try StoredBank.addNotice(of: "\(number)", in: database)
        if number % 3 == 1 { throw Refusal(number: number) }
        if number % 3 == 2 { try StoredBank.addEntryOfNoMovement(in: database) }
        return number
    }

    /// Work that loses a race each time is tried again, within the time that whoever asked has.
    @Test func allAttemptsTogetherHaveTheTimeOfWhoeverAsked() async throws {
        let databases = try #require(BankEngine.databases)
        var settings = try PostgresSettings(try await databases.next())
        (settings.connections, settings.deadline) = (1, .seconds(2))
        let pool = PostgresPool(settings)
        _ = try await pool.run(PostgresBatch(.reads, [PostgresStatement("SELECT 1")]), within: .seconds(60))
        let store = PostgresTurns(ofBankOver: pool)
        // Three times that is more than there is.
        let error = await #expect(throws: PostgresError.self) {
            try await store.write(.upkeep) { database in
                _ = try database.rows("SELECT CAST(pg_sleep(0.8) AS TEXT)", [])
                throw PostgresError(.uniqueViolation)
            }
        }
        #expect(error?.kind == .deadlinePassed || error?.kind == .noConnection, "\(String(describing: error))")
        await store.close()
    }

    /// One refuses, one breaks a rule of the tables as late as at the commit: the others hold, and each is told its own.
    @Test func whateverFailsTakesNoOthersWithIt() async throws {
        let test = try await TestBank()
        let store = test.bank.store
        let outcomes = await withTaskGroup(of: (Int, Result<Int, any Error>).self) { group in
            for number in 0..<60 {
                group.addTask {
                    do {
                        return (number, .success(try await store.write(.upkeep) { try Self.work(number, in: $0) }))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for (number, outcome) in outcomes {
            switch (number % 3, outcome) {
            case (0, .success(number)): continue
            case (1, .failure(let error)): #expect(error as? Refusal == Refusal(number: number))
            case (2, .failure(let error)): #expect((error as? PostgresError)?.kind == .constraintViolation)
            default: Issue.record("\(number) ended otherwise: \(outcome)")
            }
        }
        #expect(try await test.bank.count(.notifications) == 20)
        #expect(test.bank.isHealthy)
        await test.remove()
    }

    /// The commit went through and its answer did not: the port says that nobody knows, and the same key finds out.
    @Test func aLostAnswerIsUnknownAndTheSameKeyFindsOut() async throws {
        let test = try await TestBank()
        let string = try #require(test.place.connectionString)
        let port = try SharedServer.running().port
        let relay = try LossyRelay(to: port)
        let isLossy = Atomic(false)
        let lossy = try await SandboxBank(
            over: BankPool.over(string.replacing(":\(port)/", with: ":\(relay.port)/"), connections: 2),
            configuration: test.configuration,
            // An id is made when all has been read, so what is lost from then on is the commit's answer.
            world: World(
                now: { TestBank.start },
                uptimeMilliseconds: { 0 },
                randomBytes: { count in
                    if isLossy.load(ordering: .relaxed) { relay.loseAnswers() }
                    return test.random.bytes(count)
                },
                sleep: { _ in }
            )
        )
        let initiator = Initiator(test)
        let message = OFBEnrollmentCreation(
            cpf: Initiator.alice,
            businessCNPJ: nil,
            name: nil,
            permissions: ["PAYMENTS_INITIATE"]
        )
        let call = InstitutionCall(
            institution: initiator.institution,
            operation: .createEnrollment,
            subject: "",
            accessToken: nil,
            idempotencyKey: "lost",
            interactionID: "0193aaaa-0000-7000-8000-000000000001",
            body: message.bytes
        )
        isLossy.store(true, ordering: .relaxed)
        async let reply = lossy.send(call, timeoutMilliseconds: 1_000)
        while try await test.bank.count(.enrollments) == 0 { await Task.yield() }
        relay.breakOff()
        let unanswered = await reply
        isLossy.store(false, ordering: .relaxed)
        #expect(unanswered == .unknown(.serverError))
        _ = try answered(await lossy.send(call, timeoutMilliseconds: 1_000), 201)
        #expect(try await test.bank.count(.enrollments) == 1)
        await lossy.close()
        relay.close()
        await test.remove()
    }
}
