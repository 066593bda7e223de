@_exported import FoundationAdditions

// https://developer.apple.com/documentation/appkit/nsimage
open class NSImage: NSObject {
    public init(cgImage: CGImage, size: NSSize) { fatalError() }
    open var size: NSSize = .zero
}

@available(*, unavailable)
extension NSImage: Sendable {}
