// https://developer.apple.com/documentation/appkit/nsscreen
@MainActor open class NSScreen: NSObject {
    // https://developer.apple.com/documentation/appkit/nsscreen/main
    open class var main: NSScreen? { fatalError() }

    // https://developer.apple.com/documentation/appkit/nsscreen/frame
    open var frame: NSRect { fatalError() }

    // https://developer.apple.com/documentation/appkit/nsscreen/backingscalefactor
    open var backingScaleFactor: CGFloat { fatalError() }
}
