package import ChaveBase

/// Wakes this node's waiters when another node changes an object, with one query for all of them.
///
/// The query runs less often while no caller waits. Transactions do not notify by themselves: a notification costs
/// PostgreSQL more than half of its commits (decision 0031). A change that is never told only makes a wait last its
/// full time: each waiter reads once more at its end.
package final class ChangeFollower<Feed: ChangeFeed>: Sendable {
    /// How often the follower queries the feed, in milliseconds.
    package struct Pace: Sendable {
        /// The pause while a caller waits.
        ///
        /// The pause is at least four times as long as the last query took.
        package var whileWaitedFor: Int64 = 20
        /// The pause while no caller waits.
        package var whileIdle: Int64 = 1_000
        /// The pause after a fault of the database.
        package var afterFault: Int64 = 500
        /// A follower that has not read for longer starts again: the feed may have forgotten changes meanwhile.
        package var longestAbsence: Int64 = 30_000
        /// The cursor does not find a commit that is slower than this.
        package var patience: Int64 = 5_000
        package var betweenForgetting: Int64 = 10_000
        /// The follower starts this many numbers below the highest: a lower number may not be visible yet.
        package var numbersLookedBack: Int64 = 200
        /// How long the feed stores changes: longer than any reader looks back.
        package var kept: Int64 = 60_000

        package init() {}
    }

    private let feed: Feed
    private let board: ChangeBoard<Feed.Object>
    private let world: World
    private let pace: Pace
    private let onFault: @Sendable (any Error) -> Void
    private static var linesPerQuestion: Int { 1_000 }

    package init(
        _ feed: Feed,
        waking board: ChangeBoard<Feed.Object>,
        world: World,
        pace: Pace = Pace(),
        onFault: @escaping @Sendable (any Error) -> Void
    ) {
        self.feed = feed
        self.board = board
        self.world = world
        self.pace = pace
        self.onFault = onFault
    }

    /// Follows the feed until the task is cancelled.
    package func run() async {
        var place: Place?
        var marks: [Mark] = []
        while !Task.isCancelled {
            do {
                let isFull = try await look(&place)
                if let place { try await forgetOld(as: place, &marks) }
                if !isFull { await pause(after: place) }
            } catch {
                guard !Task.isCancelled else { return }
                onFault(error)
                await world.sleep(Int(pace.afterFault))
            }
        }
    }

    private struct Place {
        var cursor: SequenceCursor
        var askedAt: Int64
        var took: Int64
    }

    /// The number that the sequence had reached at an uptime, independent of the clocks of the database and the nodes.
    private struct Mark {
        var at: Int64
        var reached: Int64
    }

    private func forgetOld(as place: Place, _ marks: inout [Mark]) async throws {
        guard marks.last.map({ place.askedAt - $0.at >= pace.betweenForgetting }) ?? true else { return }
        marks.append(Mark(at: place.askedAt, reached: place.cursor.reached))
        guard let old = marks.last(where: { place.askedAt - $0.at >= pace.kept }) else { return }
        marks.removeAll { $0.at < old.at }
        try await feed.forget(through: old.reached)
    }

    /// - Returns: `true` when more changes may be there at once.
    private func look(_ place: inout Place?) async throws -> Bool {
        let now = world.uptimeMilliseconds()
        guard var current = place, now - current.askedAt <= pace.longestAbsence else {
            place = try await begin(at: now)
            return false
        }
        let question = current.cursor.question(at: now)
        let lines = try await feed.changes(question, limit: Self.linesPerQuestion)
        let hasPlace = current.cursor.saw(lines.map(\.number), of: question, at: now)
        place = Place(cursor: current.cursor, askedAt: now, took: world.uptimeMilliseconds() - now)
        if hasPlace {
            for object in Set(lines.compactMap(\.object)) { board.signal(object) }
        } else {
            board.signalAll()
        }
        return lines.count == Self.linesPerQuestion
    }

    /// Starts near the end of the sequence and wakes all waiters, since they may have missed earlier changes.
    private func begin(at now: Int64) async throws -> Place {
        let reached = try await feed.reached()
        board.signalAll()
        let cursor = SequenceCursor(
            reached: max(0, reached - pace.numbersLookedBack),
            patienceMilliseconds: pace.patience
        )
        return Place(cursor: cursor, askedAt: now, took: world.uptimeMilliseconds() - now)
    }

    /// Sleeps in small steps, so that the first new waiter does not have to wait for the end of an idle pause.
    private func pause(after place: Place?) async {
        let began = world.uptimeMilliseconds()
        let step = max(pace.whileWaitedFor, 4 * (place?.took ?? 0))
        repeat {
            await world.sleep(Int(step))
        } while !Task.isCancelled && !board.hasWaiters && world.uptimeMilliseconds() - began < pace.whileIdle
    }
}
