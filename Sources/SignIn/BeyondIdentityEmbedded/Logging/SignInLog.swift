import ChaveBase
import Dispatch

#if canImport(os)
    import os
#endif

/// The app's logger, called on the callback queue.
///
/// Lines are constants and names of errors. They contain no token, code, challenge, signature or name of a person.
struct SignInLog: Sendable {
    /// The level of a line; this own type saves its users an import of Apple's `os`.
    enum Level: Sendable {
        case info, error

        fileprivate var type: OSLogType {
            switch self {
            case .info: .info
            case .error: .error
            }
        }
    }

    private let logger: Carried<((OSLogType, String) -> Void)?>
    private let queue: DispatchQueue

    init(_ logger: ((OSLogType, String) -> Void)?, on queue: DispatchQueue) {
        self.logger = Carried(value: logger)
        self.queue = queue
    }

    func callAsFunction(_ level: Level, _ line: String) {
        guard logger.value != nil else { return }
        queue.async { logger.value?(level.type, line) }
    }
}
