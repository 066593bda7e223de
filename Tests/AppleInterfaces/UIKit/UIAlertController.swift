// https://developer.apple.com/documentation/uikit/uialertcontroller
@MainActor open class UIAlertController: UIViewController {
    // https://developer.apple.com/documentation/uikit/uialertcontroller/style
    public enum Style: Int, Sendable {
        case actionSheet
        case alert
    }

    // https://developer.apple.com/documentation/uikit/uialertcontroller/init(title:message:preferredstyle:)
    public convenience init(title: String?, message: String?, preferredStyle: UIAlertController.Style) { fatalError() }

    // https://developer.apple.com/documentation/uikit/uialertcontroller/addaction(_:)
    open func addAction(_ action: UIAlertAction) { fatalError() }
}

// https://developer.apple.com/documentation/uikit/uialertaction
@MainActor open class UIAlertAction: NSObject {
    // https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum
    public enum Style: Int, Sendable {
        case `default`
        case cancel
        case destructive
    }

    // https://developer.apple.com/documentation/uikit/uialertaction/init(title:style:handler:)
    public convenience init(
        title: String?,
        style: UIAlertAction.Style,
        handler: (@MainActor @Sendable (UIAlertAction) -> Void)? = nil
    ) { fatalError() }
}
