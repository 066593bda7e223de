import ChaveBase
import ChaveWire
public import Console
public import Logging
import PaymentsCore
import PostgresNodes
import Synchronization

/// The lead of a sandbox's deadlines over the real clock, for its server and its banks.
///
/// The lead only grows. It is stored in a file of the data directory, so that a restart changes nothing, or in a shared
/// database for all nodes. Without the file or the row, deadlines follow the real clock again. That does as little harm
/// as setting back a real clock. Outside the sandbox there is no such clock (docs/decisions/0018).
public final class SandboxClock: SandboxTime {
    /// The limit of all jumps together.
    public static let longestAheadSeconds: Int64 = 366 * 24 * 60 * 60

    static let fileName = "sandbox-clock.json"

    /// The place where the lead outlives the process.
    private enum Place: Sendable {
        case file(String)
        case database(SharedForwardOffset)

        /// The instruction for an operator who wants to begin anew while no server runs.
        var wayBack: String {
            switch self {
            case .file: "delete \(SandboxClock.fileName) in its data directory."
            case .database: "drop the schema sandbox of its database."
            }
        }
    }

    private let place: Place
    private let logger: Logger
    private let ahead: Atomic<Int64>
    /// The lock for one jump after another; readers do not wait.
    private let jumping = Mutex(())

    /// The file contains no lead that this clock may have.
    struct Damaged: Error, Hashable, CustomStringConvertible {
        let path: String
        var description: String {
            "\(path) is damaged. Delete it, and the sandbox's deadlines go by the real clock again."
        }
    }

    /// Continues with the lead of the directory's last server.
    public init(dataDirectory: String, logger: Logger) throws {
        place = .file(SandboxClock.path(in: dataDirectory))
        self.logger = logger
        let stored = try SandboxClock.storedAheadSeconds(in: dataDirectory)
        ahead = Atomic(stored)
        tellIfAhead()
    }

    /// Continues with the lead of the nodes that share the database.
    init(shared offset: SharedForwardOffset, logger: Logger) async throws {
        place = .database(offset)
        self.logger = logger
        ahead = Atomic(SandboxClock.possible(try await offset.seconds()))
        tellIfAhead()
    }

    private func tellIfAhead() {
        guard aheadSeconds > 0 else { return }
        logger.notice("sandbox clock is ahead", metadata: ["seconds": "\(aheadSeconds)"])
    }

    public var aheadSeconds: Int64 { ahead.load(ordering: .acquiring) }

    /// Takes effect when it is stored; the next sweep finds the work that is due by then.
    public func jump(seconds: Int64) async throws(ConsoleFailure) {
        guard seconds > 0 else { throw .conflict("The clock of deadlines only goes forward.") }
        let after: Int64
        switch place {
        case .file(let path): after = try jumpInFile(path, seconds)
        case .database(let offset): after = try await jumpInDatabase(offset, seconds)
        }
        logger.notice("sandbox clock put forward", metadata: ["by": "\(seconds)", "seconds": "\(after)"])
    }

    /// Reads the lead that other nodes have set; does nothing when the lead is in a file.
    func follow() async throws {
        guard case .database(let offset) = place else { return }
        reach(try await offset.seconds())
    }

    private func jumpInFile(_ path: String, _ seconds: Int64) throws(ConsoleFailure) -> Int64 {
        try jumping.withLock { _ throws(ConsoleFailure) in
            let before = aheadSeconds
            guard seconds <= SandboxClock.longestAheadSeconds - before else { throw tooFar }
            do {
                try PrivateFile.write(SandboxClock.contents(aheadSeconds: before + seconds), to: path)
            } catch {
                throw notStored(error)
            }
            reach(before + seconds)
            return before + seconds
        }
    }

    /// Adds a jump in the database; two nodes that jump at once each add their own.
    private func jumpInDatabase(_ offset: SharedForwardOffset, _ seconds: Int64) async throws(ConsoleFailure) -> Int64 {
        let after: Int64?
        do {
            after = try await offset.add(seconds, atMost: SandboxClock.longestAheadSeconds)
        } catch {
            throw notStored(error)
        }
        guard let after else { throw tooFar }
        reach(after)
        return after
    }

    /// Raises the lead; it never shrinks while a process lives.
    private func reach(_ seconds: Int64) { ahead.max(SandboxClock.possible(seconds), ordering: .acquiringAndReleasing) }

    private static func possible(_ seconds: Int64) -> Int64 { min(max(0, seconds), longestAheadSeconds) }

    private var tooFar: ConsoleFailure {
        .conflict(
            "The clock of deadlines may be 366 days ahead in all. To begin anew, stop the server and \(place.wayBack)"
        )
    }

    private func notStored(_ error: any Error) -> ConsoleFailure {
        logger.error("sandbox clock not stored", metadata: ["error": "\(type(of: error))"])
        return .unavailable
    }

    /// `world` with deadlines that follow this clock.
    func moving(_ world: World) -> World {
        var moved = world
        moved.deadlinesAheadSeconds = { self.aheadSeconds }
        return moved
    }

    /// The lead with which a server of that directory would begin; 0 when no clock was put forward.
    static func storedAheadSeconds(in dataDirectory: String) throws -> Int64 {
        let path = path(in: dataDirectory)
        let json: JSONValue?
        do {
            json = try PrivateFile.read(path)
        } catch SecretFiles.Problem.damaged {
            throw Damaged(path: path)
        }
        guard let json else { return 0 }
        guard let seconds = json["ahead_seconds"]?.number?.int64, (0...longestAheadSeconds).contains(seconds) else {
            throw Damaged(path: path)
        }
        return seconds
    }

    private static func path(in dataDirectory: String) -> String { "\(dataDirectory)/\(fileName)" }

    private static func contents(aheadSeconds: Int64) -> [UInt8] {
        let json: JSONValue = ["ahead_seconds": JSONValue(aheadSeconds)]
        return json.encoded()
    }
}
