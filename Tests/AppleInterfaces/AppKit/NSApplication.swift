// https://developer.apple.com/documentation/appkit/nsapplication
@MainActor open class NSApplication: NSObject {
    // https://developer.apple.com/documentation/appkit/nsapplication/shared
    open class var shared: NSApplication { fatalError() }

    // https://developer.apple.com/documentation/appkit/nsapplication/keywindow
    open var keyWindow: NSWindow? { fatalError() }

    // https://developer.apple.com/documentation/appkit/nsapplication/mainwindow
    open var mainWindow: NSWindow? { fatalError() }
}
