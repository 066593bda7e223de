import ChaveBase
import Foundation

/// Warns a developer, once, that a task made a blocking call: many at once exhaust Swift's own threads.
final class BlockingWarning: Sendable {
    private let isDebugBuild: Bool
    private let write: @Sendable (String) -> Void
    private let hasWarned = Locked(false)

    init(isDebugBuild: Bool, write: @escaping @Sendable (String) -> Void) {
        self.isDebugBuild = isDebugBuild
        self.write = write
    }

    /// The warning on the standard error stream, once per run of a debug build.
    static let standard = BlockingWarning(isDebugBuild: compiledForDebugging) {
        FileHandle.standardError.write(Data($0.utf8))
    }

    /// Warns when the current code runs inside a task; call it in the thread of the blocking call.
    func note(_ call: StaticString) {
        guard isDebugBuild, withUnsafeCurrentTask(body: { $0 != nil }) else { return }
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        guard isFirst else { return }
        write("BiometricPixSDK: \(call) blocks its thread and was called from a task; use sdk.client there.\n")
    }

    /// Whether this is a debug build: `assert` evaluates its condition only there.
    private static let compiledForDebugging: Bool = {
        var isDebug = false
        assert(
            {
                isDebug = true
                return true
            }()
        )
        return isDebug
    }()
}
