@_exported import FoundationAdditions

// https://developer.apple.com/documentation/coreimage/ciimage
open class CIImage: NSObject, @unchecked Sendable {
    open var extent: CGRect { fatalError() }
    open func transformed(by matrix: CGAffineTransform) -> CIImage { fatalError() }
}
