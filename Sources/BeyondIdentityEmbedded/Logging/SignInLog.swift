import Dispatch

#if canImport(os)
    import os
#endif

/// The app's logger, called on the callback queue.
///
/// Lines are constants and names of errors: no token, code, challenge, signature or name of a person.
struct SignInLog: Sendable {
    private let logger: Carried<((OSLogType, String) -> Void)?>
    private let queue: DispatchQueue

    init(_ logger: ((OSLogType, String) -> Void)?, on queue: DispatchQueue) {
        self.logger = Carried(value: logger)
        self.queue = queue
    }

    func callAsFunction(_ level: OSLogType, _ line: String) {
        guard logger.value != nil else { return }
        queue.async { logger.value?(level, line) }
    }
}
