// https://developer.apple.com/documentation/appkit/nsbutton
@MainActor open class NSButton: NSObject {}

// https://developer.apple.com/documentation/appkit/nsalert
@MainActor open class NSAlert: NSObject {
    override public init() { fatalError() }

    // https://developer.apple.com/documentation/appkit/nsalert/messagetext
    open var messageText: String = ""

    // https://developer.apple.com/documentation/appkit/nsalert/informativetext
    open var informativeText: String = ""

    // https://developer.apple.com/documentation/appkit/nsalert/window
    open var window: NSWindow { fatalError() }

    // https://developer.apple.com/documentation/appkit/nsalert/addbutton(withtitle:)
    @discardableResult
    open func addButton(withTitle title: String) -> NSButton { fatalError() }

    // https://developer.apple.com/documentation/appkit/nsalert/beginsheetmodal(for:completionhandler:)
    open func beginSheetModal(
        for sheetWindow: NSWindow,
        completionHandler handler: ((NSApplication.ModalResponse) -> Void)? = nil
    ) { fatalError() }
}

extension NSApplication {
    // https://developer.apple.com/documentation/appkit/nsapplication/modalresponse
    public struct ModalResponse: Hashable, RawRepresentable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { fatalError() }

        // https://developer.apple.com/documentation/appkit/nsapplication/modalresponse/alertfirstbuttonreturn
        public static let alertFirstButtonReturn: NSApplication.ModalResponse = { fatalError() }()
    }
}
