#if canImport(AppKit) && !canImport(UIKit)
    import Foundation

    /// What the system calls this device.
    enum DeviceName {
        /// The Mac's name in its network, without the network's own ending.
        ///
        /// The system may look the name up and take its time: that is no work for the threads that tasks share.
        static func current() async -> String {
            HostName.shown(await BlockingCall.run { ProcessInfo.processInfo.hostName })
        }
    }
#endif
