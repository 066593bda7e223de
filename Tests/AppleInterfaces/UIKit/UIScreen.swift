// https://developer.apple.com/documentation/uikit/uiscreen
@MainActor open class UIScreen: NSObject {
    // https://developer.apple.com/documentation/uikit/uiscreen/main
    open class var main: UIScreen { fatalError() }

    // https://developer.apple.com/documentation/uikit/uiscreen/nativebounds
    open var nativeBounds: CGRect { fatalError() }

    // https://developer.apple.com/documentation/uikit/uiscreen/scale
    open var scale: CGFloat { fatalError() }

    // https://developer.apple.com/documentation/uikit/uiscreen/brightness
    open var brightness: CGFloat = 0
}
