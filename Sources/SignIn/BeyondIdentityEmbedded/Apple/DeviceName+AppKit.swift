#if canImport(AppKit) && !canImport(UIKit)
    import Foundation

    /// The system's name for this device.
    enum DeviceName {
        /// The Mac's name in its network, without the network's own ending.
        ///
        /// The lookup may be slow, so it must not run on the threads that tasks share.
        static func current() async -> String {
            HostName.shown(await BlockingCall.run { ProcessInfo.processInfo.hostName })
        }
    }
#endif
