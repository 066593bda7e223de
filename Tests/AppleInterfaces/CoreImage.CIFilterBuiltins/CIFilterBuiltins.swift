// What `import CoreImage.CIFilterBuiltins` brings: filters with typed inputs.
@_exported import CoreImage

// https://developer.apple.com/documentation/coreimage/cifilterprotocol
public protocol CIFilterProtocol: AnyObject {
    var outputImage: CIImage? { get }
}

// https://developer.apple.com/documentation/coreimage/ciqrcodegenerator
public protocol CIQRCodeGenerator: CIFilterProtocol {
    var message: Data { get set }
    var correctionLevel: String { get set }
}

extension CIFilter {
    // https://developer.apple.com/documentation/coreimage/cifilter-swift.class/qrcodegenerator()
    open class func qrCodeGenerator() -> any CIFilter & CIQRCodeGenerator { fatalError() }
}
