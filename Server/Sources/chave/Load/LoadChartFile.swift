import Foundation

/// The file of a chart.
enum LoadChartFile {
    /// Whether its folder exists and is writable; the command checks this before a run, not after it.
    static func canBeWritten(_ path: String) -> Bool {
        let parent = (path as NSString).deletingLastPathComponent
        let folder = parent.isEmpty ? "." : parent
        var isFolder: ObjCBool = false
        let files = FileManager.default
        let exists = files.fileExists(atPath: folder, isDirectory: &isFolder)
        guard exists, isFolder.boolValue, files.isWritableFile(atPath: folder) else { return false }
        return !(files.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue)
    }

    static func write(_ svg: String, to path: String) throws {
        do {
            try Data(svg.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure("The chart cannot be written to \(PrintableLine.of(path)). Give another --chart.")
        }
    }
}
