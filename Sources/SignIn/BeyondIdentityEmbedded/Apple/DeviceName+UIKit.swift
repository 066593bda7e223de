#if canImport(UIKit)
    import UIKit

    /// The system's name for this device.
    enum DeviceName {
        /// The name in the device's settings; from iOS 16 on the model ("iPhone"), unless Apple allows the app to read
        /// the name.
        static func current() async -> String { await MainActor.run { UIDevice.current.name } }
    }
#endif
