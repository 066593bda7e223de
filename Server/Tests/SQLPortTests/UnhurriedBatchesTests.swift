import PostgresClient
import Synchronization
import Testing

@testable import SQLPort

@Suite struct UnhurriedBatchesTests {
    private static let statement = SQLStatement(
        StoreSchema(name: "none", steps: [], lockNumber: 1).text("SELECT 1")
    )

    /// Runs ten batches of two statements at once; what each `run` was given, and what became of each batch.
    private func ten(
        _ answer: @escaping @Sendable (_ statements: Int) -> UnhurriedBatches.Answers
    ) async -> (runs: [Int], outcomes: [UnhurriedBatches.Answers]) {
        let runs = Mutex<[Int]>([])
        let batches = UnhurriedBatches { statements in
            runs.withLock { $0.append(statements.count) }
            return answer(statements.count)
        }
        let outcomes = await withTaskGroup(of: UnhurriedBatches.Answers.self) { group in
            for _ in 1...10 {
                group.addTask {
                    do throws(SQLFailure) {
                        return .success(try await batches.write([Self.statement, Self.statement]))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return (runs.withLock { $0 }, outcomes)
    }

    @Test func whatComesTogetherIsOneRun() async throws {
        let (runs, outcomes) = await ten { .success(Array(repeating: SQLAnswer(count: 1), count: $0)) }
        // A machine that stands still for the while may let some come later.
        #expect(runs.reduce(0, +) == 20)
        #expect(runs.count < 10)
        for outcome in outcomes { #expect(try outcome.get().count == 2) }
    }

    @Test func aRefusalOfAllIsARunForEach() async throws {
        let (runs, outcomes) = await ten { count in
            count > 2 ? .failure(.unmet(statement: 5)) : .success([SQLAnswer(count: 1), SQLAnswer(count: 1)])
        }
        #expect(runs.count { $0 == 2 } == 10)
        for outcome in outcomes { #expect(try outcome.get().count == 2) }
    }

    /// What may be stored is not stored again.
    @Test func anUnknownOutcomeIsEverybodys() async throws {
        let fault = SQLStorageFault(underlying: PostgresError(.connectionLost), isOutcomeUnknown: true)
        let (runs, outcomes) = await ten { _ in .failure(.fault(fault)) }
        #expect(runs.reduce(0, +) == 20)
        for outcome in outcomes {
            guard case .failure(.fault(let found)) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(found.isOutcomeUnknown)
        }
    }
}
