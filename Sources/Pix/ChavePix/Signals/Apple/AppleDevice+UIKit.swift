#if canImport(UIKit)
    import CallKit
    import ChaveDeviceKeys
    import ChavePixModel
    import Foundation
    import UIKit

    extension AppleDevice {
        static let platform = DevicePlatform.ios
        static let hasVendorIdentifier = true
        static var isEmulated: Bool? { Simulator.isThis }
        /// The keys for the app's purpose; without one of them in Info.plist, the system asks nobody.
        static let locationPurposes = ["NSLocationWhenInUseUsageDescription"]

        static var isRooted: Bool {
            JailbreakTraces.areFound(
                isEmulated: Simulator.isThis,
                exists: { FileManager.default.fileExists(atPath: $0) },
                isWritable: { FileManager.default.isWritableFile(atPath: $0) }
            )
        }

        /// Whether a call is in progress; blocks while the system finds out.
        static var isCallInProgress: Bool? { CXCallObserver().calls.contains { !$0.hasEnded } }
    }

    extension DeviceReadings {
        @available(iOSApplicationExtension, unavailable)
        @MainActor static func read() -> DeviceReadings {
            let window = KeyWindow.current
            let screen = window?.windowScene?.screen ?? UIScreen.main
            let size = window?.bounds.size ?? screen.nativeBounds.size
            let scale = window == nil ? 1 : screen.scale
            return DeviceReadings(
                vendorIdentifier: UIDevice.current.identifierForVendor?.uuidString,
                osVersion: UIDevice.current.systemVersion,
                screen: RiskSignals.ScreenDimensions(pixelsHigh: size.height * scale, wide: size.width * scale),
                brightness: Double(screen.brightness),
                isCharging: isCharging
            )
        }

        /// Whether the device has external power; battery monitoring is the app's own switch and is restored
        /// afterwards.
        @MainActor private static var isCharging: Bool? {
            let device = UIDevice.current
            let wasMonitored = device.isBatteryMonitoringEnabled
            device.isBatteryMonitoringEnabled = true
            defer { device.isBatteryMonitoringEnabled = wasMonitored }
            let state = device.batteryState
            return state == .unknown ? nil : state != .unplugged
        }
    }
#endif
