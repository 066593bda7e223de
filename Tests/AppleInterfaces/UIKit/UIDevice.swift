// https://developer.apple.com/documentation/uikit/uidevice
@MainActor open class UIDevice: NSObject {
    // https://developer.apple.com/documentation/uikit/uidevice/batterystate-swift.enum
    public enum BatteryState: Int, Sendable {
        case unknown
        case unplugged
        case charging
        case full
    }

    open class var current: UIDevice { fatalError() }

    // https://developer.apple.com/documentation/uikit/uidevice/systemversion
    open var systemVersion: String { fatalError() }

    // https://developer.apple.com/documentation/uikit/uidevice/identifierforvendor
    open var identifierForVendor: UUID? { fatalError() }

    // https://developer.apple.com/documentation/uikit/uidevice/isbatterymonitoringenabled
    open var isBatteryMonitoringEnabled: Bool = false

    // https://developer.apple.com/documentation/uikit/uidevice/batterystate-swift.property
    open var batteryState: UIDevice.BatteryState { fatalError() }
}
