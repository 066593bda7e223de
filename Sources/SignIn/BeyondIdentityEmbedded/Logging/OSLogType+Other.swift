#if !canImport(os)
    /// How weighty a line of the SDK's log is: the type that Apple's `os` has under this name, where there is no `os`.
    public struct OSLogType: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// What may help to find a fault.
        public static let `default` = OSLogType(rawValue: 0x00)
        /// What is worth knowing.
        public static let info = OSLogType(rawValue: 0x01)
        /// What only a developer asks for.
        public static let debug = OSLogType(rawValue: 0x02)
        /// Something failed.
        public static let error = OSLogType(rawValue: 0x10)
        /// Something failed that never should.
        public static let fault = OSLogType(rawValue: 0x11)
    }
#endif
