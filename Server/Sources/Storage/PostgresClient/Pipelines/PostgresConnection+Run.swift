import PostgresClientLibrary

extension PostgresConnection {
    /// Runs a batch in one round trip, and returns or throws by `end` whatever the server does.
    ///
    /// After an error that ends the connection it must not be used again.
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
            // What is checked at the commit failed there, before it: the end follows.
            try reading.noteRefusedCommit(result)
            try requireEnd(until: end)
            let last = try nextResult(until: end)
            guard last.status == PGRES_PIPELINE_SYNC else { throw reading.unexpected(last) }
            reading.hasEnd = true
        }
    }

    /// What libpq has next; its absence where a result is due is a broken connection.
    private func nextResult(until end: Instant) throws(PostgresError) -> LibraryResult {
        try awaitInput(until: end)
        guard let handle = PQgetResult(library.handle) else { throw lost }
        return LibraryResult(handle)
    }

    /// The nothing that follows each statement's result.
    private func requireEnd(until end: Instant) throws(PostgresError) {
        try awaitInput(until: end)
        guard let handle = PQgetResult(library.handle) else { return }
        let result = LibraryResult(handle)
        throw PipelineReading.failure(in: result, atStatement: nil) ?? lost
    }

    /// Sends what is left to send and takes in what there is, until libpq has the next answer.
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
                // What came before the end may be a reason: libpq hands it out as a result.
                if PQisBusy(library.handle) == 0 { return }
                throw lost
            }
        }
    }

    private var lost: PostgresError { PostgresError(.connectionLost) }
}

/// A result of libpq's, freed at its end.
struct LibraryResult: ~Copyable {
    let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }
    deinit { PQclear(handle) }

    var status: ExecStatusType { PQresultStatus(handle) }

    /// A field of the error, by the letter that the protocol gives it.
    func field(_ letter: Unicode.Scalar) -> String? {
        PQresultErrorField(handle, Int32(letter.value)).map { String(cString: $0) }
    }
}
