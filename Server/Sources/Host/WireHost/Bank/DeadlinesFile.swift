import Foundation
import Synchronization

/// The lead of a bank's deadlines over its clock, as a number of seconds in a file: tests move it while the bank runs.
///
/// The lead only grows; a file that is away or holds no number changes nothing.
final class DeadlinesFile: Sendable {
    private let path: String
    private let ahead = Mutex(Int64(0))

    init(_ path: String) { self.path = path }

    var aheadSeconds: @Sendable () -> Int64 {
        { [self] in
            let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let written = Int64(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
            return ahead.withLock { ahead in
                ahead = max(ahead, min(written, 366 * 86_400))
                return ahead
            }
        }
    }
}
