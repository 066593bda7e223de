// swift-format-ignore-file: AlwaysUseLowerCamelCase

// https://developer.apple.com/documentation/kernel
//
// POSIX is the same on both systems; what follows is Apple's own.
@_exported import Glibc

// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/fcntl.2.html
public var F_FULLFSYNC: Int32 { fatalError() }
