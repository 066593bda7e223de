// https://developer.apple.com/documentation/uikit/uiview
@MainActor open class UIView: NSObject {
    override nonisolated public init() { fatalError() }
    open var bounds: CGRect = .zero
}

// https://developer.apple.com/documentation/uikit/uiwindow
@MainActor open class UIWindow: UIView {
    open var isKeyWindow: Bool { fatalError() }

    // https://developer.apple.com/documentation/uikit/uiwindow/windowscene
    open var windowScene: UIWindowScene?
}
