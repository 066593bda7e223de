// https://developer.apple.com/documentation/os/oslogtype
public struct OSLogType: RawRepresentable, Equatable, Sendable {
    public let rawValue: UInt8
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static var `default`: OSLogType { fatalError() }
    public static var info: OSLogType { fatalError() }
    public static var debug: OSLogType { fatalError() }
    public static var error: OSLogType { fatalError() }
    public static var fault: OSLogType { fatalError() }
}
