import ChaveWire
public import Console
public import Logging
import PaymentsCore
import Synchronization

/// How far a sandbox's deadlines are ahead of the real clock, for its server and its banks.
///
/// It only goes forward, and stands in a file of the data directory, so that a restart changes nothing. Without the file
/// deadlines go by the real clock again, which does as little harm as a real clock that is put back. Outside the sandbox
/// there is no such clock (docs/decisions/0018).
public final class SandboxClock: SandboxTime {
    /// All jumps together.
    public static let longestAheadSeconds: Int64 = 366 * 24 * 60 * 60

    static let fileName = "sandbox-clock.json"

    private let path: String
    private let logger: Logger
    private let ahead: Atomic<Int64>
    /// One jump after another; whoever reads waits for none.
    private let jumping = Mutex(())

    /// The file says something else than a distance that this clock may have.
    struct Damaged: Error, Hashable, CustomStringConvertible {
        let path: String
        var description: String {
            "\(path) is damaged. Delete it, and the sandbox's deadlines go by the real clock again."
        }
    }

    /// Goes on where the directory's last server stood.
    public init(dataDirectory: String, logger: Logger) throws {
        path = SandboxClock.path(in: dataDirectory)
        self.logger = logger
        let stored = try SandboxClock.storedAheadSeconds(in: dataDirectory)
        ahead = Atomic(stored)
        guard stored > 0 else { return }
        logger.notice("sandbox clock is ahead", metadata: ["seconds": "\(stored)"])
    }

    public var aheadSeconds: Int64 { ahead.load(ordering: .acquiring) }

    /// Counts once it is on the disk; what is due by then is found by the next sweep.
    public func jump(seconds: Int64) async throws(ConsoleFailure) {
        try jumping.withLock { _ throws(ConsoleFailure) in
            let before = aheadSeconds
            guard seconds > 0 else { throw .conflict("The clock of deadlines only goes forward.") }
            guard seconds <= SandboxClock.longestAheadSeconds - before else {
                throw .conflict(
                    "The clock of deadlines may be 366 days ahead in all. To begin anew, stop the server and delete "
                        + "\(SandboxClock.fileName) in its data directory."
                )
            }
            do {
                try PrivateFile.write(SandboxClock.contents(aheadSeconds: before + seconds), to: path)
            } catch {
                logger.error("sandbox clock not stored", metadata: ["error": "\(type(of: error))"])
                throw .unavailable
            }
            ahead.store(before + seconds, ordering: .releasing)
            logger.notice(
                "sandbox clock put forward",
                metadata: ["by": "\(seconds)", "seconds": "\(before + seconds)"]
            )
        }
    }

    /// `world`, with deadlines by this clock.
    func moving(_ world: World) -> World {
        var moved = world
        moved.deadlinesAheadSeconds = { self.aheadSeconds }
        return moved
    }

    /// What a server of that directory would begin with; 0 where no clock was put forward.
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
