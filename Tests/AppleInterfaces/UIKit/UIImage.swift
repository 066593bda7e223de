@_exported import FoundationAdditions

// https://developer.apple.com/documentation/uikit/uiimage
open class UIImage: NSObject, @unchecked Sendable {
    public init(cgImage: CGImage) { fatalError() }
    open var size: CGSize { fatalError() }
    open var cgImage: CGImage? { fatalError() }
}
