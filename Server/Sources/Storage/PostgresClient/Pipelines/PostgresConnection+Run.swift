import PostgresClientLibrary

extension PostgresConnection {
    /// Runs a batch in one round trip, and returns or throws by `end` whatever the server does.
    ///
    /// Do not use the connection again after an error that ends it.
    func run(_ batch: PostgresBatch, until end: Instant) throws(PostgresError) -> [PostgresRows] {
        if let refusal = batch.refusal { throw refusal }
        guard !batch.statements.isEmpty else { return [] }
        var pipeline = Pipeline()
        try pipeline.send(batch, on: self)
        var reading = PipelineReading(expected: batch.statements.count)
        do {
            for answer in pipeline.answers { try read(answer, into: &reading, until: end) }
        } catch {
            mayBeCommitting = batch.effect == .writes
            isOverdue = error.kind == .deadlinePassed
            isSessionOver = reading.isSessionOver
            throw reading.explained(error, of: batch)
        }
        if let failure = reading.failure { throw failure }
        return reading.rows
    }

    private func read(
        _ answer: Pipeline.Answer,
        into reading: inout PipelineReading,
        until end: Instant
    ) throws(PostgresError) {
        let result = try nextResult(until: end)
        switch answer {
        case .planned(let sql, let plan, let place):
            if try reading.note(result, ofStatement: place, isRun: false) { names.learn(sql, plan) }
            try requireEnd(until: end)
        case .ran(let place):
            _ = try reading.note(result, ofStatement: place, isRun: true)
            try requireEnd(until: end)
        case .held:
            guard result.status != PGRES_PIPELINE_SYNC else { return reading.hasEnd = true }
            // A check at the commit failed before the commit; the end of the batch follows.
            try reading.noteRefusedCommit(result)
            try requireEnd(until: end)
            let last = try nextResult(until: end)
            guard last.status == PGRES_PIPELINE_SYNC else { throw reading.unexpected(last) }
            reading.hasEnd = true
        }
    }

    /// The next result of libpq; a missing result means a broken connection.
    private func nextResult(until end: Instant) throws(PostgresError) -> LibraryResult {
        try awaitInput(until: end)
        guard let handle = PQgetResult(library.handle) else { throw lost }
        return LibraryResult(handle)
    }

    /// Reads the null result that follows each statement's result.
    private func requireEnd(until end: Instant) throws(PostgresError) {
        try awaitInput(until: end)
        guard let handle = PQgetResult(library.handle) else { return }
        let result = LibraryResult(handle)
        throw PipelineReading.failure(in: result, atStatement: nil) ?? lost
    }

    /// Sends the buffered output and reads the input, until libpq has the next answer.
    private func awaitInput(until end: Instant) throws(PostgresError) {
        while true {
            let unsent = PQflush(library.handle)
            if PQisBusy(library.handle) == 0 { return }
            guard !library.isBroken else { throw lost }
            let interest: SocketWait.Interest = unsent > 0 ? [.reading, .writing] : .reading
            guard SocketWait.untilReady(library.socket, for: interest, until: end) else {
                throw PostgresError(.deadlinePassed)
            }
            guard PQconsumeInput(library.handle) == 1 else {
                // The input before the end may hold a reason, which libpq hands out as a result.
                if PQisBusy(library.handle) == 0 { return }
                throw lost
            }
        }
    }

    private var lost: PostgresError { PostgresError(.connectionLost) }
}

/// A libpq result, freed when its owner releases it.
struct LibraryResult: ~Copyable {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }
    deinit { PQclear(handle) }

    var status: ExecStatusType { PQresultStatus(handle) }

    /// A field of the error, by its letter in the protocol.
    func field(_ letter: Unicode.Scalar) -> String? {
        PQresultErrorField(handle, Int32(letter.value)).map { String(cString: $0) }
    }
}
