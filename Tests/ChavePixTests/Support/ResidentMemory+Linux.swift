#if os(Linux)
    import ChaveBase

    import ChaveTransport
    import Foundation

    /// How much memory this process holds, watched while something runs.
    enum ResidentMemory {
        /// By how many bytes it grew at most while `body` ran.
        static func growth(during body: () async throws -> Void) async rethrows -> Int {
            let before = current()
            let highest = Locked(before)
            let isOver = Locked(false)
            Thread.detachNewThread {
                while !isOver.withLock({ $0 }) {
                    let now = current()
                    highest.withLock { $0 = max($0, now) }
                    usleep(500)
                }
            }
            defer { isOver.withLock { $0 = true } }
            try await body()
            return max(highest.withLock { $0 }, current()) - before
        }

        private static func current() -> Int {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
            return (line.split(separator: " ").compactMap { Int($0) }.first ?? 0) * 1_024
        }
    }
#endif
