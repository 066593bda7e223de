// swift-format-ignore-file: AlwaysUseLowerCamelCase

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sysctl.3.html
public var CTL_KERN: Int32 { fatalError() }
public var KERN_BOOTTIME: Int32 { fatalError() }

@discardableResult
public func sysctl(
    _ name: UnsafeMutablePointer<Int32>,
    _ namelen: UInt32,
    _ oldp: UnsafeMutableRawPointer?,
    _ oldlenp: UnsafeMutablePointer<Int>?,
    _ newp: UnsafeMutableRawPointer?,
    _ newlen: Int
) -> Int32 { fatalError() }
