import ChaveBase
import Foundation

/// Tells a developer, once, that a blocking call was made from a task: many at once exhaust Swift's own threads.
final class BlockingWarning: Sendable {
    private let isDebugBuild: Bool
    private let write: @Sendable (String) -> Void
    private let hasWarned = Locked(false)

    init(isDebugBuild: Bool, write: @escaping @Sendable (String) -> Void) {
        self.isDebugBuild = isDebugBuild
        self.write = write
    }

    /// Once per run of a debug build, on the standard error stream.
    static let standard = BlockingWarning(isDebugBuild: compiledForDebugging) {
        FileHandle.standardError.write(Data($0.utf8))
    }

    /// Call it where the blocking call was made: it asks whether that is inside a task.
    func note(_ call: StaticString) {
        guard isDebugBuild, withUnsafeCurrentTask(body: { $0 != nil }) else { return }
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        guard isFirst else { return }
        write("BiometricPixSDK: \(call) blocks its thread and was called from a task; use sdk.client there.\n")
    }

    /// `assert` looks at its condition in debug builds only.
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
