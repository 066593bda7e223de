import Synchronization

/// Runs batches that no caller needs soon: the batches of a short time share one transaction and its sync.
///
/// When one batch is refused, the transaction stores nothing. The refused batch then runs alone, and the others run
/// together once more.
final class UnhurriedBatches: Sendable {
    typealias Answers = Result<[SQLAnswer], SQLFailure>

    /// The time that the first batch waits for others: two attempts that begin together end within it.
    private static let patience: Duration = .milliseconds(4)
    /// The maximum number of batches in one transaction, because it locks all of their rows until its commit.
    private static let most = 64

    private struct Batch: Sendable {
        let statements: [SQLStatement]
        let row: SQLValue
        let question: SQLStatement?
        let answer: @Sendable (Answers) -> Void
    }

    private let run: @Sendable ([SQLStatement]) async -> Answers
    private let waiting = Mutex<[Batch]>([])

    /// `run` stores all statements that it receives, or none.
    init(_ run: @escaping @Sendable ([SQLStatement]) async -> Answers) { self.run = run }

    /// Stores `statements`, which lock `row`, and returns their answers and then the answer to `question`.
    ///
    /// A transaction locks its rows in their order, so that two transactions never deadlock. The question runs once for
    /// all batches of a transaction, after them.
    func write(
        _ statements: [SQLStatement],
        locking row: SQLValue,
        thenAsking question: SQLStatement?
    ) async throws(SQLFailure) -> [SQLAnswer] {
        let answers: Answers = await withCheckedContinuation { continuation in
            let batch = Batch(statements: statements, row: row, question: question) {
                continuation.resume(returning: $0)
            }
            let count = waiting.withLock { waiting in
                waiting.append(batch)
                return waiting.count
            }
            switch count {
            case 1:
                // A separate task stores the batches: the caller may be cancelled, and others wait in the same list.
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
        let (batches, areMore) = waiting.withLock { waiting in
            defer { waiting.removeFirst(min(Self.most, waiting.count)) }
            return (Array(waiting.prefix(Self.most)), waiting.count > Self.most)
        }
        if areMore { Task { await store() } }
        await store(batches.sorted { $0.row.comesBefore($1.row) }, isFirstTime: true)
    }

    private func store(_ batches: [Batch], isFirstTime: Bool) async {
        guard batches.count > 1 else {
            for batch in batches { await storeAlone(batch) }
            return
        }
        let question = batches.compactMap(\.question).last
        switch await run(batches.flatMap(\.statements) + (question.map { [$0] } ?? [])) {
        case .success(let answers):
            var rest = answers[...]
            let last = question == nil ? [] : answers.suffix(1)
            for batch in batches {
                let own = Array(rest.prefix(batch.statements.count))
                batch.answer(.success(batch.question == nil ? own : own + last))
                rest = rest.dropFirst(batch.statements.count)
            }
        case .failure(let failure) where !failure.mayBeOfOne:
            for batch in batches { batch.answer(.failure(failure)) }
        case .failure(let failure):
            guard isFirstTime, let refused = place(of: failure, in: batches) else {
                for batch in batches { await storeAlone(batch) }
                return
            }
            await storeAlone(batches[refused])
            await store(Array(batches[..<refused] + batches[(refused + 1)...]), isFirstTime: false)
        }
    }

    private func storeAlone(_ batch: Batch) async {
        batch.answer(await run(batch.statements + (batch.question.map { [$0] } ?? [])))
    }

    /// The place of the batch that has the failed statement.
    private func place(of failure: SQLFailure, in batches: [Batch]) -> Int? {
        guard var statement = failure.statement else { return nil }
        for (place, batch) in batches.enumerated() {
            if statement < batch.statements.count { return place }
            statement -= batch.statements.count
        }
        return nil
    }
}

extension SQLFailure {
    fileprivate var statement: Int? {
        switch self {
        case .unmet(let statement): statement
        case .taken(_, let statement): statement
        case .fault: nil
        }
    }

    /// Whether one batch may be the cause, so that the other batches of its transaction may be stored without it.
    fileprivate var mayBeOfOne: Bool {
        switch self {
        case .unmet, .taken: true
        case .fault(let fault): !fault.isOutcomeUnknown && fault.underlying.mayBeOfOneJob
        }
    }
}

extension SQLValue {
    /// Whether this value's row is locked before the other value's row.
    fileprivate func comesBefore(_ other: SQLValue) -> Bool {
        switch (self, other) {
        case (.id(let high, let low), .id(let otherHigh, let otherLow)): (high, low) < (otherHigh, otherLow)
        case (.integer(let number), .integer(let otherNumber)): number < otherNumber
        default: false
        }
    }
}
