#if canImport(UIKit)
    import UIKit

    /// What the system calls this device.
    enum DeviceName {
        /// The name in the device's settings; from iOS 16 on the model ("iPhone"), unless Apple lets the app know more.
        static func current() async -> String { await MainActor.run { UIDevice.current.name } }
    }
#endif
