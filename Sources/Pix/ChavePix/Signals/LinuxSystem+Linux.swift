#if os(Linux)
    import ChaveTransport
    import Foundation
    import Glibc

    /// The sources of a Linux machine from which the collector reads.
    struct LinuxSystem: Sendable {
        var contents: @Sendable (_ path: String) -> String?
        var entries: @Sendable (_ directory: String) -> [String]
        var environment: @Sendable () -> [String: String]
        var effectiveUserID: @Sendable () -> UInt32
        var secondsFromGMT: @Sendable () -> Int
        /// The pixels of the terminal's window, as the terminal reports them; most terminals report none.
        var terminalPixels: @Sendable () -> (width: Int64, height: Int64)?
        var sleep: @Sendable (_ milliseconds: Int64) async throws -> Void

        static let real = LinuxSystem(
            contents: { path in
                (try? Data(contentsOf: URL(fileURLWithPath: path))).map { String(decoding: $0, as: UTF8.self) }
            },
            entries: { (try? FileManager.default.contentsOfDirectory(atPath: $0))?.sorted() ?? [] },
            environment: { ProcessInfo.processInfo.environment },
            effectiveUserID: { geteuid() },
            secondsFromGMT: { TimeZone.current.secondsFromGMT() },
            terminalPixels: {
                var size = winsize()
                guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_xpixel > 0, size.ws_ypixel > 0 else {
                    return nil
                }
                return (Int64(size.ws_xpixel), Int64(size.ws_ypixel))
            },
            sleep: DeviceClock.system.sleep
        )
    }
#endif
