@_exported import FoundationAdditions

#if canImport(UIKit)
    @_exported import UIKit

    // https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
    public typealias ASPresentationAnchor = UIWindow
#elseif canImport(AppKit)
    @_exported import AppKit

    // https://developer.apple.com/documentation/authenticationservices/aspresentationanchor
    public typealias ASPresentationAnchor = NSWindow
#endif
