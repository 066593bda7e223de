import Foundation

/// The kernel's values about this process; `nil` without `/proc`.
enum ProcessFacts {
    /// The user and system time, in seconds.
    static var cpuSeconds: Double? {
        // The command's name, in brackets, may contain anything; the fields are counted after it.
        guard let text = contents("/proc/self/stat"), let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
        guard fields.count > 12, ticks > 0, let user = Double(fields[11]), let system = Double(fields[12]) else {
            return nil
        }
        return (user + system) / ticks
    }

    static var residentBytes: Double? {
        let fields = contents("/proc/self/statm")?.split(separator: " ") ?? []
        guard fields.count > 1, let pages = Double(fields[1]) else { return nil }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    static var openFiles: Int? {
        // The listing itself has one file open.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count).map { $0 - 1 }
    }

    private static func contents(_ path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return (try? file.readToEnd()).map { String(decoding: $0, as: UTF8.self) }
    }
}
