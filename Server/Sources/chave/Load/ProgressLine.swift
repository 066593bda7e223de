import Foundation

/// A line on standard error that is overwritten, on a terminal only.
enum ProgressLine {
    private static let isShown = isatty(STDERR_FILENO) == 1

    /// Shows `name` and `text`, twice a second, while `body` runs; removes the line afterwards.
    static func showing<Value: Sendable>(
        _ name: String,
        _ text: @escaping @Sendable () -> String,
        while body: () async throws -> Value
    ) async rethrows -> Value {
        guard isShown else { return try await body() }
        let writer = Task {
            while (try? await Task.sleep(for: .milliseconds(500))) != nil {
                _ = Output.put("\r\u{1B}[K\(name)  \(text())", to: STDERR_FILENO)
            }
        }
        defer {
            writer.cancel()
            _ = Output.put("\r\u{1B}[K", to: STDERR_FILENO)
        }
        return try await body()
    }
}
