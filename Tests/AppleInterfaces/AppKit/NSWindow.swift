// https://developer.apple.com/documentation/appkit/nswindow
@MainActor open class NSWindow: NSObject {
    // https://developer.apple.com/documentation/appkit/nswindow/frame
    open var frame: NSRect { fatalError() }

    // https://developer.apple.com/documentation/appkit/nswindow/backingscalefactor
    open var backingScaleFactor: CGFloat { fatalError() }

    // https://developer.apple.com/documentation/appkit/nswindow/endsheet(_:)
    open func endSheet(_ sheetWindow: NSWindow) { fatalError() }
}
