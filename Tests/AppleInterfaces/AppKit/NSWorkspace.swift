// https://developer.apple.com/documentation/appkit/nsrunningapplication
open class NSRunningApplication: NSObject {}

@available(*, unavailable)
extension NSRunningApplication: Sendable {}

// https://developer.apple.com/documentation/appkit/nsworkspace
open class NSWorkspace: NSObject {
    open class var shared: NSWorkspace { fatalError() }

    // https://developer.apple.com/documentation/appkit/nsworkspace/openconfiguration
    open class OpenConfiguration: NSObject {
        override public init() { fatalError() }
        open var requiresUniversalLinks: Bool = false
    }

    // https://developer.apple.com/documentation/appkit/nsworkspace/open(_:configuration:completionhandler:)
    @discardableResult
    open func open(_ url: URL, configuration: NSWorkspace.OpenConfiguration) async throws -> NSRunningApplication {
        fatalError()
    }
}

@available(*, unavailable)
extension NSWorkspace: Sendable {}

@available(*, unavailable)
extension NSWorkspace.OpenConfiguration: Sendable {}
