// https://developer.apple.com/documentation/uikit/uiscene
@MainActor open class UIScene: NSObject {
    // https://developer.apple.com/documentation/uikit/uiscene/activationstate-swift.enum
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive
        case foregroundInactive
        case background
    }

    open var activationState: UIScene.ActivationState { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uiwindowscene
@MainActor open class UIWindowScene: UIScene {
    open var windows: [UIWindow] { fatalError() }
    open var screen: UIScreen { fatalError() }
}
