import Synchronization

/// Batches that nobody waits for: what comes in a short while shares a transaction, and its sync.
///
/// Where one of them is refused or fails, nothing of all is stored, and each is run by itself.
final class UnhurriedBatches: Sendable {
    typealias Answers = Result<[SQLAnswer], SQLFailure>

    /// As long as the first waits for others: two that begin together end together, and nobody who waits for one notices.
    private static let patience: Duration = .milliseconds(4)
    private static let most = 64

    private struct Batch: Sendable {
        let statements: [SQLStatement]
        let answer: @Sendable (Answers) -> Void
    }

    private let run: @Sendable ([SQLStatement]) async -> Answers
    private let waiting = Mutex<[Batch]>([])

    /// `run` stores all of the statements that it is given, or nothing.
    init(_ run: @escaping @Sendable ([SQLStatement]) async -> Answers) { self.run = run }

    func write(_ statements: [SQLStatement]) async throws(SQLFailure) -> [SQLAnswer] {
        let answers: Answers = await withCheckedContinuation { continuation in
            let batch = Batch(statements: statements) { continuation.resume(returning: $0) }
            let count = waiting.withLock { waiting in
                waiting.append(batch)
                return waiting.count
            }
            switch count {
            case 1:
                // A task of its own: whoever asked may be cancelled, and others wait in the same list.
                Task {
                    try? await Task.sleep(for: Self.patience)
                    await store()
                }
            case Self.most: Task { await store() }
            default: break
            }
        }
        return try answers.get()
    }

    private func store() async {
        let batches = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        guard batches.count > 1 else {
            for batch in batches { batch.answer(await run(batch.statements)) }
            return
        }
        switch await run(batches.flatMap(\.statements)) {
        case .success(let answers):
            var rest = answers[...]
            for batch in batches {
                batch.answer(.success(Array(rest.prefix(batch.statements.count))))
                rest = rest.dropFirst(batch.statements.count)
            }
        case .failure(.fault(let fault)) where fault.isOutcomeUnknown:
            for batch in batches { batch.answer(.failure(.fault(fault))) }
        case .failure:
            await withDiscardingTaskGroup { group in
                for batch in batches { group.addTask { batch.answer(await self.run(batch.statements)) } }
            }
        }
    }
}
