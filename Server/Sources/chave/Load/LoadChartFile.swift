import Foundation

/// The file of a chart.
enum LoadChartFile {
    /// The reason why the file cannot be written, found before a run and not after it; `nil` when it can.
    ///
    /// The check makes a file beside it, as writing does: permissions alone do not show the effect of root or of a
    /// read-only disk.
    static func problem(_ path: String) -> String? {
        guard !path.isEmpty else { return "it has no name" }
        let target = (path as NSString).resolvingSymlinksInPath
        let kind = try? FileManager.default.attributesOfItem(atPath: target)[.type] as? FileAttributeType
        if let kind, kind != .typeRegular { return "something else is there" }
        let probe = "\(path).\(UUID().uuidString)"
        let descriptor = open(probe, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return String(cString: strerror(errno)) }
        close(descriptor)
        unlink(probe)
        return nil
    }

    static func write(_ svg: String, to path: String) throws {
        do {
            try Data(svg.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure("The chart cannot be written to \(PrintableLine.of(path)). Give another --chart.")
        }
    }
}
