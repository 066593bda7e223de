import PostgresClient
import Synchronization
import Testing

@testable import SQLPort

@Suite struct UnhurriedBatchesTests {
    private static let text = StoreSchema(name: "none", steps: [], lockNumber: 1).text("SELECT ?1")

    private static func statement(_ number: Int) -> SQLStatement { SQLStatement(text, [number]) }

    private static func numbers(_ statements: [SQLStatement]) -> [Int] {
        statements.map { statement in
            guard case .integer(let number)? = statement.values.first else { return 0 }
            return Int(number)
        }
    }

    private typealias Outcomes = [Int: UnhurriedBatches.Answers]

    /// Runs so many batches at once, each of two statements that have its number, before a question that has 0.
    ///
    /// - Returns: the numbers that each run was given, and what became of each batch.
    private func runs(
        of count: Int = 10,
        _ answer: @escaping @Sendable (_ numbers: [Int]) -> UnhurriedBatches.Answers
    ) async -> (runs: [[Int]], outcomes: Outcomes) {
        let runs = Mutex<[[Int]]>([])
        let batches = UnhurriedBatches { statements in
            let numbers = Self.numbers(statements)
            runs.withLock { $0.append(numbers) }
            return answer(numbers)
        }
        let outcomes = await withTaskGroup(of: (Int, UnhurriedBatches.Answers).self) { group in
            for number in (1...count).shuffled() {
                group.addTask {
                    let asked = Self.statement(number)
                    do throws(SQLFailure) {
                        let answers = try await batches.write(
                            [asked, asked],
                            locking: number.bound,
                            thenAsking: Self.statement(0)
                        )
                        return (number, .success(answers))
                    } catch {
                        return (number, .failure(error))
                    }
                }
            }
            return await group.reduce(into: Outcomes()) { $0[$1.0] = $1.1 }
        }
        return (runs.withLock { $0 }, outcomes)
    }

    private static func echo(_ numbers: [Int]) -> UnhurriedBatches.Answers {
        .success(numbers.map { SQLAnswer(count: $0) })
    }

    @Test func whatComesTogetherIsOneRunAndEachGetsItsOwnAnswers() async throws {
        let (runs, outcomes) = await runs(Self.echo)
        // A machine that stands still for the while may let some come later.
        #expect(runs.count < 10)
        for run in runs {
            #expect(run.last == 0 && run.count { $0 == 0 } == 1, "one question for all")
            #expect(run.dropLast() == run.dropLast().sorted()[...], "rows are locked in their order")
        }
        #expect(outcomes.count == 10)
        for (number, outcome) in outcomes { #expect(try outcome.get().map(\.count) == [number, number, 0]) }
    }

    @Test func noTransactionHasMoreThanSixtyFour() async throws {
        let (runs, outcomes) = await runs(of: 300, Self.echo)
        #expect(runs.allSatisfy { $0.count <= 2 * 64 + 1 })
        #expect(runs.count < 300)
        for number in 1...300 { #expect(try outcomes[number]?.get().map(\.count) == [number, number, 0]) }
    }

    @Test func whoIsRefusedTakesNobodyWithIt() async throws {
        let (runs, outcomes) = await runs { numbers in
            numbers.lastIndex(of: 7).map { .failure(.unmet(statement: $0)) } ?? Self.echo(numbers)
        }
        // With others, and once alone: the rest together again.
        #expect(runs.count { $0.contains(7) } <= 2)
        #expect(runs.count < 10)
        for (number, outcome) in outcomes where number != 7 {
            #expect(try outcome.get().map(\.count) == [number, number, 0])
        }
        guard case .failure(.unmet(statement: 1))? = outcomes[7] else {
            Issue.record("\(String(describing: outcomes[7]))")
            return
        }
    }

    /// A second refusal, or one that names no statement, leads to a run for each.
    @Test(arguments: [nil, 0, 99]) func aRefusalThatNamesNobodyIsARunForEach(_ statement: Int?) async throws {
        let (_, outcomes) = await runs { numbers in
            numbers.count > 3 ? .failure(.taken(key: "key", statement: statement)) : Self.echo(numbers)
        }
        for (number, outcome) in outcomes { #expect(try outcome.get().map(\.count) == [number, number, 0]) }
    }

    /// Neither what may be stored already, nor what the database failed by, is tried again by each.
    @Test(arguments: [
        SQLStorageFault(underlying: PostgresError(.connectionLost), isOutcomeUnknown: true),
        SQLStorageFault(underlying: PostgresError(.noConnection)),
    ]) func aFaultOfTheDatabaseIsEverybodys(_ fault: SQLStorageFault) async throws {
        let (runs, outcomes) = await runs { _ in .failure(.fault(fault)) }
        #expect(runs.reduce(0) { $0 + $1.count - 1 } == 20, "each was run once")
        for outcome in outcomes.values {
            guard case .failure(.fault(let found)) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(found.isOutcomeUnknown == fault.isOutcomeUnknown)
        }
    }
}
