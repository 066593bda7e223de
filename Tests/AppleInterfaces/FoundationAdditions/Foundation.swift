// What Apple's Foundation is: the portable one with networking in it, and Core Foundation's and Core Graphics' types.
// https://developer.apple.com/documentation/foundation
//
// The sources' `import Foundation` is read as an import of this module.
@_exported import CoreFoundation
@_exported import CoreGraphics
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationNetworking
