import Foundation

/// What this process has used of all cores.
enum ProcessorTime {
    /// In seconds, since it began.
    static var seconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
