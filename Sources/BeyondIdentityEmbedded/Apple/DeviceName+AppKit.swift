#if canImport(AppKit) && !canImport(UIKit)
    import Foundation

    /// What the system calls this device.
    enum DeviceName {
        /// The Mac's name in its network, without the network's own ending.
        static func current() async -> String {
            let name = ProcessInfo.processInfo.hostName
            return name.hasSuffix(".local") ? String(name.dropLast(".local".count)) : name
        }
    }
#endif
