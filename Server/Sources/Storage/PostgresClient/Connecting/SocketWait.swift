import Foundation

/// Waiting for a socket on the thread of its connection.
enum SocketWait {
    struct Interest: OptionSet {
        let rawValue: Int16
        static let reading = Interest(rawValue: Int16(POLLIN))
        static let writing = Interest(rawValue: Int16(POLLOUT))
    }

    /// Returns when the socket is ready or broken, and `false` when `end` came first.
    static func untilReady(_ socket: Int32, for interest: Interest, until end: ContinuousClock.Instant) -> Bool {
        while true {
            let left = milliseconds(until: end)
            var entry = pollfd(fd: socket, events: interest.rawValue, revents: 0)
            let answer = poll(&entry, 1, left)
            if answer > 0 { return true }
            if answer < 0, errno != EINTR { return true }  // The next user of the socket meets the error.
            if answer == 0, ContinuousClock.now >= end { return false }
        }
    }

    /// Whether something is there to be read, without waiting.
    static func isReadable(_ socket: Int32) -> Bool {
        var entry = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) != 0
    }

    /// The remaining time, at most one minute, rounded up so that the thread does not wake just before `end`.
    private static func milliseconds(until end: ContinuousClock.Instant) -> Int32 {
        let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), 60_000)))
    }
}
