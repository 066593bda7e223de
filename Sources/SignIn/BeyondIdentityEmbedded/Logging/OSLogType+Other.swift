#if !canImport(os)
    /// The level of a log line: Apple's `os` has a type with this name, and other platforms use this one.
    public struct OSLogType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// A line that may help to find a fault.
        public static let `default` = OSLogType(rawValue: 0x00)
        /// A line that is useful to know.
        public static let info = OSLogType(rawValue: 0x01)
        /// A line for developers only.
        public static let debug = OSLogType(rawValue: 0x02)
        /// Something failed.
        public static let error = OSLogType(rawValue: 0x10)
        /// Something failed that should never fail.
        public static let fault = OSLogType(rawValue: 0x11)
    }
#endif
