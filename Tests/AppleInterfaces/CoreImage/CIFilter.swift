// https://developer.apple.com/documentation/coreimage/cifilter-swift.class
//
// The filters themselves come typed, from the module CoreImage.CIFilterBuiltins.
open class CIFilter: NSObject {
    open var outputImage: CIImage? { fatalError() }
}

@available(*, unavailable)
extension CIFilter: Sendable {}
