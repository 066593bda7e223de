// swift-format-ignore-file: AlwaysUseLowerCamelCase

// https://developer.apple.com/documentation/foundation/nsuseractivity
open class NSUserActivity: NSObject {
    public init(activityType: String) { fatalError() }
    open var activityType: String { fatalError() }
    open var webpageURL: URL?
    open var userInfo: [AnyHashable: Any]?
}

@available(*, unavailable)
extension NSUserActivity: Sendable {}

// https://developer.apple.com/documentation/foundation/nsuseractivitytypebrowsingweb
public let NSUserActivityTypeBrowsingWeb: String = { fatalError() }()
