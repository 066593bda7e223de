import Foundation

/// Writes to a descriptor; `FileHandle` would trap when writing fails.
enum Output {
    /// Writes a text.
    ///
    /// - Returns: the error's number; 0 when all of it was written.
    static func put(_ text: String, to descriptor: Int32) -> Int32 {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if written >= 0 {
                rest = rest.dropFirst(written)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: wait(for: descriptor)
            default: return errno
            }
        }
        return 0
    }

    /// Waits for a terminal or pipe that another program made non-blocking: it accepts more in a moment.
    private static func wait(for descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&entry, 1, -1)
    }
}
