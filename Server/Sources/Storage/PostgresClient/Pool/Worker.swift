import Foundation

/// One thread's work: makes a connection when a request waits for one, and runs the line's requests.
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
        // Cancelling a commit that waits for a standby would make it visible without the standby having it.
        guard !connection.mayBeCommitting else { return }
        // No caller waits for the statement that still runs there.
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

/// The pause before the next connection attempt, after failed ones.
enum Backoff {
    static let first = Duration.milliseconds(50)
    static let longest = Duration.seconds(2)

    /// Doubles with each failure, up to two seconds; `fraction`, from 0 to 1, spreads clients that failed together.
    static func delay(afterFailures failures: Int, fraction: Double) -> Duration {
        let doublings = min(max(0, failures - 1), 10)
        let whole = min(first * (1 << doublings), longest)
        return whole * (0.5 + 0.5 * min(max(0, fraction), 1))
    }
}
