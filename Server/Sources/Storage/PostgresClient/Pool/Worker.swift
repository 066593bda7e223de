import Foundation

/// One thread's work: makes a connection when somebody waits for one, and runs what the line gives it.
struct Worker {
    let settings: PostgresSettings
    let line: WaitingLine
    let seat: Seat
    let canceller: Canceller
    /// Returns when the line is closed.
    func run() {
        var failures = 0
        while line.awaitDemand(for: seat) {
            do {
                let connection = try PostgresConnection.open(settings) { line.isClosed }
                failures = 0
                line.noteConnection()
                defer { line.noteLoss() }
                guard serve(connection) else { return }
            } catch {
                failures += 1
                line.noteFailure(error)
                seat.sleep(Backoff.delay(afterFailures: failures, fraction: .random(in: 0...1)))
            }
        }
    }

    /// Runs requests as long as the connection is good; `false` when the line is closed.
    private func serve(_ connection: PostgresConnection) -> Bool {
        while let ticket = line.next(for: seat) {
            guard connection.isStillUsable, settings.firstServer.isCurrent(connection.timeline) else {
                line.putBack(ticket)
                return true
            }
            switch ticket.work {
            case .batch(let batch, let answer): answer(outcome(of: batch, on: connection, until: ticket.endsAt))
            case .transaction(let channel): connection.serve(channel, until: ticket.endsAt)
            case .thread(let work):
                if ContinuousClock.now < ticket.endsAt {
                    work.run(connection, ticket.endsAt)
                } else {
                    work.fail(PostgresError(.noConnection))
                }
            }
            guard !connection.mustEnd, !connection.library.isBroken, connection.library.isIdle else {
                leave(connection)
                return true
            }
        }
        return false
    }

    private func leave(_ connection: PostgresConnection) {
        if connection.isOverdue { settings.firstServer.doubt(connection.place) }
        // A commit that waits for a standby would be made by its cancellation, and be seen, without the standby having it.
        guard !connection.mayBeCommitting else { return }
        // What still runs there, runs for nobody.
        if let cancellation = connection.library.takeCancellation() { canceller.cancel(cancellation) }
    }

    private func outcome(
        of batch: PostgresBatch,
        on connection: PostgresConnection,
        until end: ContinuousClock.Instant
    ) -> Result<[PostgresRows], PostgresError> {
        guard ContinuousClock.now < end else { return .failure(PostgresError(.noConnection)) }
        do {
            return .success(try connection.runAlone(batch, until: end))
        } catch {
            connection.mustEnd = error.kind.endsConnection
            return .failure(error)
        }
    }
}
