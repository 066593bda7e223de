// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: NSObject {
    override nonisolated public init() { fatalError() }
    open var bounds: CGRect = .zero

    // https://developer.apple.com/documentation/uikit/uiview/ishidden
    open var isHidden: Bool = false
}

// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor open class UIWindow: UIView {
    open var isKeyWindow: Bool { fatalError() }

    // https://developer.apple.com/documentation/uikit/uiwindow/windowscene
    open var windowScene: UIWindowScene?

    // https://developer.apple.com/documentation/uikit/uiwindow/init(windowscene:)
    public init(windowScene: UIWindowScene) { fatalError() }

    // https://developer.apple.com/documentation/uikit/uiwindow/rootviewcontroller
    open var rootViewController: UIViewController?

    // https://developer.apple.com/documentation/uikit/uiwindow/windowlevel
    open var windowLevel: UIWindow.Level = .alert
}

extension UIWindow {
    // https://developer.apple.com/documentation/uikit/uiwindow/level
    public struct Level: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { fatalError() }

        // https://developer.apple.com/documentation/uikit/uiwindow/level/alert
        public static let alert: UIWindow.Level = { fatalError() }()
    }
}
