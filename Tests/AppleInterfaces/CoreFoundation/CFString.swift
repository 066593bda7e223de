// https://developer.apple.com/documentation/corefoundation/cftyperef
public typealias CFTypeRef = AnyObject

// https://developer.apple.com/documentation/corefoundation/cfstring
//
// Immutable; Apple's interface has it Hashable, as every Core Foundation type with a class of its own.
public final class CFString: Hashable, @unchecked Sendable {
    public static func == (left: CFString, right: CFString) -> Bool { fatalError() }
    public func hash(into hasher: inout Hasher) { fatalError() }
}

// https://developer.apple.com/documentation/corefoundation/cfdata
public final class CFData {}

@available(*, unavailable)
extension CFData: Sendable {}

// https://developer.apple.com/documentation/corefoundation/cfdictionary
public final class CFDictionary {}

@available(*, unavailable)
extension CFDictionary: Sendable {}

// https://developer.apple.com/documentation/corefoundation/cferror
public final class CFError: Error, @unchecked Sendable {}

// https://developer.apple.com/documentation/corefoundation/cfallocator
public final class CFAllocator {}

@available(*, unavailable)
extension CFAllocator: Sendable {}

// https://developer.apple.com/documentation/corefoundation/cfoptionflags
public typealias CFOptionFlags = UInt
