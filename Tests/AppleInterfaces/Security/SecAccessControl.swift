// swift-format-ignore-file: AlwaysUseLowerCamelCase

// https://developer.apple.com/documentation/security/secaccesscontrol
public final class SecAccessControl {}

@available(*, unavailable)
extension SecAccessControl: Sendable {}

// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    public static var userPresence: SecAccessControlCreateFlags { fatalError() }
    public static var biometryAny: SecAccessControlCreateFlags { fatalError() }
    public static var biometryCurrentSet: SecAccessControlCreateFlags { fatalError() }
    public static var devicePasscode: SecAccessControlCreateFlags { fatalError() }
    public static var privateKeyUsage: SecAccessControlCreateFlags { fatalError() }
}

// https://developer.apple.com/documentation/security/secaccesscontrolcreatewithflags(_:_:_:_:)
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?,
    _ protection: CFTypeRef,
    _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { fatalError() }
