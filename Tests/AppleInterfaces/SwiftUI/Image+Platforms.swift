#if canImport(UIKit)
    public import UIKit

    extension Image {
        // https://developer.apple.com/documentation/swiftui/image/init(uiimage:)
        public init(uiImage: UIImage) { fatalError() }
    }
#elseif canImport(AppKit)
    public import AppKit

    extension Image {
        // https://developer.apple.com/documentation/swiftui/image/init(nsimage:)
        public init(nsImage: NSImage) { fatalError() }
    }
#endif
