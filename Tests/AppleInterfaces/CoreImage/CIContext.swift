// https://developer.apple.com/documentation/coreimage/cicontext
open class CIContext: NSObject, @unchecked Sendable {
    override public init() { fatalError() }
    open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? { fatalError() }
}
