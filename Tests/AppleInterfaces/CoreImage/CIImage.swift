@_exported import FoundationAdditions

// https://developer.apple.com/documentation/coreimage/ciimage
open class CIImage: NSObject, @unchecked Sendable {
    public init(color: CIColor) { fatalError() }
    open var extent: CGRect { fatalError() }
    open func transformed(by matrix: CGAffineTransform) -> CIImage { fatalError() }

    // https://developer.apple.com/documentation/coreimage/ciimage/samplingnearest()
    open func samplingNearest() -> CIImage { fatalError() }

    // https://developer.apple.com/documentation/coreimage/ciimage/composited(over:)
    open func composited(over dest: CIImage) -> CIImage { fatalError() }

    // https://developer.apple.com/documentation/coreimage/ciimage/cropped(to:)
    open func cropped(to rect: CGRect) -> CIImage { fatalError() }
}

// https://developer.apple.com/documentation/coreimage/cicolor
open class CIColor: NSObject, @unchecked Sendable {
    open class var white: CIColor { fatalError() }
}
