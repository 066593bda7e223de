#if canImport(AppKit) && !canImport(UIKit)
    import AppKit
    import ChaveDeviceKeys
    import ChavePixModel
    import Darwin
    import Foundation

    extension AppleDevice {
        static let platform = DevicePlatform.browser
        static let hasVendorIdentifier = false
        static let isEmulated: Bool? = nil
        static let isCallInProgress: Bool? = nil
        /// The keys for the app's purpose; without one of them in Info.plist, the system asks nobody.
        static let locationPurposes = ["NSLocationUsageDescription", "NSLocationWhenInUseUsageDescription"]
        static var isRooted: Bool { geteuid() == 0 }
    }

    extension DeviceReadings {
        @MainActor static func read() -> DeviceReadings {
            let version = ProcessInfo.processInfo.operatingSystemVersion
            return DeviceReadings(
                vendorIdentifier: nil,
                osVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
                screen: pixels,
                brightness: nil,
                isCharging: nil
            )
        }

        /// The dimensions of the key window, else of the screen; a program without window and screen covers nothing.
        @MainActor private static var pixels: RiskSignals.ScreenDimensions {
            if let window = KeyWindow.current {
                return RiskSignals.ScreenDimensions(
                    pixelsHigh: window.frame.size.height * window.backingScaleFactor,
                    wide: window.frame.size.width * window.backingScaleFactor
                )
            }
            guard let screen = NSScreen.main else { return RiskSignals.ScreenDimensions(height: 0, width: 0) }
            return RiskSignals.ScreenDimensions(
                pixelsHigh: screen.frame.size.height * screen.backingScaleFactor,
                wide: screen.frame.size.width * screen.backingScaleFactor
            )
        }
    }
#endif
