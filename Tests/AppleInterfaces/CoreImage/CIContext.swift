// https://developer.apple.com/documentation/coreimage/cicontext
open class CIContext: NSObject {
    override public init() { fatalError() }
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? { fatalError() }
}

@available(*, unavailable)
extension CIContext: Sendable {}
