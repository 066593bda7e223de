package import ChaveBase

/// Wakes those who wait on this node for what another one changed: one question for all of them, and a slow one while nobody
/// waits.
///
/// Not told inside the transactions themselves: a notification there costs PostgreSQL more than half of its commits
/// (decision 0031). What is never told costs a wait its time and no truth, since each reads once more at its end.
package final class ChangeFollower<Feed: ChangeFeed>: Sendable {
    /// How often it asks, in milliseconds.
    package struct Pace: Sendable {
        /// While somebody waits.
        ///
        /// A question that takes longer is followed by a pause of four times its own time.
        package var whileWaitedFor: Int64 = 20
        /// While nobody does.
        package var whileIdle: Int64 = 1_000
        /// After a fault of the database.
        package var afterFault: Int64 = 500
        /// What was not read for so long may have been forgotten meanwhile.
        package var longestAbsence: Int64 = 30_000
        /// A commit that is slower than this is not seen by its number.
        package var patience: Int64 = 5_000
        package var betweenForgetting: Int64 = 10_000
        /// So many numbers before the highest are read at the beginning: one of them may be on its way still.
        package var numbersLookedBack: Int64 = 200
        /// Longer than any reader looks back.
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

    /// Until the task is cancelled.
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

    /// Where the sequence stood at a time: without a clock of the database's, and whatever the nodes' own ones say.
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

    /// - Returns: whether there may be more at once.
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

    /// Whoever began to wait before this knows nothing of what was told meanwhile: they all look again.
    private func begin(at now: Int64) async throws -> Place {
        let reached = try await feed.reached()
        board.signalAll()
        let cursor = SequenceCursor(
            reached: max(0, reached - pace.numbersLookedBack),
            patienceMilliseconds: pace.patience
        )
        return Place(cursor: cursor, askedAt: now, took: world.uptimeMilliseconds() - now)
    }

    /// In small steps, so that the first who comes to wait is not kept until an idle pause is over.
    private func pause(after place: Place?) async {
        let began = world.uptimeMilliseconds()
        let step = max(pace.whileWaitedFor, 4 * (place?.took ?? 0))
        repeat {
            await world.sleep(Int(step))
        } while !Task.isCancelled && !board.hasWaiters && world.uptimeMilliseconds() - began < pace.whileIdle
    }
}
